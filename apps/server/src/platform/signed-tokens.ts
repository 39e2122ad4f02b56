// Short texts that we hand out and believe when they come back: `<kind>.<part>.….<signature>`, signed with HMAC-SHA-256 under
// a key of the installation. What is signed is the whole text before the signature, so that no kind passes for another.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Secret } from '@farport/basics'

export interface TokenSigner {
  /** Parts have letters, digits, dashes and underscores. */
  sign(kind: string, parts: readonly string[]): string
  /** The parts; undefined when we have not signed it, or signed it as something else. */
  open(kind: string, text: string): string[] | undefined
}

const tokenLengthMax = 512

export function createTokenSigner(key: Secret<Buffer>): TokenSigner {
  const signatureOf = (text: string) => createHmac('sha256', key.reveal()).update(text).digest()
  return {
    sign(kind, parts) {
      const text = [kind, ...parts].join('.')
      return `${text}.${signatureOf(text).toString('base64url')}`
    },
    open(kind, text) {
      if (text.length > tokenLengthMax) return undefined
      const end = text.lastIndexOf('.')
      const signed = text.slice(0, Math.max(end, 0))
      const given = Buffer.from(text.slice(end + 1), 'base64url')
      const expected = signatureOf(signed)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const [signedKind, ...parts] = signed.split('.')
      return signedKind === kind ? parts : undefined
    },
  }
}

export function readCookie(headers: IncomingHttpHeaders, name: string): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const separator = pair.indexOf('=')
    if (pair.slice(0, separator).trim() === name) return decodeCookie(pair.slice(separator + 1).trim())
  }
  return undefined
}

/** Undefined when it is not percent-encoded the way it should be: then it is not ours. */
function decodeCookie(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}
