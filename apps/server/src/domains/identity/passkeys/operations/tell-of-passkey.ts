// Writes to a person what became of a passkey of theirs.

import type { Tx } from '#platform/database'
import { renderMail } from '#platform/mail-form'
import type { IdentityContext } from '../../context.ts'
import type { Account } from '../../identity.ts'
import { passkeyMail, type PasskeyNews } from '../passkey-mail.ts'

export async function tellOfPasskey(
  { mailer, publicUrl }: Pick<IdentityContext, 'mailer' | 'publicUrl'>,
  tx: Tx,
  { account, name, news }: { account: Pick<Account, 'email' | 'language'>; name: string; news: PasskeyNews },
): Promise<void> {
  const { email: to, language } = account
  await mailer.post(tx, await renderMail(passkeyMail({ to, language, name, news, publicUrl })))
}
