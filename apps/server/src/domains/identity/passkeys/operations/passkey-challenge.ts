// What a browser needs to ask for a passkey: of one person, as a second factor or as a proof, or of whoever comes, to sign
// in.

import { accept, refuse, type Result } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'
import { requestOptions } from '#platform/webauthn'
import type { Viewer } from '../../../../graphql/context.ts'
import type { IdentityContext } from '../../context.ts'
import type { SignInRefusal } from '../../identity.ts'
import { noPasskeyOfYours, noPasskeysHere, relyingParty } from '../passkey.ts'
import { passkeysOf, personalPasskeysOf } from '../passkey-store.ts'
import { makeChallenge, type ChallengeMaker } from './make-challenge.ts'

type Means = ChallengeMaker & Pick<IdentityContext, 'database' | 'publicUrl'>

/** PublicKeyCredentialRequestOptionsJSON. */
export type PasskeyOptions = Awaited<ReturnType<typeof requestOptions>>

/** For a second factor; undefined when the person has no passkey that could be asked for. */
export async function passkeyChallenge(means: Means, accountId: AccountId): Promise<PasskeyOptions | undefined> {
  const party = relyingParty(means.publicUrl)
  const known = await passkeysOf(means.database.queries, accountId)
  if (party === undefined || known.length === 0) return undefined
  const challenge = makeChallenge(means, { purpose: 'second-factor', owner: accountId })
  return requestOptions(party, { challenge, known, person: 'preferred' })
}

/** For a proof in this session, that the person is there: it may be a thief who has the machine. */
export async function passkeyProofOptions(
  means: Means,
  { accountId, credential }: Viewer,
): Promise<Result<PasskeyOptions, SignInRefusal>> {
  const party = relyingParty(means.publicUrl)
  if (party === undefined) return refuse(noPasskeysHere)
  const known = await personalPasskeysOf(means.database.queries, accountId)
  if (known.length === 0) return refuse(noPasskeyOfYours)
  const challenge = makeChallenge(means, { purpose: 'proof', owner: credential.id })
  return accept(await requestOptions(party, { challenge, known, person: 'required' }))
}

/**
 * To sign in, whoever it is: no password comes before, so that the authenticator has to check the person. Nothing is
 * looked up or kept for it, so that a whole office may ask as often as it likes.
 */
export async function passkeySignInOptions(
  means: ChallengeMaker & Pick<IdentityContext, 'publicUrl'>,
): Promise<Result<PasskeyOptions, SignInRefusal>> {
  const party = relyingParty(means.publicUrl)
  if (party === undefined) return refuse(noPasskeysHere)
  const challenge = makeChallenge(means, { purpose: 'sign-in', owner: undefined })
  return accept(await requestOptions(party, { challenge, person: 'required' }))
}
