// Mails a code to choose a new password with. For an address that nobody has, the same is done but the mail, so that
// neither the answer nor the time it takes tells who has an account.

import { accept, refuse, type Result } from '@farport/basics'
import { keyFrom } from '#platform/budgets'
import { renderMail } from '#platform/mail-form'
import { newLetters } from '#platform/one-time-codes'
import type { IdentityContext } from '../../context.ts'
import { passwordResetAsked } from '../../identity-events.ts'
import { parseEmail, type Language, type SignInRefusal } from '../../identity.ts'
import { accountByEmail } from '../../identity-store.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { passwordMail } from '../password-mails.ts'
import { resetCodeLength, resetMs } from '../password-reset.ts'
import { saveReset } from '../password-reset-store.ts'

type Means = Pick<IdentityContext, 'database' | 'clock' | 'codes' | 'events' | 'guard' | 'mailer' | 'publicUrl'>

export async function forgotPassword(
  means: Means,
  request: { email: string; language: Language; source: string },
): Promise<Result<undefined, SignInRefusal>> {
  const { database, clock, codes, events, guard, mailer, publicUrl } = means
  const email = parseEmail(request.email)
  if (!email.ok) return email
  const { source } = request
  const here = keyFrom(source, email.value)
  const spent = await guard.spend(['reset-address', source], ['reset-here', here], ['reset-account', email.value])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))

  const account = await accountByEmail(database.queries, email.value)
  const code = newLetters(resetCodeLength).reveal()
  const url = `${publicUrl}/forgot-password/verify?email=${encodeURIComponent(email.value)}`
  const language = account?.language ?? request.language
  const mail = await renderMail(passwordMail('reset-code', { to: email.value, language, url, code }))
  await database.transaction(async (tx) => {
    if (account === undefined) return
    const codeHash = codes.hash(code, `password-reset ${account.id}`)
    await saveReset(tx, { userId: account.id, codeHash, expiresAt: new Date(clock.now() + resetMs) })
    await events.announce(tx, passwordResetAsked(account, source))
    await mailer.post(tx, mail)
  })
  return accept(undefined)
}
