// Requests that a program signs with a key of its own, as agents and initiators do: who asks is the key, if the signature
// and the clock are right.

import { createHash } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import { publicKey, requestAgeMsMax, requestText, signature, verifyText } from '@farport/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'

const signedHeaders = z.object({
  'farport-key': publicKey,
  'farport-time': z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
  'farport-signature': signature,
})

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** signature: it does not match. clock: the request is too old, or from the future. */
export type SignerRefusal = 'signature' | 'clock'

/** The public key of who asks. The signature is judged first: only its maker learns the server's time. */
export function signerOf(request: ReceivedRequest, nowMs: number): Result<string, SignerRefusal> {
  const headers = signedHeaders.safeParse(request.headers)
  if (!headers.success) return refuse('signature')
  const { 'farport-key': key, 'farport-time': timeMs, 'farport-signature': signed } = headers.data
  const bodySha256 = createHash('sha256').update(request.body).digest('hex')
  const text = requestText({ method: request.method, path: request.path, timeMs, bodySha256 })
  if (!verifyText(key, text, signed)) return refuse('signature')
  if (Math.abs(nowMs - timeMs) > requestAgeMsMax) return refuse('clock')
  return accept(key)
}

/** The signature is over the bytes: from here on, bodies in this scope come as they were sent, for `bodyOf`. */
export function takeBodiesAsText(scope: FastifyInstance): void {
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => body,
  )
}

export const bodyOf = (request: FastifyRequest): string => (typeof request.body === 'string' ? request.body : '')

/** What the body says; undefined, as which no request parses, when it is no JSON. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // see above
  }
}
