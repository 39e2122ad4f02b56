// Mails the link that proves an address.

import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database'
import { renderMail } from '#platform/mail-form'
import type { Mailer } from '#platform/mailer'
import { authPath } from '../../auth-path.ts'
import type { Account } from '../../identity.ts'
import { addLinkToken } from '../../identity-store.ts'
import { hashLinkToken, linkTokenMsMax, newLinkToken } from '#platform/link-tokens'
import { verifyEmailMail } from '../verify-email-mail.ts'

export interface VerificationPoster {
  database: Database
  mailer: Mailer
  clock: Clock
  publicUrl: string
}

export async function postVerification(poster: VerificationPoster, account: Account): Promise<void> {
  const { database, mailer, clock, publicUrl } = poster
  const token = newLinkToken()
  const url = `${publicUrl}${authPath}/verify-email?token=${token.reveal()}`
  const mail = await renderMail(verifyEmailMail({ to: account.email, language: account.language, url }))
  await database.transaction(async (tx) => {
    const expiresAt = new Date(clock.now() + linkTokenMsMax)
    const hash = hashLinkToken(token.reveal())
    await addLinkToken(tx, { hash, purpose: 'verify-email', userId: account.id, expiresAt })
    await mailer.post(tx, mail)
  })
}
