// The cookies that browsers carry a session in. No script reads them. Pure.
//
// Only the calls of signing in see the refresh token. Where the portal is reached by TLS, the names make browsers refuse
// what another host below the same domain (a connect link, say) would put in their place.

export interface SessionCookies {
  readonly access: string
  readonly refresh: string
  /** Values of Set-Cookie. `lifeSeconds`: undefined for a session that ends with the browser. */
  set(tokens: { accessToken: string; refreshToken: string; lifeSeconds: number | undefined }): string[]
  clear(): string[]
}

export function createSessionCookies(isSecure: boolean, refreshPath: string): SessionCookies {
  const access = `${isSecure ? '__Host-' : ''}farport.access`
  const refresh = `${isSecure ? '__Secure-' : ''}farport.refresh`
  const secure = isSecure ? '; Secure' : ''
  const cookiesOf = (accessToken: string, refreshToken: string, age: string) => [
    `${access}=${accessToken}; Path=/${age}; HttpOnly; SameSite=Lax${secure}`,
    `${refresh}=${refreshToken}; Path=${refreshPath}${age}; HttpOnly; SameSite=Strict${secure}`,
  ]
  return {
    access,
    refresh,
    set: ({ accessToken, refreshToken, lifeSeconds }) =>
      cookiesOf(accessToken, refreshToken, lifeSeconds === undefined ? '' : `; Max-Age=${lifeSeconds}`),
    clear: () => cookiesOf('', '', '; Max-Age=0'),
  }
}
