// Who sends a request: a bearer token, or the portal's cookie from the portal's own pages.

import type { IncomingHttpHeaders } from 'node:http'
import type { Refusal } from '@farport/contract'
import { isOwnOrigin } from '../http/origin.ts'
import type { Viewer } from './context.ts'

export type Found =
  /** Nobody, when there are no credentials. */
  { kind: 'viewer'; viewer: Viewer | undefined } | { kind: 'refused'; refusal: Refusal }

export interface Credentials {
  viewerOf(request: { headers: IncomingHttpHeaders }): Promise<Found>
}

/** What the identity domain knows: whose session a token is. */
export interface Sessions {
  /** The token as it stands in the cookie, or undefined. */
  cookieToken(headers: IncomingHttpHeaders): string | undefined
  viewerOfToken(token: string): Promise<Viewer | undefined>
}

const sessionEnded: Refusal = { code: 'UNAUTHENTICATED', message: 'Your session has ended. Please sign in again.' }
const foreignOrigin: Refusal = { code: 'FORBIDDEN', message: 'This page may not act for you here.' }

export function createCredentials(sessions: Sessions, publicUrl: string): Credentials {
  return {
    async viewerOf({ headers }) {
      const bearer = bearerToken(headers)
      if (bearer !== undefined) return found(await sessions.viewerOfToken(bearer), 'refuse')
      const cookie = sessions.cookieToken(headers)
      if (cookie === undefined) return { kind: 'viewer', viewer: undefined }
      if (!isOwnOrigin(headers, publicUrl)) return { kind: 'refused', refusal: foreignOrigin }
      return found(await sessions.viewerOfToken(cookie), 'ignore')
    },
  }
}

/** A stale cookie stays with the browser, whose pages must still work; a stale bearer token was sent on purpose. */
function found(viewer: Viewer | undefined, stale: 'refuse' | 'ignore'): Found {
  if (viewer === undefined && stale === 'refuse') return { kind: 'refused', refusal: sessionEnded }
  return { kind: 'viewer', viewer }
}

export function bearerToken(headers: { authorization?: string | undefined }): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}
