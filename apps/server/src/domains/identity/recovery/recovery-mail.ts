// The mail with the code that begins a recovery, in both languages. Pure.

import type { MailWords } from '#platform/mail-form'
import type { Language } from '../identity.ts'

const words = {
  en: {
    subject: 'Your code to recover your Farport account',
    heading: 'Recover your account',
    body: 'Enter this code together with your recovery code:',
    action: 'Enter the codes',
    note: 'The code works once, for 15 minutes, in the browser that asked for it. If you did not ask for it, please ignore this mail: nobody gets in without your recovery code.',
  },
  ja: {
    subject: 'Farport: アカウント復旧コード',
    heading: 'アカウントの復旧',
    body: 'このコードを、リカバリーコードと一緒に入力してください。',
    action: 'コードを入力する',
    note: 'コードは、復旧を始めたブラウザーで 15 分以内に 1 回だけ使えます。お心当たりがない場合は、このメールを無視してください。リカバリーコードがなければ、誰もサインインできません。',
  },
} as const

/** To those whose account has no recovery code: there is nothing to recover with, and maybe nothing to recover from. */
const wordsWithout = {
  en: {
    subject: 'Your Farport account has no recovery code',
    heading: 'There is nothing to recover',
    body: 'Somebody asked to recover your account. It has no recovery code, because two-factor authentication is off: your password is enough to sign in, and you can choose a new one.',
    action: 'Choose a new password',
    note: 'If you did not ask for this, please ignore this mail.',
  },
  ja: {
    subject: 'Farport: リカバリーコードは設定されていません',
    heading: '復旧の必要はありません',
    body: 'アカウントの復旧が要求されましたが、2 要素認証が無効のため、リカバリーコードはありません。パスワードだけでサインインでき、新しいパスワードを設定することもできます。',
    action: '新しいパスワードを設定する',
    note: 'お心当たりがない場合は、このメールを無視してください。',
  },
} as const

export interface RecoveryMail {
  to: string
  language: Language
  publicUrl: string
  /** Undefined: there is no recovery code that it would be good for. */
  code: string | undefined
}

export function recoveryMail({ publicUrl, code, ...mail }: RecoveryMail): MailWords {
  if (code === undefined) return { ...mail, ...wordsWithout[mail.language], url: `${publicUrl}/forgot-password` }
  return { ...mail, ...words[mail.language], code, url: `${publicUrl}/account-recovery` }
}
