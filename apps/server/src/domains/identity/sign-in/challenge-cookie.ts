// The cookie that browsers carry a challenge in, from one factor to the next, or through a recovery. No script reads it.
// Pure.

export interface ChallengeCookie {
  readonly name: string
  /** Value of Set-Cookie. */
  set(token: string, lifeSeconds: number): string
  clear(): string
}

/** Lax: somebody may come back from a provider's page with it. */
export function createChallengeCookie(
  kind: 'challenge' | 'sign-up' | 'provider-sign-up',
  isSecure: boolean,
  path: string,
): ChallengeCookie {
  const name = `${isSecure ? '__Secure-' : ''}farport.${kind}`
  const rules = `Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    name,
    set: (token, lifeSeconds) => `${name}=${token}; Max-Age=${lifeSeconds}; ${rules}`,
    clear: () => `${name}=; Max-Age=0; ${rules}`,
  }
}
