// Makes the tokens of a session.

import type { TokenPair } from '@farport/contract'
import type { IdentityContext } from '../../context.ts'

/** What a client is given. Browsers get the cookies, other programs the tokens. */
export interface SessionGrant {
  sessionId: string
  tokens: TokenPair
  /** Values of Set-Cookie. */
  cookies: string[]
}

export type SessionGranter = Pick<IdentityContext, 'clock' | 'tokens' | 'cookies' | 'accessTokenMs'>

export function grantSession(
  { clock, tokens, cookies, accessTokenMs }: SessionGranter,
  session: { id: string; generation: number; expiresAt: Date; isRemembered: boolean },
): SessionGrant {
  const { id: sessionId, generation, expiresAt, isRemembered } = session
  const nowMs = clock.now()
  const expiresAtMs = Math.min(nowMs + accessTokenMs, expiresAt.getTime())
  const accessToken = tokens.access({ sessionId, generation, expiresAtMs })
  const refreshToken = tokens.refresh({ sessionId, generation })
  const lifeSeconds = isRemembered ? secondsUntil(expiresAt.getTime(), nowMs) : undefined
  return {
    sessionId,
    tokens: { accessToken, refreshToken, expiresInSeconds: secondsUntil(expiresAtMs, nowMs) },
    cookies: cookies.set({ accessToken, refreshToken, lifeSeconds }),
  }
}

function secondsUntil(momentMs: number, nowMs: number): number {
  return Math.floor((momentMs - nowMs) / 1000)
}
