// The mail with the link that proves an address, in both languages.

import type { MailWords } from '#platform/mail-form'
import type { Language } from '../identity.ts'

const words = {
  en: {
    subject: 'Verify your e-mail address for Farport',
    heading: 'Welcome to Farport',
    body: (email: string) =>
      `Please confirm that ${email} is your address, and that you are the one who signed up with it.`,
    action: 'Verify address',
    note: 'The link works once, for 24 hours. Opened in another browser than the one you signed up in, it asks you for a password. If you did not sign up, please ignore this mail.',
  },
  ja: {
    subject: 'Farport: メールアドレスの確認',
    heading: 'Farport へようこそ',
    body: (email: string) => `${email} がご自身のアドレスであり、ご自身で登録されたことを確認してください。`,
    action: 'メールアドレスを確認する',
    note: 'このリンクは 24 時間以内に 1 回だけ使えます。登録時と別のブラウザーで開いた場合は、パスワードの設定をお願いします。お心当たりがない場合は、このメールを無視してください。',
  },
} as const

export function verifyEmailMail(mail: { to: string; language: Language; url: string }): MailWords {
  const { body, ...others } = words[mail.language]
  return { ...mail, ...others, body: body(mail.to) }
}
