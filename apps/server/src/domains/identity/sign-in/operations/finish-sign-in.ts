// The one place where a proof of who somebody is becomes a session, or a challenge for more. A password, a passkey, a
// provider's word and a device's code all end here, so that no way in goes around the second factor.

import { accept, type Result } from '@farport/basics'
import type { ChallengeAnswer } from '@farport/contract'
import type { IdentityContext } from '../../context.ts'
import type { Account, SignInRefusal } from '../../identity.ts'
import { signedIn } from '../../identity-events.ts'
import { openSession, type OpenedSession } from '../../sessions/operations/open-session.ts'

/** How somebody has proven who they are. */
export type SignInMethod = 'password' | 'passkey' | 'provider' | 'recovery' | 'welcome'

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
  | { kind: 'signed-in'; account: Account; session: OpenedSession }
  /** `token` says which sign-in goes on, and is a secret. */
  | { kind: 'challenged'; token: string; challenge: ChallengeAnswer }

type Means = Pick<IdentityContext, 'auth' | 'database' | 'events'>

export async function finishSignIn(means: Means, proof: Proof): Promise<Result<SignInStep, SignInRefusal>> {
  const { account, source } = proof
  const session = await openSession(means, proof)
  await means.database.transaction((tx) => means.events.announce(tx, signedIn(account, source)))
  return accept({ kind: 'signed-in', account, session })
}
