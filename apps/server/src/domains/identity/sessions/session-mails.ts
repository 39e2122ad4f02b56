// The mails about sessions, in both languages. Pure.

import type { MailWords } from '#platform/mail-form'
import type { Language } from '../identity.ts'

const stolen = {
  en: {
    subject: 'A session of your Farport account was ended',
    heading: 'We ended one of your sessions',
    body: 'An old key of this session was used again. That happens when somebody has copied it, so the session was ended. Please sign in again there, and change your password if you do not know how it came about.',
    action: 'See your sessions',
    note: 'This mail is sent because it concerns the safety of your account.',
  },
  ja: {
    subject: 'Farport アカウントのセッションを終了しました',
    heading: 'セッションを 1 つ終了しました',
    body: 'このセッションの古いキーが再び使われました。第三者にコピーされた可能性があるため、セッションを終了しました。再度サインインし、お心当たりがない場合はパスワードを変更してください。',
    action: 'セッションを確認する',
    note: 'このメールは、アカウントの安全に関わるためお送りしています。',
  },
} as const

export function stolenTokenMail(mail: { to: string; language: Language; url: string }): MailWords {
  return { ...mail, ...stolen[mail.language] }
}

interface NewPlace {
  device: string
  /** A place, or an address when nobody knows where it is. */
  where: string
  at: Date
}

const newPlace = {
  en: {
    subject: 'A new sign-in to your Farport account',
    heading: 'Was it you?',
    body: ({ device, where, at }: NewPlace) =>
      `Somebody signed in to your account with ${device}, from ${where}, on ${momentOf(at)}.`,
    action: 'See your sessions',
    note: 'If it was you, there is nothing to do. If not, end the session there and change your password.',
  },
  ja: {
    subject: 'Farport アカウントへの新しいサインイン',
    heading: 'ご本人によるサインインですか',
    body: ({ device, where, at }: NewPlace) =>
      `${momentOf(at)} に、${device} を使って ${where} からアカウントへのサインインがありました。`,
    action: 'セッションを確認する',
    note: 'ご本人であれば、何もする必要はありません。お心当たりがない場合は、そのセッションを終了し、パスワードを変更してください。',
  },
} as const

export function newPlaceMail(mail: { to: string; language: Language; url: string }, place: NewPlace): MailWords {
  const { body, ...others } = newPlace[mail.language]
  return { ...mail, ...others, body: body(place) }
}

/** Such as "2026-11-20 15:04 UTC". */
function momentOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
