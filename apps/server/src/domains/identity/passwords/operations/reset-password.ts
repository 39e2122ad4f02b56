// Chooses a new password with a mailed code. Whoever was signed in before is not any more: it may have been somebody else.

import { randomUUID } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import { keyFrom } from '#platform/budgets'
import { renderMail } from '#platform/mail-form'
import type { IdentityContext } from '../../context.ts'
import { passwordResetConfirmed } from '../../identity-events.ts'
import { nobody, parseEmail, parsePassword, type SignInRefusal } from '../../identity.ts'
import { accountByEmail, markVerified, setPassword } from '../../identity-store.ts'
import type { CredentialEnder } from '../../sessions/operations/end-credential.ts'
import { endSessions } from '../../sessions/operations/sign-out-everywhere.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { passwordMail } from '../password-mails.ts'
import { cleanResetCode, resetAttemptsMax, resetCodeInvalid } from '../password-reset.ts'
import { attemptReset, removeReset } from '../password-reset-store.ts'
import { hashNewPassword } from './hash-password.ts'
import { refillPasswordAttempts } from './spend-password-attempt.ts'

type Means = CredentialEnder &
  Pick<IdentityContext, 'clock' | 'codes' | 'events' | 'guard' | 'mailer' | 'passwords' | 'publicUrl'>

export async function resetPassword(
  means: Means,
  request: { email: string; code: string; password: string; source: string },
): Promise<Result<undefined, SignInRefusal>> {
  const { database, clock, codes, events, guard, mailer, publicUrl } = means
  const { source } = request
  const email = parseEmail(request.email)
  if (!email.ok) return email
  const parsed = parsePassword(request.password)
  if (!parsed.ok) return parsed
  const here = keyFrom(source, email.value)
  const spent = await guard.spend(['reset-try-address', source], ['reset-try-here', here])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  // Until the code turns out to be right, the same is done for an address that nobody has: the time tells nothing of it.
  const hash = await hashNewPassword(means, { password: parsed.value, source })
  if (!hash.ok) return hash
  const account = await accountByEmail(database.queries, email.value)
  const id = account?.id ?? nobody
  const language = account?.language ?? 'en'
  const mail = await renderMail(passwordMail('reset', { to: email.value, language, url: `${publicUrl}/sign-in` }))
  const done = await database.transaction(async (tx) => {
    const reset = await attemptReset(tx, id, new Date(clock.now()))
    const isTried = reset === undefined || reset.attempts > resetAttemptsMax
    const isWrong = isTried || !codes.fits(cleanResetCode(request.code), `password-reset ${id}`, reset.codeHash)
    if (isWrong || account === undefined) return refuse(resetCodeInvalid)
    await removeReset(tx, id)
    await setPassword(tx, { id: randomUUID(), userId: id, hash: hash.value })
    // The code came by mail: that proves the address, too.
    await markVerified(tx, id)
    await endSessions(means, tx, id)
    await events.announce(tx, passwordResetConfirmed(account, source))
    await mailer.post(tx, mail)
    return accept(undefined)
  })
  // Whoever was locked out by somebody's guesses is so no more.
  if (done.ok) await refillPasswordAttempts(guard, { email: email.value, source })
  return done
}
