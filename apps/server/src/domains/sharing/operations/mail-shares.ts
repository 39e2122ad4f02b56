// Writes to people that something is shared with them.

import type { Actor } from '../../../access/index.ts'
import { accountsByIds, type Account } from '#domains/identity'
import type { Queries, Tx } from '#platform/database'
import { renderMail } from '#platform/mail-form'
import type { Mail } from '#platform/mailer'
import type { SharingContext } from '../context.ts'
import { shareMail, type ShareMail } from '../share-mail.ts'

export type ShareNotice = Omit<ShareMail, 'to' | 'language'>

/** Made before the transaction, which should not wait for it: one for each language. */
export interface PreparedMails {
  post(tx: Tx, to: Account): Promise<void>
}

export const noMails: PreparedMails = { post: () => Promise.resolve() }

/** Who shares, as the mails say. */
export async function inviterOf(queries: Queries, { userId }: Actor): Promise<Account> {
  const account = (await accountsByIds(queries, [userId])).get(userId)
  if (account === undefined) throw new Error(`somebody shares who does not exist: ${userId}`)
  return account
}

/** For those of these people whose mailbox is not full of such mails. */
export async function prepareMails(
  context: SharingContext,
  people: readonly Account[],
  notice: ShareNotice,
): Promise<PreparedMails> {
  const byLanguage = new Map<string, Mail>()
  const written = new Set<string>()
  for (const { email, language } of people) {
    const spent = await context.mailBudgets.spend(['share-mail', email])
    if (!spent.ok) continue
    written.add(email)
    if (byLanguage.has(language)) continue
    byLanguage.set(language, await renderMail(shareMail({ ...notice, language, to: email })))
  }
  return {
    async post(tx, { email, language }) {
      const mail = byLanguage.get(language)
      if (mail !== undefined && written.has(email)) await context.mailer.post(tx, { ...mail, to: email })
    },
  }
}
