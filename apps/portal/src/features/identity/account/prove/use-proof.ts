// Gives a proof to the server, and keeps why it was refused.

import { useState } from 'react'
import type { AuthProblem } from '../../../../api/auth-problem.ts'
import { account, type Proof } from '../account-calls.ts'

export interface ProofDeed {
  isBusy: boolean
  problem: AuthProblem | undefined
  setProblem: (problem: AuthProblem | undefined) => void
  give: (proof: Proof) => Promise<void>
  /** Busy with what comes before the proof. */
  during: <Answer>(work: Promise<Answer>) => Promise<Answer>
}

export function useProof(onProven: () => void): ProofDeed {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<AuthProblem | undefined>(undefined)

  const during = async <Answer>(work: Promise<Answer>) => {
    setIsBusy(true)
    setProblem(undefined)
    const answer = await work
    setIsBusy(false)
    return answer
  }

  const give = async (proof: Proof) => {
    const answer = await during(account.prove(proof))
    if (answer.ok) onProven()
    else setProblem(answer.refusal)
  }

  return { isBusy, problem, setProblem, give, during }
}
