// Writes to a person that a way into their account was added or removed.

import type { ProviderId } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import type { Tx } from '#platform/database'
import { renderMail } from '#platform/mail-form'
import type { IdentityContext } from '../../context.ts'
import { providerLinkMail } from '../provider-link-mail.ts'
import { accountById } from '../provider-store.ts'

export async function tellOfLink(
  { mailer, publicUrl }: Pick<IdentityContext, 'mailer' | 'publicUrl'>,
  tx: Tx,
  { userId, provider, change }: { userId: AccountId; provider: ProviderId; change: 'added' | 'removed' },
): Promise<void> {
  const account = await accountById(tx, userId)
  if (account === undefined) return
  const { email: to, language } = account
  await mailer.post(tx, await renderMail(providerLinkMail({ to, language, provider, change, publicUrl })))
}
