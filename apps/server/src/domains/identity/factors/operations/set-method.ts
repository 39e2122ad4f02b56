// Turns a second factor on, another one in its place, or all of them off.

import { accept, type Result, type Secret } from '@farport/basics'
import type { MfaMethod } from '@farport/contract'
import type { Queries } from '#platform/database'
import type { IdentityContext } from '../../context.ts'
import type { Account, SignInRefusal } from '../../identity.ts'
import { hasPasskey } from '../../passkeys/passkey-store.ts'
import { dropChallenges } from '../../sign-in/challenge-store.ts'
import { holdPerson } from '../../ways-in-store.ts'
import { factorsTurnedOff, factorsTurnedOn } from '../factor-events.ts'
import { decideMethod } from '../factors.ts'
import { factorsOf, holdFactors, saveMethod, turnOff } from '../factor-store.ts'
import { makeRecoveryCode } from './make-recovery-code.ts'
import { renderFactorMail } from './render-factor-mail.ts'

type Means = Pick<IdentityContext, 'database' | 'events' | 'mailer' | 'publicUrl' | 'codes' | 'sms'>

/** The recovery code, when there is a new one. */
export async function setMethod(
  means: Means,
  { person, method, source }: { person: Pick<Account, 'id' | 'email' | 'language'>; method: MfaMethod; source: string },
): Promise<Result<Secret | undefined, SignInRefusal>> {
  const { database, events, mailer, codes, sms } = means
  const { id } = person
  const hereNow = async (queries: Queries) => ({ canSendSms: sms.canSend, hasPasskey: await hasPasskey(queries, id) })
  const { queries } = database
  const expected = decideMethod(await factorsOf(queries, id), method, await hereNow(queries))
  if (!expected.ok) return expected
  const mail = await renderFactorMail(means, person, method === 'NO_MFA' ? { kind: 'off' } : { kind: 'on', method })
  return database.transaction(async (tx) => {
    // Nobody removes the last passkey meanwhile.
    await holdPerson(tx, id)
    const decided = decideMethod(await holdFactors(tx, id), method, await hereNow(tx))
    if (!decided.ok) return decided
    const change = decided.value
    if (change.kind === 'stays') return accept(undefined)
    await mailer.post(tx, mail)
    // A sign-in that is under way asked for what was on before.
    await dropChallenges(tx, id)
    if (change.kind === 'off') {
      await turnOff(tx, id)
      await events.announce(tx, factorsTurnedOff(id, source))
      return accept(undefined)
    }
    await events.announce(tx, factorsTurnedOn(id, change.method, source))
    const made = change.needsRecoveryCode ? makeRecoveryCode({ codes }, id) : undefined
    await saveMethod(tx, id, { method: change.method, recoveryCodeHash: made?.hash })
    return accept(made?.code)
  })
}
