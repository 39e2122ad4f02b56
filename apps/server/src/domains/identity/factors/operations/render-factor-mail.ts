// A mail about second factors, to whom they belong. Made before the transaction that posts it: it takes a moment.

import type { Mail } from '#platform/mailer'
import { renderMail } from '#platform/mail-form'
import type { IdentityContext } from '../../context.ts'
import type { Account } from '../../identity.ts'
import { factorMail, type FactorNews } from '../factor-mails.ts'

export function renderFactorMail(
  { publicUrl }: Pick<IdentityContext, 'publicUrl'>,
  account: Pick<Account, 'email' | 'language'>,
  news: FactorNews,
): Promise<Mail> {
  const { email: to, language } = account
  return renderMail(factorMail({ to, language, url: `${publicUrl}/account/security` }, news))
}
