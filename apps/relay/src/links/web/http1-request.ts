// A request of HTTP/1.1 as its head says it: read strictly, and put as the site wants it.

import { accept, refuse, type Result } from '@farport/basics'
import { hostOf, parseTarget, staysOpen, wantsWebSocket } from '../http/forward.ts'
import { requestFraming, type Framing } from '../http/framing.ts'
import { parseRequestHead, type RequestHead } from '../http/head.ts'
import { hostNameOf, type WebRequest } from './site.ts'

/** Never changed: it may be found again by its bytes. */
export interface Http1Request {
  readonly head: RequestHead
  /** Of its body. */
  readonly framing: Framing
  readonly request: WebRequest
  /** The connection may carry another one. */
  readonly staysOpen: boolean
  readonly isWebSocket: boolean
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
  const asked = authority ?? host.value
  return accept({
    head: head.value,
    framing: framing.value,
    request: { method, path, host: asked, name: hostNameOf(asked), scheme, address, headers },
    staysOpen: staysOpen(head.value),
    isWebSocket: wantsWebSocket(head.value),
  })
}
