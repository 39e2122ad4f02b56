// The mail that tells somebody that an account was made for their address.

import type { MailWords } from '#platform/mail-form'
import type { Language } from './identity.ts'

const words = {
  en: {
    subject: 'You are invited to Farport',
    heading: 'Welcome to Farport',
    body: (by: string) =>
      `${by} made an account for this e-mail address. Sign up with it to use what is shared with you.`,
    action: 'Sign up',
    note: 'If you do not know the sender, please ignore this mail.',
  },
  ja: {
    subject: 'Farport への招待',
    heading: 'Farport へようこそ',
    body: (by: string) =>
      `${by} さんがこのメールアドレスのアカウントを作成しました。登録すると、共有されたものを利用できます。`,
    action: '登録する',
    note: 'お心当たりがない場合は、このメールを無視してください。',
  },
} as const

export function invitationMail(mail: { to: string; by: string; language: Language; publicUrl: string }): MailWords {
  const { to, by, language, publicUrl } = mail
  const { body, ...others } = words[language]
  const url = `${publicUrl}/sign-up/${encodeURIComponent(to)}`
  return { to, language, url, ...others, body: body(by) }
}
