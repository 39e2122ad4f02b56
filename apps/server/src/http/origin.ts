// Whether a browser sends a request from one of our own pages. Cookies are believed only then.

import type { IncomingHttpHeaders } from 'node:http'

/**
 * Browsers put `Origin` into every request that can change something. Ours is the public address, or the host that the
 * request itself names: people also open the portal by an address of the machine. Without `Origin` it is no
 * cross-site request of a browser, unless `Sec-Fetch-Site` says so.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (origin === undefined) return site === undefined || site === 'same-origin' || site === 'none'
  if (!URL.canParse(origin)) return false
  return origin === new URL(publicUrl).origin || new URL(origin).host === host
}
