// How passwords of connect links are kept: `scrypt$<cost>$<salt>$<hash>`, salt and hash in base64url.

import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

/** Some 30 ms, and 16 MB. The block size and the parallelization are Node's: 8 and 1. */
const cost = 16_384
const saltBytes = 16
const hashBytes = 32

const derive = promisify<string, Buffer, number, { N: number }, Buffer>(scrypt)

export async function hashLinkPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await derive(password, salt, hashBytes, { N: cost })
  return ['scrypt', cost, salt.toString('base64url'), hash.toString('base64url')].join('$')
}
