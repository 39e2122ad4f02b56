// The mail that tells of an access key that was made, in both languages. Pure.

import type { MailWords } from '#platform/mail-form'
import type { Language } from '../identity.ts'

const words = {
  en: {
    subject: 'An access key was made for your Farport account',
    heading: 'You have a new access key',
    body: (key: string) => `Whoever has the secret of the access key ${key} can act for you, without signing in.`,
    action: 'See your access keys',
    note: 'If this was not you, switch all your access keys off, change your password and sign out everywhere.',
  },
  ja: {
    subject: 'Farport: アクセスキーを作成しました',
    heading: '新しいアクセスキーを作成しました',
    body: (key: string) =>
      `アクセスキー ${key} のシークレットを持つプログラムは、サインインせずに操作を行うことができます。`,
    action: 'アクセスキーを確認する',
    note: 'お心当たりがない場合は、すべてのアクセスキーを無効にし、パスワードを変更して、すべての端末からサインアウトしてください。',
  },
} as const

export function accessKeyMail(mail: { to: string; language: Language; key: string; publicUrl: string }): MailWords {
  const { to, language, key, publicUrl } = mail
  const { body, ...others } = words[language]
  return { to, language, url: `${publicUrl}/account/accessKey`, ...others, body: body(key) }
}
