// The mail that tells somebody that their webhook was switched off. Pure.

import type { MailWords } from '#platform/mail-form'

const words = {
  en: {
    subject: 'Your webhook was switched off',
    heading: 'Your webhook was switched off',
    body: (url: string, because: string) => `We could not reach ${url}. ${because}`,
    action: 'Open the settings',
    note: 'Once it answers again, switch it on in the settings. What it missed is in the log.',
  },
  ja: {
    subject: 'Webhook を無効にしました',
    heading: 'Webhook を無効にしました',
    body: (url: string, because: string) => `${url} に届けることができませんでした。(${because})`,
    action: '設定を開く',
    note: '復旧したら、設定で再び有効にしてください。届かなかった内容はログで確認できます。',
  },
} as const

export function webhookOffMail(mail: {
  readonly to: string
  readonly language: 'en' | 'ja'
  readonly webhookUrl: string
  readonly because: string
  readonly publicUrl: string
}): MailWords {
  const { to, language, webhookUrl, because, publicUrl } = mail
  const { body, ...others } = words[language]
  return { to, language, ...others, body: body(webhookUrl, because), url: `${publicUrl}/settings/notifications` }
}
