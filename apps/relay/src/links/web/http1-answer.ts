// Writes one answer to a person in HTTP/1.1: the head, the body in the form that this person understands, and as few
// writes as can be.

import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { resetSocket, settle, writeTogether } from '@farport/transport'
import { chunkHead, lastChunk } from '../http/chunks.ts'
import { forwardedHeaders, framingHeader, type Route } from '../http/forward.ts'
import type { Framing } from '../http/framing.ts'
import type { RequestHead, ResponseHead } from '../http/head.ts'
import { keptBytesMax } from '../http/kept-head.ts'
import type { PageAnswer } from './site.ts'

/** Of the request; undefined for one that could not be read. */
export type Asked = Pick<RequestHead, 'method' | 'version'> | undefined

export class Http1Answer {
  /** Something of an answer that is no interim one. */
  hasBegun = false
  /** The connection ends with this answer. */
  isLast = false
  readonly #socket: Socket
  #outgoing: Framing = { kind: 'none' }
  /** The last head that was written, for the next one like it. */
  #written: Written | undefined
  /** What belongs together leaves together. Texts are in Latin 1. */
  #parts: (Uint8Array | string)[] = []

  constructor(socket: Socket) {
    this.#socket = socket
  }

  /** The service's head. An interim one is followed by another. */
  head(head: ResponseHead, framing: Framing, route: Route, asked: Asked): void {
    const isOld = asked?.version === '1.0'
    const { status, reason } = head
    if (status < 200 && status !== 101) {
      if (!isOld) this.#parts.push(`HTTP/1.1 ${status} ${reason}\r\n${headerText(head, route)}\r\n`)
      return
    }
    this.hasBegun = true
    this.#outgoing = outgoingFraming(framing, isOld)
    if (this.#outgoing.kind === 'until-end') this.isLast = true
    this.#parts.push(this.#again(head, route, asked) ?? this.#write(head, route, asked))
  }

  /** A page of our own, as a whole. */
  page({ status, headers, body }: PageAnswer, asked: Asked): void {
    this.hasBegun = true
    this.#outgoing = { kind: 'none' }
    const bytes = Buffer.from(body)
    let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Origin Is Unreachable'}\r\n`
    for (const [name, value] of headers) text += `${name}: ${value}\r\n`
    this.#parts.push(`${text}content-length: ${bytes.length}\r\n${this.#connectionText(asked)}`)
    if (asked?.method !== 'HEAD') this.#parts.push(bytes)
    this.flush()
  }

  /** The bytes must stay until `flush`. */
  body(bytes: Uint8Array): void {
    if (this.#outgoing.kind === 'chunked') this.#parts.push(chunkHead(bytes.length), bytes, '\r\n')
    else this.#parts.push(bytes)
  }

  end(): void {
    if (this.#outgoing.kind === 'chunked') this.#parts.push(lastChunk)
    this.flush()
  }

  forgetKept(): void {
    this.#written = undefined
  }

  /** One write: each costs a system call. */
  flush(): void {
    const parts = this.#parts
    if (parts.length === 0) return
    this.#parts = []
    if (this.#socket.writable) writeTogether(this.#socket, parts)
  }

  /** Nothing comes after this one. */
  close(): void {
    this.#settle()
    this.#socket.end()
  }

  /** It is not whole, and nobody may take it for that. */
  cut(): void {
    this.#settle()
    resetSocket(this.#socket)
  }

  #settle(): void {
    this.flush()
    settle(this.#socket)
  }

  /** Heads that were found to be the same are one object, and so are requests and routes. */
  #again(head: ResponseHead, route: Route, asked: Asked): Buffer | undefined {
    const { head: before, route: way, asked: question, isLast, bytes } = this.#written ?? none
    return before === head && way === route && question === asked && isLast === this.isLast ? bytes : undefined
  }

  #write(head: ResponseHead, route: Route, asked: Asked): Buffer {
    const { status, reason } = head
    const text = `HTTP/1.1 ${status} ${reason}\r\n${headerText(head, route)}${this.#lengthText(head, asked)}`
    const rest = status === 101 ? 'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n' : this.#connectionText(asked)
    const bytes = Buffer.from(text + rest, 'latin1')
    this.#written = bytes.length > keptBytesMax ? undefined : { head, route, asked, isLast: this.isLast, bytes }
    return bytes
  }

  #lengthText(head: ResponseHead, asked: Asked): string {
    if (this.#outgoing.kind !== 'none') return framingHeader(this.#outgoing)
    const { status } = head
    const isAskedForHead = asked?.method === 'HEAD'
    const stated = head.headers.find(({ key }) => key === 'content-length')
    if (stated !== undefined && (isAskedForHead || status === 304)) return `Content-Length: ${stated.value}\r\n`
    return isAskedForHead || status === 204 || status === 304 || status === 101 ? '' : 'Content-Length: 0\r\n'
  }

  #connectionText(asked: Asked): string {
    if (this.isLast) return 'Connection: close\r\n\r\n'
    return asked?.version === '1.0' ? 'Connection: keep-alive\r\n\r\n' : '\r\n'
  }
}

/** What an answer's head is made of, and the head. */
interface Written {
  readonly head: ResponseHead
  readonly route: Route
  readonly asked: Asked
  readonly isLast: boolean
  readonly bytes: Buffer
}

const none: Partial<Written> = {}

/** An old client knows no chunks, and everybody else is told where the body ends. */
function outgoingFraming(framing: Framing, isOld: boolean): Framing {
  if (framing.kind === 'until-end' && !isOld) return { kind: 'chunked' }
  return framing.kind === 'chunked' && isOld ? { kind: 'until-end' } : framing
}

function headerText(head: ResponseHead, route: Route): string {
  let text = ''
  for (const { name, value } of forwardedHeaders(head, route)) text += `${name}: ${value}\r\n`
  return text
}
