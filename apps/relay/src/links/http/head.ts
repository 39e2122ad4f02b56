// Reads the heads of HTTP/1.1 messages, strictly: what two readers might understand differently is refused, so that
// nobody smuggles one message in another. Lines end with CRLF, nothing is folded, and a body has one length.

import { accept, refuse, type Result } from '@farport/basics'

/** A head that is longer is refused before it is read. */
export const headBytesMax = 32_768
export const headersMax = 100

export interface Header {
  readonly name: string
  /** In lower case. */
  readonly key: string
  readonly value: string
}

export type Version = '1.0' | '1.1'

export interface RequestHead {
  readonly method: string
  /** As it stands on the request line. */
  readonly target: string
  readonly version: Version
  readonly headers: readonly Header[]
}

export interface ResponseHead {
  readonly version: Version
  readonly status: number
  readonly reason: string
  readonly headers: readonly Header[]
}

export type HeadRefusal = 'start-line' | 'version' | 'header' | 'too-many-headers'

/** The length of the head with the empty line at its end; -1 while it is incomplete. `from`: how much was looked through. */
export function headLength(bytes: Buffer, from = 0): number {
  const end = bytes.indexOf(endOfHead, Math.max(0, from - 3), 'latin1')
  return end === -1 ? -1 : end + endOfHead.length
}

const endOfHead = '\r\n\r\n'

const requestLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}) ([\x21-\x7e]{1,16384}) HTTP\/(\d\.\d)\r\n/
const statusLine = /^HTTP\/(\d\.\d) ([1-9]\d\d)(?: ([\t\x20-\x7e\x80-\xff]{0,1000}))?\r\n/
/** Each line as a whole: no blank before the colon, no folding, no control characters, no bare CR or LF. */
const headerLines = /^(?:[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}:[\t\x20-\x7e\x80-\xff]*\r\n)*\r\n$/

/** `text`: the whole head in Latin 1, empty line and all. */
export function parseRequestHead(text: string): Result<RequestHead, HeadRefusal> {
  const line = requestLine.exec(text)
  if (line === null) return refuse('start-line')
  const [start, method = '', target = '', version] = line
  if (version !== '1.1' && version !== '1.0') return refuse('version')
  const headers = parseHeaders(text, start.length)
  return headers.ok ? accept({ method, target, version, headers: headers.value }) : headers
}

export function parseResponseHead(text: string): Result<ResponseHead, HeadRefusal> {
  const line = statusLine.exec(text)
  if (line === null) return refuse('start-line')
  const [start, version, status, reason = ''] = line
  if (version !== '1.1' && version !== '1.0') return refuse('version')
  const headers = parseHeaders(text, start.length)
  return headers.ok ? accept({ version, status: Number(status), reason, headers: headers.value }) : headers
}

function parseHeaders(text: string, from: number): Result<Header[], HeadRefusal> {
  if (!headerLines.test(text.slice(from))) return refuse('header')
  const headers: Header[] = []
  for (let start = from; start < text.length - 2;) {
    const end = text.indexOf('\r\n', start)
    const colon = text.indexOf(':', start)
    const name = text.slice(start, colon)
    if (headers.length === headersMax) return refuse('too-many-headers')
    headers.push({ name, key: name.toLowerCase(), value: trimBlanks(text.slice(colon + 1, end)) })
    start = end + 2
  }
  return accept(headers)
}

/** Blanks and tabs alone: what else `trim` takes away is part of a value. */
function trimBlanks(value: string): string {
  let start = 0
  let end = value.length
  while (start < end && isBlank(value.charCodeAt(start))) start += 1
  while (end > start && isBlank(value.charCodeAt(end - 1))) end -= 1
  return value.slice(start, end)
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09
