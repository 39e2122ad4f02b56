// How long the body of a message is, by its head (RFC 9112, section 6). Pure.

import { accept, refuse, type Result } from '@farport/basics'
import type { Header, RequestHead, ResponseHead } from './head.ts'

export type Framing =
  | { readonly kind: 'none' }
  | { readonly kind: 'length'; readonly bytes: number }
  | { readonly kind: 'chunked' }
  /** Until the connection ends; of responses alone. */
  | { readonly kind: 'until-end' }

/** both: a length and a transfer coding. length: not one number. coding: another than chunked. */
export type FramingRefusal = 'both' | 'length' | 'coding'

const none: Framing = { kind: 'none' }

export function requestFraming(head: RequestHead): Result<Framing, FramingRefusal> {
  const stated = statedFraming(head.headers)
  if (!stated.ok) return stated
  // An old client knows no transfer codings: whoever stands before us may not have heard of this one.
  if (stated.value?.kind === 'chunked' && head.version === '1.0') return refuse('coding')
  return accept(stated.value ?? none)
}

/** `isOfHead`: it was asked for by HEAD. */
export function responseFraming(head: ResponseHead, isOfHead: boolean): Result<Framing, FramingRefusal> {
  const { status, version } = head
  const stated = statedFraming(head.headers)
  if (!stated.ok) return stated
  if (isOfHead || status < 200 || status === 204 || status === 304) return accept(none)
  if (stated.value?.kind === 'chunked' && version === '1.0') return refuse('coding')
  return accept(stated.value ?? { kind: 'until-end' })
}

function statedFraming(headers: readonly Header[]): Result<Framing | undefined, FramingRefusal> {
  let length: string | undefined
  let coding: string | undefined
  for (const { key, value } of headers) {
    if (key === 'content-length') {
      if (length !== undefined) return refuse('length')
      length = value
    } else if (key === 'transfer-encoding') {
      if (coding !== undefined) return refuse('coding')
      coding = value
    }
  }
  if (length !== undefined && coding !== undefined) return refuse('both')
  if (coding !== undefined) return coding.toLowerCase() === 'chunked' ? accept({ kind: 'chunked' }) : refuse('coding')
  if (length === undefined) return accept(undefined)
  if (!/^\d{1,15}$/.test(length)) return refuse('length')
  const bytes = Number(length)
  return accept(bytes === 0 ? none : { kind: 'length', bytes })
}
