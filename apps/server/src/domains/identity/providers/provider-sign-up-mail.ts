// The mail with the code by which a newcomer from a provider shows that the address is theirs, in both languages. Pure.

import type { ProviderId } from '@farport/contract'
import type { MailWords } from '#platform/mail-form'
import type { Language } from '../identity.ts'
import { providerNames } from './provider.ts'

const words = {
  en: {
    subject: 'Your code to sign up for Farport',
    heading: 'Welcome to Farport',
    body: (name: string) =>
      `Somebody signs up for Farport with ${name} and this address. If it is you, type this code where you are asked for it:`,
    action: 'Open Farport',
    note: 'The code works once, for 15 minutes, in the browser that came from there. If you did not sign up, please ignore this mail, and give the code to nobody.',
  },
  ja: {
    subject: 'Farport: アカウント登録のコード',
    heading: 'Farport へようこそ',
    body: (name: string) =>
      `${name} とこのメールアドレスを使った Farport への登録が行われています。ご本人の場合は、登録画面で次のコードを入力してください。`,
    action: 'Farport を開く',
    note: 'コードは、登録を始めたブラウザーで 15 分以内に 1 回だけ使えます。お心当たりがない場合は、このメールを無視し、コードを誰にも教えないでください。',
  },
} as const

export function providerSignUpMail(mail: {
  to: string
  language: Language
  provider: ProviderId
  code: string
  publicUrl: string
}): MailWords {
  const { to, language, provider, code, publicUrl } = mail
  const { body, ...others } = words[language]
  return { to, language, code, url: `${publicUrl}/sign-up/provider`, ...others, body: body(providerNames[provider]) }
}
