// The accounts of e-mail addresses, for those who let people in: who has none is invited, and completes the one that is
// made by signing up with that address. What it is let into opens with the link that is mailed then, not before.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import type { Budgets } from '#platform/budgets'
import type { Database, Tx } from '#platform/database'
import type { Ids } from '#platform/ids'
import type { Mailer } from '#platform/mailer'
import type { Account } from '../identity.ts'
import { accountsByEmails, accountsByIds } from '../identity-store.ts'
import { throttled } from '../sign-in-budgets.ts'
import { inviteAccount } from './create-account.ts'

/** Addresses are parsed, and each stands there once. */
export interface InvitationRequest {
  emails: readonly string[]
  /** Who invites, as the mail says. */
  by: AccountId
}

export interface Invitations {
  /** The accounts of those who have one. */
  find(emails: readonly string[]): Promise<Account[]>
  /** Pays for the mails to those who have no account. Asked before the transaction: what is refused has no effect. */
  pay(request: InvitationRequest): Promise<Result<true, Refusal>>
  /** The account of each address, in any order. */
  invite(tx: Tx, request: InvitationRequest): Promise<Account[]>
}

export interface InvitationMeans {
  database: Database
  ids: Ids
  mailer: Mailer
  publicUrl: string
  guard: Budgets<'invitation-sender' | 'mail-account'>
}

export function createInvitations(means: InvitationMeans): Invitations {
  const find = (emails: readonly string[]) => accountsByEmails(means.database.queries, emails)
  return {
    find,
    async pay({ emails, by }) {
      for (const email of strangersAmong(emails, await find(emails))) {
        const spent = await means.guard.spend(['invitation-sender', by], ['mail-account', email])
        if (spent.ok) continue
        const { message, retryAfterSeconds = 0 } = throttled(spent.refusal.retryAfterSeconds)
        return refuse({ code: 'THROTTLED', message, retryAfterSeconds })
      }
      return accept(true)
    },
    async invite(tx, { emails, by }) {
      const accounts = await accountsByEmails(tx, emails)
      const strangers = strangersAmong(emails, accounts)
      if (strangers.length === 0) return accounts
      const inviter = (await accountsByIds(tx, [by])).get(by)
      if (inviter === undefined) throw new Error(`somebody invites who does not exist: ${by}`)
      for (const email of strangers) accounts.push((await inviteAccount(means, tx, { email, by: inviter })).account)
      return accounts
    },
  }
}

function strangersAmong(emails: readonly string[], known: readonly Account[]): string[] {
  const taken = new Set(known.map((account) => account.email))
  return emails.filter((email) => !taken.has(email))
}
