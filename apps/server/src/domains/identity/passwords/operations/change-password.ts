// Changes the password of somebody who is signed in and knows the one they have. Their other sessions end.

import { randomUUID } from 'node:crypto'
import { accept, type Result } from '@farport/basics'
import { renderMail } from '#platform/mail-form'
import type { Viewer } from '../../../../graphql/context.ts'
import type { IdentityContext } from '../../context.ts'
import { passwordChanged } from '../../identity-events.ts'
import { parsePassword, type SignInRefusal } from '../../identity.ts'
import { setPassword } from '../../identity-store.ts'
import type { CredentialEnder } from '../../sessions/operations/end-credential.ts'
import { proveByPassword } from '../../sessions/operations/prove.ts'
import { endSessions } from '../../sessions/operations/sign-out-everywhere.ts'
import { passwordMail } from '../password-mails.ts'
import { hashNewPassword } from './hash-password.ts'

type Means = CredentialEnder &
  Pick<IdentityContext, 'clock' | 'events' | 'guard' | 'mailer' | 'passwords' | 'publicUrl'>

export async function changePassword(
  means: Means,
  { viewer, ...request }: { viewer: Viewer; currentPassword: string; password: string; source: string },
): Promise<Result<undefined, SignInRefusal>> {
  const { database, events, mailer, publicUrl } = means
  const { source } = request
  const parsed = parsePassword(request.password)
  if (!parsed.ok) return parsed
  const proven = await proveByPassword(means, { viewer, password: request.currentPassword, source })
  if (!proven.ok) return proven
  const hash = await hashNewPassword(means, { password: parsed.value, source })
  if (!hash.ok) return hash
  const { accountId: id, email: to, credential } = viewer
  const language = viewer.language === 'ja' ? 'ja' : 'en'
  const mail = await renderMail(passwordMail('changed', { to, language, url: `${publicUrl}/account/security` }))
  await database.transaction(async (tx) => {
    await setPassword(tx, { id: randomUUID(), userId: id, hash: hash.value })
    await endSessions(means, tx, id, credential.id)
    await events.announce(tx, passwordChanged({ id }, source))
    await mailer.post(tx, mail)
  })
  return accept(undefined)
}
