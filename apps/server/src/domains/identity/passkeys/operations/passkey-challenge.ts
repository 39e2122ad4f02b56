// What a browser needs to ask for a passkey: of one person, as a second factor, or of whoever comes, to sign in.

import { accept, refuse, type Result } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'
import { requestOptions } from '#platform/webauthn'
import type { IdentityContext } from '../../context.ts'
import type { SignInRefusal } from '../../identity.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { noPasskeysHere, relyingParty } from '../passkey.ts'
import { passkeysOf } from '../passkey-store.ts'
import { makeChallenge } from './make-challenge.ts'

type Means = Pick<IdentityContext, 'database' | 'clock' | 'publicUrl'>

/** PublicKeyCredentialRequestOptionsJSON. */
export type PasskeyOptions = Awaited<ReturnType<typeof requestOptions>>

/** For a second factor; undefined when the person has no passkey that could be asked for. Each call makes a challenge. */
export async function passkeyChallenge(means: Means, accountId: AccountId): Promise<PasskeyOptions | undefined> {
  const party = relyingParty(means.publicUrl)
  const known = await passkeysOf(means.database.queries, accountId)
  if (party === undefined || known.length === 0) return undefined
  const challenge = await makeChallenge(means, { purpose: 'second-factor', userId: accountId })
  return requestOptions(party, { challenge, known, person: 'preferred' })
}

/** To sign in, whoever it is: no password comes before, so that the authenticator has to check the person. */
export async function passkeySignInOptions(
  means: Means & Pick<IdentityContext, 'guard'>,
  { source }: { source: string },
): Promise<Result<PasskeyOptions, SignInRefusal>> {
  const party = relyingParty(means.publicUrl)
  if (party === undefined) return refuse(noPasskeysHere)
  const spent = await means.guard.spend(['passkey-address', source])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const challenge = await makeChallenge(means, { purpose: 'sign-in', userId: undefined })
  return accept(await requestOptions(party, { challenge, person: 'required' }))
}
