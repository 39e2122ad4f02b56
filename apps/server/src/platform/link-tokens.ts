// Tokens of links that are mailed or printed: 32 random bytes, of which only a hash is kept.

import { createHash, randomBytes } from 'node:crypto'
import { Secret } from '@farport/basics'

export const linkTokenMsMax = 24 * 3_600_000

export function newLinkToken(): Secret {
  return new Secret(randomBytes(32).toString('base64url'))
}

export function hashLinkToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
