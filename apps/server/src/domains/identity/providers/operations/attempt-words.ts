// The words of one sign-in at a provider, all derived from the token in the browser's cookie: whoever reads the database
// or the address has none of them, and another browser cannot go on with it.

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Secret } from '@farport/basics'
import type { ProviderId } from '@farport/contract'
import type { SignInWords } from '#platform/sign-in-client'
import { authPath } from '../../auth-path.ts'
import { callbackPath } from '../provider.ts'

export function newAttemptToken(): Secret {
  return new Secret(randomBytes(32).toString('base64url'))
}

export function hashAttemptToken(token: Secret): Buffer {
  return createHash('sha256').update(token.reveal()).digest()
}

export function attemptWords(
  token: Secret,
  { provider, publicUrl }: { provider: ProviderId; publicUrl: string },
): SignInWords {
  const derive = (word: string) =>
    createHmac('sha256', token.reveal()).update(`${word} ${provider}`).digest('base64url')
  return {
    redirectUri: publicUrl + authPath + callbackPath(provider),
    state: derive('state'),
    nonce: derive('nonce'),
    codeVerifier: derive('verifier'),
  }
}

export function isSameWord(given: string | null, expected: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
