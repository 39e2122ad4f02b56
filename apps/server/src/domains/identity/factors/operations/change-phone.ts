// Gives an account a phone number, which counts once the code that went there came back.

import { accept, refuse, type Result } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'
import { newDigits } from '#platform/one-time-codes'
import { parsePhone } from '#platform/phone-number'
import type { IdentityContext } from '../../context.ts'
import type { Account, SignInRefusal } from '../../identity.ts'
import { phoneChanged } from '../factor-events.ts'
import * as rules from '../factors.ts'
import { countWrongPhoneCode, factorsOf, holdFactors, savePendingPhone, savePhone } from '../factor-store.ts'
import { dropChallenges } from '../../sign-in/challenge-store.ts'
import { phoneText } from '../text-messages.ts'
import { renderFactorMail } from './render-factor-mail.ts'
import { sendText } from './send-text.ts'

type Means = Pick<
  IdentityContext,
  'database' | 'clock' | 'codes' | 'sms' | 'factorGuard' | 'log' | 'events' | 'mailer' | 'publicUrl'
>
type Person = Pick<Account, 'id' | 'email' | 'language'>

export async function beginPhone(
  means: Means,
  { person, phone: written }: { person: Person; phone: string },
): Promise<Result<undefined, SignInRefusal>> {
  const { database, clock, codes } = means
  const { id, language } = person
  const phone = parsePhone(written)
  if (phone === undefined) return refuse(rules.phoneInvalid)
  const code = newDigits(rules.textCodeLength).reveal()
  const text = phoneText(code, language)
  const sent = await sendText(means, { userId: id, phone, text, purpose: 'verify-number' })
  if (!sent.ok) return sent
  const expiresAt = new Date(clock.now() + rules.phoneCodeMs)
  await database.transaction(async (tx) => {
    await holdFactors(tx, id)
    await savePendingPhone(tx, id, { phone, codeHash: codes.hash(code, phoneCodeOwner(id, phone)), expiresAt })
  })
  return accept(undefined)
}

export async function verifyPhone(
  means: Means,
  { person, code, source }: { person: Person; code: string; source: string },
): Promise<Result<undefined, SignInRefusal>> {
  const { database, clock, codes, events, mailer } = means
  const { id } = person
  const { pendingPhone: expected } = await factorsOf(database.queries, id)
  if (expected === undefined) return refuse(rules.phoneCodeExpired)
  const mail = await renderFactorMail(means, person, { kind: 'phone', end: expected.phone.slice(-2) })
  return database.transaction(async (tx) => {
    const { pendingPhone: pending } = await holdFactors(tx, id)
    if (pending?.phone !== expected.phone || !rules.isPhoneCodeGood(pending, clock.now()))
      return refuse(rules.phoneCodeExpired)
    const { phone, codeHash, wrongAnswers } = pending
    if (!codes.fits(rules.cleanCode(code), phoneCodeOwner(id, phone), codeHash)) {
      await countWrongPhoneCode(tx, id, wrongAnswers + 1)
      return refuse(rules.codeInvalid)
    }
    await savePhone(tx, id, phone)
    // A code may be on its way to the phone before.
    await dropChallenges(tx, id)
    await events.announce(tx, phoneChanged(id, source))
    await mailer.post(tx, mail)
    return accept(undefined)
  })
}

function phoneCodeOwner(id: AccountId, phone: string): string {
  return `phone ${id} ${phone}`
}
