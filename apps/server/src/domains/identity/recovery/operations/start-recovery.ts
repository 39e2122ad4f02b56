// Begins a recovery: mails a code to whoever has the address. For an address that nobody has, the same is done but the
// mail, so that neither the answer nor the time it takes tells who has an account.

import { accept, refuse, type Result } from '@farport/basics'
import { hashLinkToken, newLinkToken } from '#platform/link-tokens'
import { keyFrom } from '#platform/budgets'
import { renderMail } from '#platform/mail-form'
import { newLetters } from '#platform/one-time-codes'
import type { IdentityContext } from '../../context.ts'
import { factorsOf } from '../../factors/factor-store.ts'
import { nobody, parseEmail, type Language, type SignInRefusal } from '../../identity.ts'
import { accountByEmail } from '../../identity-store.ts'
import type { ChallengeGrant } from '../../sign-in/operations/begin-challenge.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { emailCodeLength, recoveryMs } from '../recovery.ts'
import { recoveryMail } from '../recovery-mail.ts'
import { addRecovery } from '../recovery-store.ts'
import { grantRecovery } from './describe-recovery.ts'

type Means = Pick<
  IdentityContext,
  'database' | 'clock' | 'codes' | 'mailer' | 'publicUrl' | 'factorGuard' | 'challengeCookie'
>

export async function startRecovery(
  means: Means,
  request: { email: string; language: Language; source: string },
): Promise<Result<ChallengeGrant, SignInRefusal>> {
  const { database, clock, codes, mailer, publicUrl, factorGuard } = means
  const email = parseEmail(request.email)
  if (!email.ok) return email
  const { source } = request
  const spent = await factorGuard.spend(
    ['recovery-address', source],
    ['recovery-here', keyFrom(source, email.value)],
    ['recovery-account', email.value],
  )
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))

  const found = await accountByEmail(database.queries, email.value)
  const account = found?.isVerified === true ? found : undefined
  const factors = await factorsOf(database.queries, account?.id ?? nobody)
  const code = newLetters(emailCodeLength).reveal()
  const token = newLinkToken().reveal()
  const tokenHash = hashLinkToken(token)
  const isGood = account === undefined || factors.recoveryCodeHash !== undefined
  const language = account?.language ?? request.language
  const words = recoveryMail({ to: email.value, language, publicUrl, code: isGood ? code : undefined })
  const mail = await renderMail(words)
  const expiresAt = new Date(clock.now() + recoveryMs)
  await database.transaction(async (tx) => {
    const codeHash = codes.hash(code, emailCodeOwner(tokenHash))
    await addRecovery(tx, { tokenHash, userId: account?.id, codeHash, expiresAt })
    if (account !== undefined) await mailer.post(tx, mail)
  })
  return accept(grantRecovery(means, { token, expiresAt }))
}

export function emailCodeOwner(tokenHash: Buffer): string {
  return `recovery ${tokenHash.toString('hex')}`
}
