// Makes a passkey of somebody who is signed in: first what their authenticator needs for it, then what it made.

import { randomUUID } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import { violatedConstraint } from '#platform/database'
import { creationOptions, verifyRegistration, type RegistrationResponse } from '#platform/webauthn'
import type { Viewer } from '../../../../graphql/context.ts'
import type { IdentityContext } from '../../context.ts'
import { isLanguage, type SignInRefusal } from '../../identity.ts'
import { holdPerson } from '../../ways-in-store.ts'
import * as rules from '../passkey.ts'
import { addPasskey as save, passkeysOf } from '../passkey-store.ts'
import { makeChallenge, spendChallenge, type ChallengeMaker } from './make-challenge.ts'
import { tellOfPasskey } from './tell-of-passkey.ts'

type Means = ChallengeMaker & Pick<IdentityContext, 'database' | 'mailer' | 'publicUrl' | 'log'>

export async function newPasskeyOptions(
  means: Means,
  { accountId, email }: Viewer,
): Promise<Result<Awaited<ReturnType<typeof creationOptions>>, SignInRefusal>> {
  const party = rules.relyingParty(means.publicUrl)
  if (party === undefined) return refuse(rules.noPasskeysHere)
  const known = await passkeysOf(means.database.queries, accountId)
  const decision = rules.decideAddition(known.length)
  if (!decision.ok) return decision
  const challenge = makeChallenge(means, { purpose: 'add', owner: accountId })
  return accept(await creationOptions(party, { user: { id: accountId, name: email }, challenge, known }))
}

export async function addPasskey(
  means: Means,
  viewer: Viewer,
  made: { name: string; response: RegistrationResponse },
): Promise<Result<rules.PasskeySummary, SignInRefusal>> {
  const { database, clock, publicUrl, log } = means
  const { accountId: userId } = viewer
  const party = rules.relyingParty(publicUrl)
  if (party === undefined) return refuse(rules.noPasskeysHere)
  const name = rules.parsePasskeyName(made.name)
  if (!name.ok) return name
  const { clientDataJSON } = made.response.response
  const challenge = await spendChallenge(means, { clientDataJSON, purpose: 'add', owner: userId })
  if (challenge === undefined) return refuse(rules.challengeOver)
  const credential = await verifyRegistration(party, { answer: made.response, challenge })
  if (!credential.ok) {
    log.info({ userId, reason: credential.refusal }, 'a new passkey was refused')
    return refuse(rules.passkeyNotMade)
  }
  const passkey = { id: randomUUID(), name: name.value, createdAt: new Date(clock.now()), lastUsedAt: undefined }
  const account = { email: viewer.email, language: isLanguage(viewer.language) ? viewer.language : 'en' } as const
  try {
    return await database.transaction(async (tx) => {
      await holdPerson(tx, userId)
      const decision = rules.decideAddition((await passkeysOf(tx, userId)).length)
      if (!decision.ok) return decision
      await save(tx, { ...credential.value, ...passkey, userId })
      await tellOfPasskey(means, tx, { account, name: name.value, news: 'added' })
      return accept(passkey)
    })
  } catch (error) {
    if (violatedConstraint(error) === 'passkey_credential_key') return refuse(rules.passkeyTaken)
    throw error
  }
}
