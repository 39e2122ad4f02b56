// The one place where a proof of who somebody is becomes a session, or a challenge for more. A password, a passkey, a
// provider's word and a device's code all end here, so that no way in goes around the second factor.

import { accept, type Result } from '@farport/basics'
import type { IdentityContext } from '../../context.ts'
import type { Account, SignInRefusal } from '../../identity.ts'
import { signedIn } from '../../identity-events.ts'
import { isComplete, type SignInMethod } from '../challenge.ts'
import { beginChallenge, wantedOf, type ChallengeGrant, type ChallengeMeans } from './begin-challenge.ts'
import type { SessionGrant } from '../../sessions/operations/grant-session.ts'
import { openSession, type SessionOpener } from '../../sessions/operations/open-session.ts'

export interface Proof {
  account: Account
  method: SignInMethod
  /** False: the session ends with the browser. */
  rememberMe: boolean
  /** The peer's address. */
  source: string
  /** Of the request, for the session's record of where it began. */
  headers: Headers
}

export type SignInStep =
  | { kind: 'signed-in'; account: Account; session: SessionGrant }
  | { kind: 'challenged'; challenge: ChallengeGrant }

export type SignInMeans = SessionOpener & ChallengeMeans & Pick<IdentityContext, 'events'>

export async function finishSignIn(means: SignInMeans, proof: Proof): Promise<Result<SignInStep, SignInRefusal>> {
  const { account, method, source } = proof
  const wanted = isComplete(method) ? undefined : await wantedOf(means.database.queries, account)
  if (wanted !== undefined) {
    const challenge = await beginChallenge(means, proof, wanted)
    return challenge.ok ? accept({ kind: 'challenged', challenge: challenge.value }) : challenge
  }
  const session = await means.database.transaction(async (tx) => {
    await means.events.announce(tx, signedIn(account, source))
    return openSession(means, tx, proof)
  })
  return accept({ kind: 'signed-in', account, session })
}
