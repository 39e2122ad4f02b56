// The mails that tell of a passkey that was added, removed, or seems to have been copied; in both languages.

import type { MailWords } from '#platform/mail-form'
import type { Language } from '../identity.ts'

export type PasskeyNews = 'added' | 'removed' | 'copied'

const words = {
  en: {
    added: {
      subject: 'A passkey was added to your Farport account',
      body: (name: string) => `The passkey “${name}” can be used to sign in from now on.`,
    },
    removed: {
      subject: 'A passkey was removed from your Farport account',
      body: (name: string) => `The passkey “${name}” can no longer be used to sign in.`,
    },
    copied: {
      subject: 'A passkey of your Farport account may have been copied',
      body: (name: string) =>
        `Somebody tried to sign in with a copy of the passkey “${name}”, and was refused. Remove this passkey, and make a new one.`,
    },
    action: 'Look at your sign-in settings',
    note: 'If this was not you, change your password and sign out everywhere.',
  },
  ja: {
    added: {
      subject: 'Farport: パスキーをアカウントに追加しました',
      body: (name: string) => `パスキー「${name}」でサインインできるようになりました。`,
    },
    removed: {
      subject: 'Farport: パスキーをアカウントから削除しました',
      body: (name: string) => `パスキー「${name}」ではサインインできなくなりました。`,
    },
    copied: {
      subject: 'Farport: パスキーが複製された可能性があります',
      body: (name: string) =>
        `パスキー「${name}」の複製によるサインインの試みを拒否しました。このパスキーを削除し、新しいものを作成してください。`,
    },
    action: 'サインインの設定を確認する',
    note: 'お心当たりがない場合は、パスワードを変更し、すべての端末からサインアウトしてください。',
  },
} as const

export function passkeyMail(mail: {
  to: string
  language: Language
  name: string
  news: PasskeyNews
  publicUrl: string
}): MailWords {
  const { to, language, name, news, publicUrl } = mail
  const { action, note, [news]: told } = words[language]
  const url = `${publicUrl}/account/security`
  return { to, language, url, subject: told.subject, heading: told.subject, body: told.body(name), action, note }
}
