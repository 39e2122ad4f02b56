// The mails about passwords, in both languages. Pure.

import type { MailWords } from '#platform/mail-form'
import type { Language } from '../identity.ts'

type News = 'reset-code' | 'reset' | 'changed'

const words: Readonly<
  Record<News, Record<Language, Pick<MailWords, 'subject' | 'heading' | 'body' | 'action' | 'note'>>>
> = {
  'reset-code': {
    en: {
      subject: 'Your code for a new Farport password',
      heading: 'Choose a new password',
      body: 'Type this code where you asked for it:',
      action: 'Choose a password',
      note: 'The code works once, for 15 minutes. If you did not ask for it, please ignore this mail: your password stays as it is.',
    },
    ja: {
      subject: 'Farport: 新しいパスワードのためのコード',
      heading: '新しいパスワードの設定',
      body: 'パスワードの再設定画面で、次のコードを入力してください。',
      action: 'パスワードを設定する',
      note: 'このコードは 15 分以内に 1 回だけ使えます。お心当たりがない場合は、このメールを無視してください。パスワードは変わりません。',
    },
  },
  reset: {
    en: {
      subject: 'Your Farport password was reset',
      heading: 'You have a new password',
      body: 'A new password was chosen for your account with a code that we mailed to you. You were signed out everywhere.',
      action: 'Sign in',
      note: 'If it was not you, somebody reads your mail. Choose another password for it, and then a new one here.',
    },
    ja: {
      subject: 'Farport のパスワードが再設定されました',
      heading: 'パスワードが再設定されました',
      body: 'メールでお送りしたコードを使って、新しいパスワードが設定されました。すべての端末からサインアウトしました。',
      action: 'サインインする',
      note: 'お心当たりがない場合、メールが第三者に読まれている可能性があります。メールのパスワードを変更した後、こちらでも再設定してください。',
    },
  },
  changed: {
    en: {
      subject: 'Your Farport password was changed',
      heading: 'Your password was changed',
      body: 'The password of your account was changed. Your other sessions were ended.',
      action: 'See your sessions',
      note: 'If it was not you, choose a new password at once by “Forgot password” on the sign-in page.',
    },
    ja: {
      subject: 'Farport のパスワードが変更されました',
      heading: 'パスワードが変更されました',
      body: 'アカウントのパスワードが変更されました。ほかのセッションは終了しました。',
      action: 'セッションを確認する',
      note: 'お心当たりがない場合は、サインイン画面の「パスワードをお忘れの場合」から直ちに再設定してください。',
    },
  },
}

/** `code`: with a code for a new password alone. */
export function passwordMail(
  news: News,
  { to, language, url, code }: { to: string; language: Language; url: string; code?: string },
): MailWords {
  return { to, language, url, ...words[news][language], ...(code === undefined ? {} : { code }) }
}
