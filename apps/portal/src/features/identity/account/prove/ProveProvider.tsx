// Around the pages of the account: asks for a proof when one of their calls needs it.

import { useMemo, useState, type ReactNode } from 'react'
import type { AuthResult } from '../../../../api/auth-http.ts'
import { ProofContext, type Proofs } from './proof-context.ts'
import { ProveDialog } from './ProveDialog.tsx'

export function ProveProvider({ children }: { children: ReactNode }) {
  /** Present while the person is asked. */
  const [asked, setAsked] = useState<{ answer: (isProven: boolean) => void } | undefined>(undefined)

  const proofs = useMemo<Proofs>(() => {
    const ask = async () => {
      const isProven = await new Promise<boolean>((resolve) => setAsked({ answer: resolve }))
      setAsked(undefined)
      return isProven
    }
    return {
      ask,
      proven: async <Answer,>(call: () => AuthResult<Answer>) => {
        const first = await call()
        if (first.ok || first.refusal.code !== 'PROOF_NEEDED') return first
        return (await ask()) ? call() : first
      },
    }
  }, [])

  return (
    <ProofContext value={proofs}>
      {children}
      {asked !== undefined && <ProveDialog onAnswer={asked.answer} />}
    </ProofContext>
  )
}
