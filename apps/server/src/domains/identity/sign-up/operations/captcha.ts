// ALTCHA: whoever signs up has their browser do some work, which costs a person nothing, and a flood of sign-ups much.

import { createHash } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import type { CaptchaChallenge } from '@farport/contract'
import { createChallenge, verifySolution, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { IdentityContext } from '../../context.ts'
import type { SignInRefusal } from '../../identity.ts'
import { takeSolution } from '../captcha-store.ts'

type Means = Pick<IdentityContext, 'captcha' | 'clock' | 'database'>

/** Time to fill a form in. */
const solvableMs = 20 * 60_000
const algorithm = 'PBKDF2/SHA-256'

const invalid: SignInRefusal = {
  status: 400,
  code: 'CAPTCHA_INVALID',
  message: 'The check that you are no robot did not work out. Please try again.',
}

// What the widget sends: its challenge and the solution, in base64.
const payloadShape = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(algorithm),
      nonce: z.string().max(100),
      salt: z.string().max(100),
      cost: z.int(),
      keyLength: z.int().max(64),
      keyPrefix: z.string().max(64),
      expiresAt: z.number(),
    }),
    signature: z.string().max(200),
  }),
  solution: z.object({ counter: z.int().min(0), derivedKey: z.string().max(200), time: z.number().optional() }),
})

export async function newCaptcha({ captcha, clock }: Means): Promise<CaptchaChallenge> {
  const challenge: Challenge = await createChallenge({
    algorithm,
    cost: captcha.cost,
    deriveKey,
    expiresAt: new Date(clock.now() + solvableMs),
    hmacSignatureSecret: captcha.secret.reveal(),
  })
  return { ...challenge, parameters: { ...challenge.parameters }, signature: challenge.signature ?? '' }
}

/** Uses the solution up. */
export async function takeCaptcha(means: Means, payload: string): Promise<Result<undefined, SignInRefusal>> {
  const parsed = payloadShape.safeParse(parseJson(Buffer.from(payload, 'base64').toString()))
  if (!parsed.success) return refuse(invalid)
  const { challenge, solution } = parsed.data
  const expiresAt = new Date(challenge.parameters.expiresAt * 1000)
  if (expiresAt.getTime() <= means.clock.now()) return refuse(invalid)
  const { verified } = await verifySolution({
    challenge,
    solution: { counter: solution.counter, derivedKey: solution.derivedKey },
    deriveKey,
    hmacSignatureSecret: means.captcha.secret.reveal(),
  })
  if (!verified) return refuse(invalid)
  const challengeHash = createHash('sha256').update(challenge.signature).digest()
  return (await takeSolution(means.database.queries, { challengeHash, expiresAt }))
    ? accept(undefined)
    : refuse(invalid)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // refused by the shape that it does not have
  }
}
