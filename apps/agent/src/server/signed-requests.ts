// Questions to the server, signed with a key of this machine.

import { createHash, type KeyObject } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import { publicKeyText, requestText, signText } from '@farport/protocol'
import type { z } from 'zod'

export type RequestRefusal<Code extends string> =
  | { readonly kind: 'refused'; readonly code: Code; readonly message: string }
  /** Not there, or not answering like a server of ours: worth another try. */
  | { readonly kind: 'unreachable'; readonly message: string }

export interface SignedRequestsOptions<Code extends string> {
  serverUrl: URL
  privateKey: KeyObject
  now: () => number
  timeoutMs?: number | undefined
  /** What the server says when it says no. */
  refusal: z.ZodType<{ code: Code; message: string; serverTime: number }>
}

const answerBytesMax = 4 * 1024 * 1024

export class SignedRequests<Code extends string> {
  readonly #options: SignedRequestsOptions<Code>
  readonly #publicKey: string
  /** The server's clock minus ours, as far as it has been told. */
  #clockOffsetMs = 0

  constructor(options: SignedRequestsOptions<Code>) {
    this.#options = options
    this.#publicKey = publicKeyText(options.privateKey)
  }

  /** The time by the server's clock: tickets are judged by it. */
  now(): number {
    return this.#options.now() + this.#clockOffsetMs
  }

  /** A refusal for a wrong clock tells the right time: asked once more by that. */
  async ask<Answer>(
    answer: z.ZodType<Answer>,
    method: 'GET' | 'POST',
    path: string,
    body?: string,
  ): Promise<Result<Answer, RequestRefusal<Code>>> {
    const first = await this.#send(answer, method, path, body)
    if (first.ok || first.refusal.kind !== 'refused' || first.refusal.code !== 'clock') return first
    return await this.#send(answer, method, path, body)
  }

  async #send<Answer>(
    answer: z.ZodType<Answer>,
    method: 'GET' | 'POST',
    path: string,
    body: string | undefined,
  ): Promise<Result<Answer, RequestRefusal<Code>>> {
    const { serverUrl, privateKey, timeoutMs = 15_000 } = this.#options
    const timeMs = this.now()
    const bodySha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    try {
      const response = await fetch(new URL(path, serverUrl), {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          'farport-key': this.#publicKey,
          'farport-time': String(timeMs),
          'farport-signature': signText(privateKey, requestText({ method, path, timeMs, bodySha256 })),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
      })
      return this.#read(answer, response.ok, await readBounded(response))
    } catch (error) {
      return refuse({ kind: 'unreachable', message: reasonOf(error) })
    }
  }

  #read<Answer>(expected: z.ZodType<Answer>, isGood: boolean, answer: unknown): Result<Answer, RequestRefusal<Code>> {
    if (isGood) {
      const parsed = expected.safeParse(answer)
      return parsed.success
        ? accept(parsed.data)
        : refuse({ kind: 'unreachable', message: 'its answer cannot be understood' })
    }
    const refused = this.#options.refusal.safeParse(answer)
    if (!refused.success) return refuse({ kind: 'unreachable', message: 'its answer cannot be understood' })
    const { code, message, serverTime } = refused.data
    if (code === 'clock') this.#clockOffsetMs = serverTime - this.#options.now()
    return refuse({ kind: 'refused', code, message })
  }
}

async function readBounded(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let length = 0
  const body: AsyncIterable<Uint8Array> = response.body ?? emptyBody()
  for await (const chunk of body) {
    length += chunk.length
    if (length > answerBytesMax) throw new Error('its answer is too long')
    chunks.push(chunk)
  }
  // Some answers are that it was done, and no more.
  return length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString())
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {
  // An answer without a body yields nothing.
}

/** fetch hides what went wrong in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof SyntaxError) return 'its answer cannot be understood'
  if (error.name === 'TimeoutError') return 'it did not answer in time'
  const cause: unknown = error.cause instanceof AggregateError ? error.cause.errors[0] : error.cause
  return cause instanceof Error ? cause.message : error.message
}
