// Brings the former address of an account back, by the link that went there: for people whose account was taken over. Whoever
// is signed in is not any more, and the password, which somebody else knows, is gone.

import { accept, refuse, type Result } from '@farport/basics'
import { violatedConstraint } from '#platform/database'
import { hashLinkToken } from '#platform/link-tokens'
import { renderMail } from '#platform/mail-form'
import type { IdentityContext } from '../../context.ts'
import { emailChanged } from '../../identity-events.ts'
import type { SignInRefusal } from '../../identity.ts'
import { accountsByIds, removeLinkTokens, setVerifiedEmail } from '../../identity-store.ts'
import type { CredentialEnder } from '../../sessions/operations/end-credential.ts'
import { endSessions } from '../../sessions/operations/sign-out-everywhere.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { emailMail } from '../email-mails.ts'
import { removePassword, useAddressLink } from '../email-store.ts'
import { emailTaken } from './ask-for-email.ts'

type Means = CredentialEnder & Pick<IdentityContext, 'clock' | 'events' | 'guard' | 'mailer' | 'publicUrl'>

const invalid: SignInRefusal = { status: 400, code: 'INVALID_TOKEN', message: 'This link is used up or too old.' }

export async function restoreEmail(
  means: Means,
  request: { token: string; source: string },
): Promise<Result<{ email: string }, SignInRefusal>> {
  const { database, clock, events, guard, mailer, publicUrl } = means
  const spent = await guard.spend(['link-address', request.source])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const now = new Date(clock.now())
  const link = { hash: hashLinkToken(request.token), purpose: 'restore-email', now } as const
  try {
    return await database.transaction(async (tx) => {
      const used = await useAddressLink(tx, link)
      if (used === undefined) return refuse(invalid)
      const { userId, email } = used
      const account = (await accountsByIds(tx, [userId])).get(userId)
      await setVerifiedEmail(tx, userId, email)
      await removePassword(tx, userId)
      for (const purpose of ['change-email', 'restore-email', 'verify-email'] as const) {
        await removeLinkTokens(tx, userId, purpose)
      }
      await endSessions(means, tx, userId)
      await events.announce(tx, emailChanged({ id: userId }, request.source))
      const url = `${publicUrl}/forgot-password`
      const words = { to: email, language: account?.language ?? 'en', url, other: account?.email ?? '' } as const
      await mailer.post(tx, await renderMail(emailMail('restored', words)))
      return accept({ email })
    })
  } catch (error) {
    if (violatedConstraint(error) === 'user_email_key') return refuse(emailTaken)
    throw error
  }
}
