// Whose passkey signed a challenge of ours.

import { accept, refuse, type Result } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'
import { verifyAssertion, type AssertionResponse } from '#platform/webauthn'
import type { IdentityContext } from '../../context.ts'
import type { Account, SignInRefusal } from '../../identity.ts'
import { signInFailed } from '../../identity-events.ts'
import { accountsByIds } from '../../identity-store.ts'
import * as rules from '../passkey.ts'
import * as store from '../passkey-store.ts'
import type { ChallengeAim } from '../passkey-challenges.ts'
import { spendChallenge, type ChallengeMaker } from './make-challenge.ts'
import { tellOfPasskey } from './tell-of-passkey.ts'

/** For what it was signed. Alone, it stands for a password, too, and says itself whose it is. */
export type PasskeyUse =
  | { kind: 'alone' }
  | { kind: 'second-factor'; accountId: AccountId }
  | { kind: 'proof'; accountId: AccountId; sessionId: string }

export interface PasskeyProof {
  response: AssertionResponse
  use: PasskeyUse
  /** The peer's address. */
  source: string
}

export type AssertionMeans = ChallengeMaker &
  Pick<IdentityContext, 'database' | 'events' | 'mailer' | 'publicUrl' | 'log'>

/** The account that it belongs to. The challenge is used up, however it ends. */
export async function verifyPasskeyAssertion(
  means: AssertionMeans,
  { response, use, source }: PasskeyProof,
): Promise<Result<Account, SignInRefusal>> {
  const { database, publicUrl, log } = means
  const party = rules.relyingParty(publicUrl)
  if (party === undefined) return refuse(rules.noPasskeysHere)
  const { clientDataJSON, userHandle } = response.response
  const challenge = await spendChallenge(means, { clientDataJSON, ...aimOf(use) })
  if (challenge === undefined) return refuse(rules.challengeOver)

  const passkey = await store.passkeyByCredential(database.queries, Buffer.from(response.id, 'base64url'))
  if (passkey === undefined || !isMeant(passkey, { use, userHandle })) return refuse(rules.passkeyRefused)
  const person = use.kind === 'second-factor' ? 'preferred' : 'required'
  const checked = await verifyAssertion(party, { answer: response, challenge, credential: passkey, person })
  if (!checked.ok) {
    log.info({ userId: passkey.userId, reason: checked.refusal }, 'a passkey was refused')
    return refuse(rules.passkeyRefused)
  }
  return keepUse(means, { passkey, ...checked.value, source })
}

function aimOf(use: PasskeyUse): ChallengeAim {
  switch (use.kind) {
    case 'alone':
      return { purpose: 'sign-in', owner: undefined }
    case 'second-factor':
      return { purpose: 'second-factor', owner: use.accountId }
    case 'proof':
      return { purpose: 'proof', owner: use.sessionId }
  }
}

function isMeant(
  { userId }: rules.Passkey,
  { use, userHandle }: { use: PasskeyUse; userHandle: string | null | undefined },
): boolean {
  if (use.kind !== 'alone' && userId !== use.accountId) return false
  const saysWhom = userHandle !== undefined && userHandle !== null
  return !saysWhom || Buffer.from(userHandle, 'base64url').toString('utf8') === userId
}

async function keepUse(
  means: AssertionMeans,
  used: { passkey: rules.Passkey; counter: number; isBackedUp: boolean; source: string },
): Promise<Result<Account, SignInRefusal>> {
  const { passkey, counter, isBackedUp, source } = used
  const now = new Date(means.clock.now())
  return means.database.transaction(async (tx) => {
    const account = (await accountsByIds(tx, [passkey.userId])).get(passkey.userId)
    if (account === undefined) return refuse(rules.passkeyRefused)
    if (await store.noteUse(tx, { id: passkey.id, counter, isBackedUp, now })) return accept(account)
    await means.events.announce(tx, signInFailed(account, source))
    await tellOfPasskey(means, tx, { account, name: passkey.name, news: 'copied' })
    return refuse(rules.passkeyCopied)
  })
}
