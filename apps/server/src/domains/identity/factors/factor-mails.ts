// The mails about second factors, in both languages. They tell what was done, so that whoever did not do it can act. Pure.

import type { MfaMethod } from '@farport/contract'
import type { MailWords } from '#platform/mail-form'
import type { Language } from '../identity.ts'

export type FactorNews =
  | { kind: 'on'; method: Exclude<MfaMethod, 'NO_MFA'> }
  | { kind: 'off' }
  | { kind: 'phone'; end: string }
  | { kind: 'recovery-code' }
  | { kind: 'recovered' }
  /** By somebody who had proven the first factor. */
  | { kind: 'guessed' }

interface Words {
  subject: string
  heading: string
  body: string
}

const methods = {
  en: {
    SMS_MFA: 'a code that is sent to your phone',
    SOFTWARE_TOKEN_MFA: 'a code of your authenticator app',
    WEB_AUTHN: 'one of your passkeys',
  },
  ja: { SMS_MFA: '携帯電話に届くコード', SOFTWARE_TOKEN_MFA: '認証アプリのコード', WEB_AUTHN: 'パスキー' },
} as const

const english = {
  action: 'See your security settings',
  note: 'If you did not do this, please change your password and sign out everywhere.',
}

const japanese = {
  action: 'セキュリティ設定を確認する',
  note: 'お心当たりがない場合は、パスワードを変更し、すべての端末からサインアウトしてください。',
}

function englishWords(news: FactorNews): Words {
  switch (news.kind) {
    case 'on':
      return {
        subject: 'Two-factor authentication is on for your Farport account',
        heading: 'Two-factor authentication is on',
        body: `From now on, signing in also takes ${methods.en[news.method]}. Keep your recovery code in a safe place: it lets you in when you have lost that.`,
      }
    case 'off':
      return {
        subject: 'Two-factor authentication is off for your Farport account',
        heading: 'Two-factor authentication is off',
        body: 'From now on, a password alone is enough to sign in. The recovery code is worth nothing any more.',
      }
    case 'phone':
      return {
        subject: 'The phone number of your Farport account was changed',
        heading: 'Your phone number was changed',
        body: `Codes for signing in can now go to the phone number that ends in ${news.end}.`,
      }
    case 'recovery-code':
      return {
        subject: 'Your Farport account has a new recovery code',
        heading: 'You have a new recovery code',
        body: 'The recovery code that you had is worth nothing any more. Keep the new one in a safe place.',
      }
    case 'recovered':
      return {
        subject: 'Your Farport account was recovered',
        heading: 'Your account was recovered',
        body: 'Somebody signed in with a code that we mailed you and with your recovery code. Two-factor authentication is off, and the recovery code is used up: please set both up again.',
      }
    case 'guessed':
      return {
        subject: 'Somebody could not sign in to your Farport account',
        heading: 'A sign-in was stopped',
        body: 'Somebody got past the first step of signing in to your account, such as the password, and then gave a wrong answer five times where the second factor was asked for. They did not get in.',
      }
  }
}

function japaneseWords(news: FactorNews): Words {
  switch (news.kind) {
    case 'on':
      return {
        subject: 'Farport: 2 要素認証が有効になりました',
        heading: '2 要素認証が有効になりました',
        body: `今後のサインインには、${methods.ja[news.method]}も必要です。紛失に備えて、リカバリーコードを安全な場所に保管してください。`,
      }
    case 'off':
      return {
        subject: 'Farport: 2 要素認証が無効になりました',
        heading: '2 要素認証が無効になりました',
        body: '今後は、パスワードだけでサインインできます。これまでのリカバリーコードは使えません。',
      }
    case 'phone':
      return {
        subject: 'Farport: 電話番号が変更されました',
        heading: '電話番号が変更されました',
        body: `サインインコードは、末尾が ${news.end} の電話番号に届くようになりました。`,
      }
    case 'recovery-code':
      return {
        subject: 'Farport: 新しいリカバリーコードが発行されました',
        heading: '新しいリカバリーコードが発行されました',
        body: 'これまでのリカバリーコードは使えません。新しいコードを安全な場所に保管してください。',
      }
    case 'recovered':
      return {
        subject: 'Farport: アカウントが復旧されました',
        heading: 'アカウントが復旧されました',
        body: 'メールで届いたコードとリカバリーコードでサインインが行われました。2 要素認証は無効になり、リカバリーコードは使用済みです。もう一度設定してください。',
      }
    case 'guessed':
      return {
        subject: 'Farport: サインインを停止しました',
        heading: 'サインインを停止しました',
        body: 'パスワードなどの最初の確認を通過した人が、2 要素認証で 5 回続けて誤った回答をしたため、サインインを停止しました。アカウントには入られていません。',
      }
  }
}

export function factorMail(mail: { to: string; language: Language; url: string }, news: FactorNews): MailWords {
  return mail.language === 'ja'
    ? { ...mail, ...japaneseWords(news), ...japanese }
    : { ...mail, ...englishWords(news), ...english }
}
