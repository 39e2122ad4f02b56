// Who sends a request: a bearer token, an access key's signature, or the portal's cookie from the portal's own pages.

import type { IncomingHttpHeaders } from 'node:http'
import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { isHttpSignature, type SignableRequest } from '@farport/protocol'
import type { FastifyRequest } from 'fastify'
import { isOwnOrigin } from '../http/origin.ts'
import { rawBodyOf } from '../http/raw-body.ts'
import type { Viewer } from './context.ts'

export interface Credentials {
  /** Undefined when there are no credentials. */
  viewerOf(request: FastifyRequest): Promise<Result<Viewer | undefined, Refusal>>
  /** By the value of an Authorization header that came in another way than with a request: only a token can. */
  viewerOfAuthorization(authorization: string): Promise<Result<Viewer, Refusal>>
  /** Undefined when the session has ended. */
  viewerOfSession(id: string): Promise<Viewer | undefined>
}

/** A request that an access key has signed. */
export interface SignedCall extends SignableRequest {
  authorization: string
  /** Where it comes from. */
  source: string
  /** Undefined where bodies are not kept as they came. */
  body: Buffer | undefined
}

/** What the identity domain knows: whose session a token is, whose key a signature. */
export interface Sessions {
  /** The token as it stands in the cookie, or undefined. */
  cookieToken(headers: IncomingHttpHeaders): string | undefined
  viewerOfToken(token: string): Promise<Viewer | undefined>
  /** The session may outlive the token that it was asked with. */
  viewerOfSession(id: string): Promise<Viewer | undefined>
  viewerOfSignature(call: SignedCall): Promise<Result<Viewer, Refusal>>
}

const sessionEnded: Refusal = { code: 'UNAUTHENTICATED', message: 'Your session has ended. Please sign in again.' }
const foreignOrigin: Refusal = { code: 'FORBIDDEN', message: 'This page may not act for you here.' }
const notUnderstood: Refusal = {
  code: 'UNAUTHENTICATED',
  message: 'The Authorization header is neither "Bearer …" nor "Signature …".',
}

export function createCredentials(sessions: Sessions, publicUrl: string): Credentials {
  async function viewerOfAuthorization(authorization: string): Promise<Result<Viewer, Refusal>> {
    const bearer = bearerToken({ authorization })
    if (bearer === undefined) return refuse(notUnderstood)
    const viewer = await sessions.viewerOfToken(bearer)
    return viewer === undefined ? refuse(sessionEnded) : accept(viewer)
  }

  return {
    viewerOfAuthorization,
    viewerOfSession: (id) => sessions.viewerOfSession(id),
    async viewerOf(request) {
      const { authorization } = request.headers
      if (isHttpSignature(authorization)) return sessions.viewerOfSignature(signedCall(request, authorization))
      if (authorization !== undefined) return viewerOfAuthorization(authorization)
      const cookie = sessions.cookieToken(request.headers)
      if (cookie === undefined) return accept(undefined)
      if (!isOwnOrigin(request.headers, publicUrl)) return refuse(foreignOrigin)
      // A stale cookie stays with the browser, whose pages must still work; a stale token was sent on purpose.
      return accept(await sessions.viewerOfToken(cookie))
    },
  }
}

export function bearerToken(headers: { authorization?: string | undefined }): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

function signedCall(request: FastifyRequest, authorization: string): SignedCall {
  const { method, originalUrl, raw, ip } = request
  const headers = headersAsSent(raw.rawHeaders)
  return { method, target: originalUrl, headers, authorization, source: ip, body: rawBodyOf(request) }
}

/** With every value of a header that came more than once, of which Node drops some and joins others. */
function headersAsSent(rawHeaders: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? ''
    headers.set(name, [...(headers.get(name) ?? []), rawHeaders[at + 1]?.trim() ?? ''])
  }
  return headers
}
