// The mail that tells of an identity at a provider that was added or removed, in both languages.

import type { ProviderId } from '@farport/contract'
import type { MailWords } from '#platform/mail-form'
import type { Language } from '../identity.ts'
import { providerNames } from './provider.ts'

const words = {
  en: {
    added: {
      subject: (name: string) => `${name} was added to your Farport account`,
      body: (name: string) => `From now on you can sign in to Farport with ${name}.`,
    },
    removed: {
      subject: (name: string) => `${name} was removed from your Farport account`,
      body: (name: string) => `You can no longer sign in to Farport with ${name}.`,
    },
    action: 'Look at your sign-in settings',
    note: 'If this was not you, change your password and sign out everywhere.',
  },
  ja: {
    added: {
      subject: (name: string) => `Farport: ${name} をアカウントに追加しました`,
      body: (name: string) => `今後は ${name} で Farport にサインインできます。`,
    },
    removed: {
      subject: (name: string) => `Farport: ${name} をアカウントから削除しました`,
      body: (name: string) => `今後は ${name} で Farport にサインインできません。`,
    },
    action: 'サインインの設定を確認する',
    note: 'お心当たりがない場合は、パスワードを変更し、すべての端末からサインアウトしてください。',
  },
} as const

export function providerLinkMail(mail: {
  to: string
  language: Language
  provider: ProviderId
  change: 'added' | 'removed'
  publicUrl: string
}): MailWords {
  const { to, language, provider, change, publicUrl } = mail
  const { action, note, [change]: told } = words[language]
  const subject = told.subject(providerNames[provider])
  const url = `${publicUrl}/account/security`
  return { to, language, url, subject, heading: subject, body: told.body(providerNames[provider]), action, note }
}
