// Gives an account the address whose link was opened, by somebody who is signed in with it: whoever reads a mail that was sent
// to a wrong address gets nothing by it. The former address is told, with a way back.

import { accept, refuse, type Result } from '@farport/basics'
import { violatedConstraint } from '#platform/database'
import { hashLinkToken, newLinkToken } from '#platform/link-tokens'
import { renderMail } from '#platform/mail-form'
import type { Viewer } from '../../../../graphql/context.ts'
import type { IdentityContext } from '../../context.ts'
import { emailChanged } from '../../identity-events.ts'
import type { SignInRefusal } from '../../identity.ts'
import { removeLinkTokens, setVerifiedEmail } from '../../identity-store.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { emailMail } from '../email-mails.ts'
import { addAddressLink, useAddressLink } from '../email-store.ts'
import { emailTaken } from './ask-for-email.ts'

type Means = Pick<IdentityContext, 'database' | 'clock' | 'events' | 'guard' | 'mailer' | 'publicUrl'>

const wayBackMs = 7 * 86_400_000

const invalid: SignInRefusal = {
  status: 400,
  code: 'INVALID_TOKEN',
  message: 'This link is used up, too old, or meant for another account.',
}

export async function changeEmail(
  means: Means,
  request: { viewer: Viewer; token: string; source: string },
): Promise<Result<{ email: string }, SignInRefusal>> {
  const { database, clock, events, guard, mailer } = means
  const { accountId: userId, email: former } = request.viewer
  const language = request.viewer.language === 'ja' ? 'ja' : 'en'
  const spent = await guard.spend(['link-address', request.source])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const now = new Date(clock.now())
  const link = { hash: hashLinkToken(request.token), purpose: 'change-email', userId, now } as const
  try {
    return await database.transaction(async (tx) => {
      const used = await useAddressLink(tx, link)
      if (used === undefined) return refuse(invalid)
      await setVerifiedEmail(tx, userId, used.email)
      // Mailed to the former address, these were for it.
      await removeLinkTokens(tx, userId, 'verify-email')
      const back = newLinkToken().reveal()
      const expiresAt = new Date(clock.now() + wayBackMs)
      await addAddressLink(tx, {
        hash: hashLinkToken(back),
        purpose: 'restore-email',
        userId,
        email: former,
        expiresAt,
      })
      const url = `${means.publicUrl}/restore-email?token=${back}`
      await mailer.post(tx, await renderMail(emailMail('changed', { to: former, language, url, other: used.email })))
      await events.announce(tx, emailChanged({ id: userId }, request.source))
      return accept({ email: used.email })
    })
  } catch (error) {
    if (violatedConstraint(error) === 'user_email_key') return refuse(emailTaken)
    throw error
  }
}
