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
import { spendChallenge } from './make-challenge.ts'
import { tellOfPasskey } from './tell-of-passkey.ts'

export interface PasskeyProof {
  response: AssertionResponse
  /** Whose second factor it is to be; undefined: it stands for a password, too, and says itself whose it is. */
  accountId: AccountId | undefined
  /** The peer's address. */
  source: string
}

type Means = Pick<IdentityContext, 'database' | 'clock' | 'events' | 'mailer' | 'publicUrl' | 'log'>

/** The account that it belongs to. The challenge is used up, however it ends. */
export async function verifyPasskeyAssertion(
  means: Means,
  { response, accountId, source }: PasskeyProof,
): Promise<Result<Account, SignInRefusal>> {
  const { database, publicUrl, log } = means
  const party = rules.relyingParty(publicUrl)
  if (party === undefined) return refuse(rules.noPasskeysHere)
  const purpose = accountId === undefined ? 'sign-in' : 'second-factor'
  const { clientDataJSON, userHandle } = response.response
  const challenge = await spendChallenge(means, { clientDataJSON, purpose, userId: accountId })
  if (challenge === undefined) return refuse(rules.challengeOver)

  const passkey = await store.passkeyByCredential(database.queries, Buffer.from(response.id, 'base64url'))
  if (passkey === undefined || !isMeant(passkey, { accountId, userHandle })) return refuse(rules.passkeyRefused)
  const person = accountId === undefined ? 'required' : 'preferred'
  const checked = await verifyAssertion(party, { answer: response, challenge, credential: passkey, person })
  if (!checked.ok) {
    log.info({ userId: passkey.userId, reason: checked.refusal }, 'a passkey was refused')
    return refuse(rules.passkeyRefused)
  }
  return keepUse(means, { passkey, ...checked.value, source })
}

function isMeant(
  { userId }: rules.Passkey,
  { accountId, userHandle }: { accountId: AccountId | undefined; userHandle: string | null | undefined },
): boolean {
  if (accountId !== undefined && userId !== accountId) return false
  const saysWhom = userHandle !== undefined && userHandle !== null
  return !saysWhom || Buffer.from(userHandle, 'base64url').toString('utf8') === userId
}

async function keepUse(
  means: Means,
  use: { passkey: rules.Passkey; counter: number; isBackedUp: boolean; source: string },
): Promise<Result<Account, SignInRefusal>> {
  const { passkey, counter, isBackedUp, source } = use
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
