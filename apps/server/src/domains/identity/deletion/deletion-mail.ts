// The mail to the operator about somebody who wants their account deleted. Pure.

import type { MailWords } from '#platform/mail-form'
import type { DeletionReason } from '@farport/vocabulary'
import type { Language } from '../identity.ts'

export interface WishToGo {
  email: string
  id: string
  reasons: readonly DeletionReason[]
  text: string
  mayContact: boolean
  /** The services that they connected to last. */
  lastConnections: readonly string[]
}

const words = {
  en: {
    subject: 'Somebody wants their Farport account deleted',
    heading: 'A request to delete an account',
    body: (email: string, id: string) =>
      `${email} (account ${id}) asks for the deletion of the account, within 3 to 5 business days.`,
    reasons: 'Reasons',
    text: 'In their words',
    contact: 'May be contacted about it',
    connections: 'Last connections',
    none: 'none',
    yes: 'yes',
    no: 'no',
    action: 'Open Farport',
    note: 'Nothing has been deleted yet.',
  },
  ja: {
    subject: 'Farport アカウントの削除依頼',
    heading: 'アカウントの削除依頼',
    body: (email: string, id: string) =>
      `${email}（アカウント ${id}）から、3〜5 営業日以内のアカウント削除の依頼がありました。`,
    reasons: '理由',
    text: 'コメント',
    contact: '連絡の可否',
    connections: '最近の接続',
    none: 'なし',
    yes: '可',
    no: '不可',
    action: 'Farport を開く',
    note: 'まだ何も削除されていません。',
  },
} as const

export function deletionMail(mail: { to: string; language: Language; url: string }, wish: WishToGo): MailWords {
  const told = words[mail.language]
  const list = (items: readonly string[]) => (items.length === 0 ? told.none : items.join(', '))
  const lines = [
    told.body(wish.email, wish.id),
    `${told.reasons}: ${list(wish.reasons)}.`,
    `${told.text}: ${wish.text === '' ? told.none : wish.text}`,
    `${told.contact}: ${wish.mayContact ? told.yes : told.no}.`,
    `${told.connections}: ${list(wish.lastConnections)}.`,
  ]
  const { subject, heading, action, note } = told
  return { ...mail, subject, heading, action, note, body: lines.join('\n') }
}
