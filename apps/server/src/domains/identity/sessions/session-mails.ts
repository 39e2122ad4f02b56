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
