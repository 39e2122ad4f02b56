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

export function createAttemptCookie(isSecure: boolean, path: string): AttemptCookie {
  const name = `${isSecure ? '__Secure-' : ''}farport.provider`
  // Lax: the way back from the provider begins on a page of theirs.
  const attributes = `Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    name,
    set: (token) => `${name}=${token.reveal()}; Max-Age=${attemptSecondsMax}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  }
}
