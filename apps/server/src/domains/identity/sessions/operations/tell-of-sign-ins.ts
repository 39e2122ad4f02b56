// Tells people of what happens with their sessions that they may not have done themselves.

import type { Tx } from '#platform/database'
import { renderMail } from '#platform/mail-form'
import type { IdentityContext } from '../../context.ts'
import { tokenReused } from '../../identity-events.ts'
import { accountsByIds } from '../../identity-store.ts'
import { stolenTokenMail } from '../session-mails.ts'
import type { StoredSession } from '../session-store.ts'

export type Teller = Pick<IdentityContext, 'mailer' | 'events' | 'publicUrl'>

export async function tellOfStolenToken(
  { mailer, events, publicUrl }: Teller,
  tx: Tx,
  { session, source }: { session: StoredSession; source: string },
): Promise<void> {
  const account = (await accountsByIds(tx, [session.userId])).get(session.userId)
  if (account === undefined) return
  await events.announce(tx, tokenReused(account, source))
  const { email: to, language } = account
  await mailer.post(tx, await renderMail(stolenTokenMail({ to, language, url: `${publicUrl}/account/security` })))
}
