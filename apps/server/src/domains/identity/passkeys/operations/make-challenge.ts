// Makes what an authenticator is to sign, and takes it back once.

import { createHash, randomBytes } from 'node:crypto'
import { signedChallenge } from '#platform/webauthn'
import type { IdentityContext } from '../../context.ts'
import { challengeMsMax } from '../passkey.ts'
import type { ChallengeAim } from '../passkey-challenges.ts'
import { markUsed } from '../passkey-store.ts'

export type ChallengeMaker = Pick<IdentityContext, 'clock' | 'passkeyChallenges'>

export function makeChallenge({ clock, passkeyChallenges }: ChallengeMaker, aim: ChallengeAim): Buffer {
  return passkeyChallenges.make(aim, { nonce: randomBytes(16), expiresAtMs: clock.now() + challengeMsMax })
}

/** Undefined when it is none of ours, was used, is too old, or was made for something else. */
export async function spendChallenge(
  { database, clock, passkeyChallenges }: ChallengeMaker & Pick<IdentityContext, 'database'>,
  { clientDataJSON, ...aim }: ChallengeAim & { clientDataJSON: string },
): Promise<Buffer | undefined> {
  const challenge = signedChallenge(clientDataJSON)
  if (!challenge.ok) return undefined
  const endMs = passkeyChallenges.endOf(challenge.value, aim)
  if (endMs === undefined || endMs <= clock.now()) return undefined
  const hash = createHash('sha256').update(challenge.value).digest()
  const isFirst = await markUsed(database.queries, { hash, expiresAt: new Date(endMs) })
  return isFirst ? challenge.value : undefined
}
