// What asks for a proof of who is there, and then does again what needed it.

import { createContext, useContext } from 'react'
import type { AuthResult } from '../../../../api/auth-http.ts'

export interface Proofs {
  /**
   * Makes the call; when the server wants a proof first, asks the person for it and makes the call again. Whoever does not
   * want to prove anything gets the refusal PROOF_NEEDED.
   */
  proven: <Answer>(call: () => AuthResult<Answer>) => AuthResult<Answer>
  /** Asks the person for a proof; answers whether they gave it. For what is no call, but a way out of this page. */
  ask: () => Promise<boolean>
}

export const ProofContext = createContext<Proofs | undefined>(undefined)

export function useProofs(): Proofs {
  const proofs = useContext(ProofContext)
  if (proofs === undefined) throw new Error('useProofs is called outside ProveProvider')
  return proofs
}

export function useProven(): Proofs['proven'] {
  return useProofs().proven
}
