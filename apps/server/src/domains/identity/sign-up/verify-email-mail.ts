// The mail with the link that proves an address, in both languages.

import type { MailWords } from '#platform/mail-form'
import type { Language } from '../identity.ts'

const words = {
  en: {
    subject: 'Verify your e-mail address for Farport',
    heading: 'Welcome to Farport',
    body: 'Please verify this e-mail address to finish your sign-up.',
    action: 'Verify address',
    note: 'The link works once, for 24 hours. If you did not sign up, please ignore this mail.',
  },
  ja: {
    subject: 'Farport: メールアドレスの確認',
    heading: 'Farport へようこそ',
    body: '登録を完了するには、このメールアドレスを確認してください。',
    action: 'メールアドレスを確認する',
    note: 'このリンクは 24 時間以内に 1 回だけ使えます。お心当たりがない場合は、このメールを無視してください。',
  },
} as const

export function verifyEmailMail(mail: { to: string; language: Language; url: string }): MailWords {
  return { ...mail, ...words[mail.language] }
}
