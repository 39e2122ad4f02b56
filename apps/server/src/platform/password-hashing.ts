// Passwords at rest: `<salt>:<hash>`, both in hex, by scrypt. A hash takes some 50 ms of a processor and 32 MB, in Node's
// thread pool; few are made at once, so that neither the memory nor the threads run out.

import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Result } from '@farport/basics'
import { normalKey } from './budgets.ts'
import { createFairQueue } from './fair-queue.ts'

export interface PasswordHashing {
  /** Refused when too many are asked for. `source`: the address that asks, which has its turn among the others. */
  hash(password: string, source: string): Promise<Result<string, 'busy'>>
  /** Without a hash it takes as long, and is false. */
  verify(password: string, hash: string | undefined, source: string): Promise<Result<boolean, 'busy'>>
}

const parameters = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 }
const saltBytes = 16
const hashBytes = 64
/** One of Node's four threads stays free for files and names. */
const atOnceMax = 3
/** Some ten seconds of waiting at most; whoever comes then is told to try again. */
const waitingMax = 256
const waitingPerSourceMax = 128

export function createPasswordHashing(): PasswordHashing {
  const atOnce = Math.min(atOnceMax, availableParallelism())
  const queue = createFairQueue({ atOnce, waitingMax, waitingPerAskerMax: waitingPerSourceMax })
  const noHash = `${'0'.repeat(2 * saltBytes)}:${'0'.repeat(2 * hashBytes)}`
  return {
    hash: (password, source) => queue.run(normalKey(source), () => hashPassword(password)),
    verify: (password, hash, source) =>
      queue.run(normalKey(source), async () => (await isHashOf(password, hash ?? noHash)) && hash !== undefined),
  }
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes).toString('hex')
  return `${salt}:${(await derive(password, salt)).toString('hex')}`
}

async function isHashOf(password: string, hash: string): Promise<boolean> {
  const [salt = '', expected = ''] = hash.split(':')
  const kept = Buffer.from(expected, 'hex')
  const given = await derive(password, salt)
  return kept.length === given.length && timingSafeEqual(kept, given)
}

/** However a keyboard composes its letters, they are the same password. The salt counts as text. */
function derive(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, hashBytes, parameters, (error, key) => {
      if (error === null) resolve(key)
      else reject(error)
    })
  })
}
