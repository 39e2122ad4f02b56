// What this browser's sign-in still waits for. The server knows it by a cookie, so that a reload loses nothing.

import type { ChallengeAnswer } from '@farport/contract'
import { useEffect, useState } from 'react'
import type { ToldProblem } from '../use-refusal-text.ts'
import { auth } from '../auth-calls.ts'

export type ChallengeState =
  | { kind: 'loading' }
  | { kind: 'waiting'; challenge: ChallengeAnswer }
  | { kind: 'none'; problem: ToldProblem }

export function useChallenge(): ChallengeState {
  const [state, setState] = useState<ChallengeState>({ kind: 'loading' })
  useEffect(() => {
    let isShown = true
    void auth.challenge().then((answer) => {
      if (!isShown) return
      setState(answer.ok ? { kind: 'waiting', challenge: answer.value } : { kind: 'none', problem: answer.refusal })
    })
    return () => void (isShown = false)
  }, [])
  return state
}
