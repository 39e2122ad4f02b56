// Makes what an authenticator is to sign, and takes it back once.

import { createHash, randomBytes } from 'node:crypto'
import type { AccountId } from '@farport/vocabulary'
import { signedChallenge } from '#platform/webauthn'
import type { IdentityContext } from '../../context.ts'
import { challengeMsMax } from '../passkey.ts'
import { addChallenge, takeChallenge, type ChallengePurpose } from '../passkey-store.ts'

interface Aim {
  purpose: ChallengePurpose
  /** Whose passkey is meant; undefined: whoever's. */
  userId: AccountId | undefined
}

type Means = Pick<IdentityContext, 'database' | 'clock'>

export async function makeChallenge({ database, clock }: Means, aim: Aim): Promise<Buffer> {
  const challenge = randomBytes(32)
  const expiresAt = new Date(clock.now() + challengeMsMax)
  await addChallenge(database.queries, { ...aim, hash: hashOf(challenge), expiresAt })
  return challenge
}

/** Undefined when it is none of ours, was used, is too old, or was made for something else. */
export async function spendChallenge(
  { database, clock }: Means,
  { clientDataJSON, ...aim }: Aim & { clientDataJSON: string },
): Promise<Buffer | undefined> {
  const challenge = signedChallenge(clientDataJSON)
  if (!challenge.ok) return undefined
  const now = new Date(clock.now())
  const isOurs = await takeChallenge(database.queries, { ...aim, hash: hashOf(challenge.value), now })
  return isOurs ? challenge.value : undefined
}

function hashOf(challenge: Buffer): Buffer {
  return createHash('sha256').update(challenge).digest()
}
