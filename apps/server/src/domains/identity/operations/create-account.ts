// Makes an account for somebody else's e-mail address. They complete it by signing up with that address.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import type { Tx } from '#platform/database'
import { renderMail } from '#platform/mail-form'
import type { IdentityContext } from '../context.ts'
import { isLanguage, parseEmail, type Account } from '../identity.ts'
import { accountByEmail, addInvited } from '../identity-store.ts'
import { invitationMail } from '../invitation-mail.ts'
import { throttled } from '../sign-in-budgets.ts'

interface Inviter {
  id: AccountId
  email: string
  /** Of the mail. */
  language: string
}

type Means = Pick<IdentityContext, 'ids' | 'mailer' | 'publicUrl'>

const exists: Refusal = { code: 'CONFLICT', message: 'There is an account with this e-mail address.' }

export async function createAccount(
  means: Means & Pick<IdentityContext, 'database' | 'guard'>,
  request: { email: string; by: Inviter },
): Promise<Result<Account, Refusal>> {
  const email = parseEmail(request.email)
  if (!email.ok) return refuse({ code: 'INVALID', message: email.refusal.message })
  const spent = await means.guard.spend(['invitation-sender', request.by.id], ['mail-account', email.value])
  if (!spent.ok) {
    const { message, retryAfterSeconds = 0 } = throttled(spent.refusal.retryAfterSeconds)
    return refuse({ code: 'THROTTLED', message, retryAfterSeconds })
  }
  return means.database.transaction(async (tx) => {
    const { account, isNew } = await inviteAccount(means, tx, { email: email.value, by: request.by })
    return isNew ? accept(account) : refuse(exists)
  })
}

/** The account with this address, which is made, and its owner written to, when there is none. The address is parsed. */
export async function inviteAccount(
  { ids, mailer, publicUrl }: Means,
  tx: Tx,
  { email, by }: { email: string; by: Inviter },
): Promise<{ account: Account; isNew: boolean }> {
  const id = ids('a')
  const language = isLanguage(by.language) ? by.language : 'en'
  await addInvited(tx, { id, email, language })
  const account = await accountByEmail(tx, email)
  if (account === undefined) throw new Error('an account that was made or found is not there')
  const isNew = account.id === id
  if (isNew) await mailer.post(tx, await renderMail(invitationMail({ to: email, by: by.email, language, publicUrl })))
  return { account, isNew }
}
