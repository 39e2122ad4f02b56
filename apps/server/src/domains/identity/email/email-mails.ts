// The mails about another address for an account, in both languages. Pure.

import type { MailWords } from '#platform/mail-form'
import type { Language } from '../identity.ts'

const words = {
  en: {
    confirm: {
      subject: 'Confirm your new address for Farport',
      heading: 'Your new e-mail address',
      body: (other: string) =>
        `The Farport account of ${other} is to have this address. Please confirm it, signed in with that account.`,
      action: 'Confirm address',
      note: 'The link works once, for 24 hours. If you do not know of it, please ignore this mail: nothing will change.',
    },
    changed: {
      subject: 'The address of your Farport account was changed',
      heading: 'Your account has another address',
      body: (other: string) => `From now on ${other} signs in to your Farport account. Mails go there.`,
      action: 'It was not me: change it back',
      note: 'The link works for 7 days. It brings this address back, ends all sessions and takes the password away, so that you can choose a new one.',
    },
    restored: {
      subject: 'The address of your Farport account was changed back',
      heading: 'Your address is back',
      body: () =>
        'This address is again that of your Farport account. You were signed out everywhere, and the password is gone. Please choose a new one.',
      action: 'Choose a password',
      note: 'Please look through your two-factor settings, passkeys and access keys, too, once you are signed in.',
    },
  },
  ja: {
    confirm: {
      subject: 'Farport: 新しいメールアドレスの確認',
      heading: '新しいメールアドレスの確認',
      body: (other: string) =>
        `${other} の Farport アカウントのアドレスを、このアドレスに変更します。そのアカウントでサインインした状態で確認してください。`,
      action: 'アドレスを確認する',
      note: 'このリンクは 24 時間以内に 1 回だけ使えます。お心当たりがない場合は、このメールを無視してください。何も変更されません。',
    },
    changed: {
      subject: 'Farport アカウントのメールアドレスが変更されました',
      heading: 'メールアドレスが変更されました',
      body: (other: string) =>
        `今後、お使いの Farport アカウントには ${other} でサインインします。メールもそちらに届きます。`,
      action: '心当たりがないので元に戻す',
      note: 'このリンクは 7 日間有効です。アドレスを元に戻し、すべてのセッションを終了してパスワードを消去します。その後、新しいパスワードを設定してください。',
    },
    restored: {
      subject: 'Farport アカウントのメールアドレスを元に戻しました',
      heading: 'メールアドレスを元に戻しました',
      body: () =>
        'このアドレスが再び Farport アカウントのアドレスになりました。すべての端末からサインアウトし、パスワードを消去しました。新しいパスワードを設定してください。',
      action: 'パスワードを設定する',
      note: 'サインイン後、2 要素認証、パスキー、アクセスキーの設定もご確認ください。',
    },
  },
} as const

/** `other`: the address that it is about besides the one that the mail goes to. */
export function emailMail(
  news: 'confirm' | 'changed' | 'restored',
  { to, language, url, other }: { to: string; language: Language; url: string; other: string },
): MailWords {
  const { body, ...others } = words[language][news]
  return { to, language, url, ...others, body: body(other) }
}
