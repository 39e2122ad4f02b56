// Where a recovery stands: for a page that was loaded again.

import { accept, refuse, type Result } from '@farport/basics'
import type { ChallengeAnswer } from '@farport/contract'
import { hashLinkToken } from '#platform/link-tokens'
import type { IdentityContext } from '../../context.ts'
import type { SignInRefusal } from '../../identity.ts'
import { challengeExpired } from '../../sign-in/challenge.ts'
import type { ChallengeGrant } from '../../sign-in/operations/begin-challenge.ts'
import { endOfRecovery } from '../recovery-store.ts'

type Means = Pick<IdentityContext, 'database' | 'clock' | 'challengeCookie'>

export async function describeRecovery(means: Means, token: string): Promise<Result<ChallengeGrant, SignInRefusal>> {
  const { database, clock } = means
  const expiresAt = await endOfRecovery(database.queries, hashLinkToken(token), new Date(clock.now()))
  return expiresAt === undefined ? refuse(challengeExpired) : accept(grantRecovery(means, { token, expiresAt }))
}

export function grantRecovery(
  { clock, challengeCookie }: Pick<Means, 'clock' | 'challengeCookie'>,
  { token, expiresAt }: { token: string; expiresAt: Date },
): ChallengeGrant {
  const expiresInSeconds = Math.max(1, Math.ceil((expiresAt.getTime() - clock.now()) / 1000))
  const answer: ChallengeAnswer = { challengeName: 'CUSTOM_CHALLENGE', alternatives: [], expiresInSeconds }
  return { token, cookies: [challengeCookie.set(token, expiresInSeconds)], answer }
}
