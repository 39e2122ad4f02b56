// The mail that asks whether notifications may come to an address. Pure.

import type { MailWords } from '#platform/mail-form'

const words = {
  en: {
    subject: 'May notifications from Farport come here?',
    heading: 'Notifications by e-mail',
    body: (by: string) => `${by} would like notifications about devices to come to this address.`,
    action: 'Yes, send them here',
    note: 'The link works for 24 hours. If you do not know the sender, please ignore this mail: nothing more will come.',
  },
  ja: {
    subject: 'Farport の通知をこのアドレスに送ってもよろしいですか',
    heading: 'メールによる通知',
    body: (by: string) => `${by} さんが、デバイスに関する通知をこのアドレスで受け取ることを希望しています。`,
    action: 'このアドレスで受け取る',
    note: 'このリンクは 24 時間有効です。お心当たりがない場合は、このメールを無視してください。以後、通知は届きません。',
  },
} as const

export function confirmEmailMail(mail: {
  readonly to: string
  readonly by: string
  readonly language: 'en' | 'ja'
  readonly url: string
}): MailWords {
  const { to, by, language, url } = mail
  const { body, ...others } = words[language]
  return { to, language, url, ...others, body: body(by) }
}
