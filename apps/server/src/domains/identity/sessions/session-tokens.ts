// The tokens of a session. An access token says whose it is until when, a refresh token of which generation it is; both are
// signed, and stand nowhere: whoever reads the database cannot sign in with what is there. Pure.

import type { TokenSigner } from '#platform/signed-tokens'

export interface AccessClaims {
  sessionId: string
  generation: number
  expiresAtMs: number
}

export type RefreshClaims = Omit<AccessClaims, 'expiresAtMs'>

export interface SessionTokens {
  access(claims: AccessClaims): string
  /** Undefined when it is none of ours, or too old. */
  accessClaims(text: string, nowMs: number): AccessClaims | undefined
  refresh(claims: RefreshClaims): string
  refreshClaims(text: string): RefreshClaims | undefined
}

const kinds = { access: 'fpa1', refresh: 'fpr1' } as const

export function createSessionTokens(signer: TokenSigner): SessionTokens {
  return {
    access: ({ sessionId, generation, expiresAtMs }) =>
      signer.sign(kinds.access, [sessionId, String(generation), String(expiresAtMs)]),
    accessClaims(text, nowMs) {
      const [sessionId = '', generation, expiresAt] = signer.open(kinds.access, text) ?? []
      const expiresAtMs = Number(expiresAt)
      return expiresAtMs > nowMs ? { sessionId, generation: Number(generation), expiresAtMs } : undefined
    },
    refresh: ({ sessionId, generation }) => signer.sign(kinds.refresh, [sessionId, String(generation)]),
    refreshClaims(text) {
      const parts = signer.open(kinds.refresh, text)
      return parts && { sessionId: parts[0] ?? '', generation: Number(parts[1]) }
    },
  }
}
