// The thread that does the proof of work, so that the page stays quick.

import { solveChallenge } from 'altcha-lib'
import { deriveKey as deriveByBrowser } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Challenge, DeriveKeyFunction } from 'altcha-lib/types'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'

addEventListener('message', ({ data }: MessageEvent<Challenge>) => void solve(data))

/** Answers with the payload for the server; with null when the challenge cannot be solved. */
async function solve(challenge: Challenge): Promise<void> {
  const deriveKey = globalThis.isSecureContext ? deriveByBrowser : deriveHere
  const solution = await solveChallenge({ challenge, deriveKey }).catch(() => null)
  postMessage(solution === null ? null : btoa(JSON.stringify({ challenge, solution })))
}

/** Browsers lend their own hashing to pages with TLS only. This is slower, and the same. */
const deriveHere: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => ({
  derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }),
})
