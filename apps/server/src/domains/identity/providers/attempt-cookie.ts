// The cookie that ties a sign-in at a provider to the browser that began it. Pure.

import type { Secret } from '@farport/basics'

export interface AttemptCookie {
  readonly name: string
  /** Values of Set-Cookie. */
  set(token: Secret): string
  clear(): string
}

/** So long a browser keeps it, and the attempt is good. */
export const attemptSecondsMax = 600

/**
 * Where the portal is reached by TLS, the name makes browsers refuse what another host below the same domain (a connect
 * link, say) would put in its place, to have somebody end a sign-in that others began. Such a name is for all paths.
 */
export function createAttemptCookie(isSecure: boolean, path: string): AttemptCookie {
  const name = `${isSecure ? '__Host-' : ''}farport.provider`
  // Lax: the way back from the provider begins on a page of theirs.
  const attributes = `Path=${isSecure ? '/' : path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    name,
    set: (token) => `${name}=${token.reveal()}; Max-Age=${attemptSecondsMax}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  }
}
