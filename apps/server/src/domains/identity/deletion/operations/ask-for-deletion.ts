// Asks the operator to delete an account: people do it, so that it can be taken back.

import { randomUUID } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import { isDeletionRequestComplete, type DeletionReason } from '@farport/vocabulary'
import { renderMail } from '#platform/mail-form'
import type { Viewer } from '../../../../graphql/context.ts'
import type { IdentityContext } from '../../context.ts'
import type { SignInRefusal } from '../../identity.ts'
import { operator } from '../../identity-store.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { deletionMail } from '../deletion-mail.ts'
import { addDeletionRequest, lastConnections } from '../deletion-store.ts'

type Means = Pick<IdentityContext, 'database' | 'clock' | 'guard' | 'mailer' | 'publicUrl'>

const connectionsTold = 5

const incomplete: SignInRefusal = {
  status: 400,
  code: 'INVALID',
  message: 'Please choose at least one reason, or write a few words.',
}

export async function askForDeletion(
  { database, clock, guard, mailer, publicUrl }: Means,
  request: { viewer: Viewer; reasons: readonly DeletionReason[]; text: string; mayContact: boolean },
): Promise<Result<undefined, SignInRefusal>> {
  if (!isDeletionRequestComplete(request)) return refuse(incomplete)
  const { accountId: userId, email } = request.viewer
  const spent = await guard.spend(['deletion-account', userId])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const text = request.text.trim()
  const { reasons, mayContact } = request
  await database.transaction(async (tx) => {
    const now = new Date(clock.now())
    await addDeletionRequest(tx, { id: randomUUID(), userId, email, reasons, text, mayContact, now })
    const reader = await operator(tx)
    if (reader === undefined) throw new Error('an installation without an operator')
    const wish = {
      email,
      id: userId,
      reasons,
      text,
      mayContact,
      lastConnections: await lastConnections(tx, userId, connectionsTold),
    }
    const { email: to, language } = reader
    await mailer.post(tx, await renderMail(deletionMail({ to, language, url: publicUrl }, wish)))
  })
  return accept(undefined)
}
