// Session tokens as clients carry them: `<token>.<signature>`, in the cookie and after "Bearer". Only a signed one is
// believed, so that whoever reads the database cannot sign in with what stands there.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Secret } from '@farport/basics'

const tokenLengthMax = 512

/** The token itself when the signature fits, by the scheme of better-auth's signed cookies. */
export function verifySessionToken(signed: string, secret: Secret): string | undefined {
  if (signed.length > tokenLengthMax) return undefined
  const separator = signed.lastIndexOf('.')
  if (separator < 1) return undefined
  const token = signed.slice(0, separator)
  const given = Buffer.from(signed.slice(separator + 1), 'base64')
  const expected = createHmac('sha256', secret.reveal()).update(token).digest()
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined
}

export function readCookie(headers: IncomingHttpHeaders, name: string): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const separator = pair.indexOf('=')
    if (pair.slice(0, separator).trim() === name) return decodeCookie(pair.slice(separator + 1).trim())
  }
  return undefined
}

/** Undefined when it is not percent-encoded the way it should be: then it is not ours. */
export function decodeCookie(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}
