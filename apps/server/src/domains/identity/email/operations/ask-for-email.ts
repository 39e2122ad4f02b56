// Mails a link to the address that somebody wants for their account. Nothing changes until they have opened it.

import { accept, refuse, type Result } from '@farport/basics'
import { hashLinkToken, linkTokenMsMax, newLinkToken } from '#platform/link-tokens'
import { renderMail } from '#platform/mail-form'
import type { Viewer } from '../../../../graphql/context.ts'
import type { IdentityContext } from '../../context.ts'
import { parseEmail, type SignInRefusal } from '../../identity.ts'
import { accountByEmail, removeLinkTokens } from '../../identity-store.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { emailMail } from '../email-mails.ts'
import { addAddressLink } from '../email-store.ts'

type Means = Pick<IdentityContext, 'database' | 'clock' | 'guard' | 'mailer' | 'publicUrl'>

const invalidFormat: SignInRefusal = { status: 400, code: 'INVALID_EMAIL', message: 'Invalid format.' }

export const emailTaken: SignInRefusal = {
  status: 409,
  code: 'USERNAME_EXISTS',
  message: 'There is another account with this e-mail address.',
}

export async function askForEmail(
  { database, clock, guard, mailer, publicUrl }: Means,
  request: { viewer: Viewer; email: string; source: string },
): Promise<Result<undefined, SignInRefusal>> {
  const { accountId: userId, email: other } = request.viewer
  const email = parseEmail(request.email)
  if (!email.ok) return refuse(invalidFormat)
  const spent = await guard.spend(
    ['mail-address', request.source],
    ['change-email', userId],
    ['mail-account', email.value],
  )
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  if ((await accountByEmail(database.queries, email.value)) !== undefined) return refuse(emailTaken)

  const token = newLinkToken().reveal()
  const url = `${publicUrl}/account/overview?emailToken=${token}`
  const language = request.viewer.language === 'ja' ? 'ja' : 'en'
  const mail = await renderMail(emailMail('confirm', { to: email.value, language, url, other }))
  await database.transaction(async (tx) => {
    await removeLinkTokens(tx, userId, 'change-email')
    const expiresAt = new Date(clock.now() + linkTokenMsMax)
    await addAddressLink(tx, {
      hash: hashLinkToken(token),
      purpose: 'change-email',
      userId,
      email: email.value,
      expiresAt,
    })
    await mailer.post(tx, mail)
  })
  return accept(undefined)
}
