// A request of HTTP/1.1 as its head says it: read strictly, and put as the site wants it.

import { accept, refuse, type Result } from '@farport/basics'
import { hostOf, parseTarget } from '../http/forward.ts'
import { requestFraming, type Framing } from '../http/framing.ts'
import { parseRequestHead, type RequestHead } from '../http/head.ts'
import type { WebRequest } from './site.ts'

export interface Http1Request {
  readonly head: RequestHead
  /** Of its body. */
  readonly framing: Framing
  readonly request: WebRequest
}

/** `from`: whose connection it came over. */
export function readRequest(
  text: string,
  from: Pick<WebRequest, 'scheme' | 'address'>,
): Result<Http1Request, 'bad-request'> {
  const head = parseRequestHead(text)
  if (!head.ok) return refuse('bad-request')
  const framing = requestFraming(head.value)
  const host = hostOf(head.value)
  const target = parseTarget(head.value)
  if (!framing.ok || !host.ok || !target.ok) return refuse('bad-request')
  const { method, headers } = head.value
  const { path, authority } = target.value
  const { scheme, address } = from
  const request: WebRequest = { method, path, host: authority ?? host.value, scheme, address, headers }
  return accept({ head: head.value, framing: framing.value, request })
}
