// Who asks: the key that signed the request, if the signature and the clock are right.

import { createHash } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import { publicKey, requestAgeMsMax, requestText, signature, verifyText, type AgentRefusal } from '@farport/protocol'
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

/** The agent's public key. The signature is judged first: only its maker learns the server's time. */
export function signerOf(request: ReceivedRequest, nowMs: number): Result<string, AgentRefusal['code']> {
  const headers = signedHeaders.safeParse(request.headers)
  if (!headers.success) return refuse('signature')
  const { 'farport-key': key, 'farport-time': timeMs, 'farport-signature': signed } = headers.data
  const bodySha256 = createHash('sha256').update(request.body).digest('hex')
  const text = requestText({ method: request.method, path: request.path, timeMs, bodySha256 })
  if (!verifyText(key, text, signed)) return refuse('signature')
  if (Math.abs(nowMs - timeMs) > requestAgeMsMax) return refuse('clock')
  return accept(key)
}
