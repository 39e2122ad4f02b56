// What text messages say. Short: one message holds 160 letters, or 70 of Japanese. Pure.

import type { Language } from '../identity.ts'

export function signInText(code: string, language: Language): string {
  return language === 'ja'
    ? `Farport のサインインコード: ${code}（3 分間有効）。誰にも教えないでください。`
    : `${code} is your Farport sign-in code, good for 3 minutes. Never give it to anybody.`
}

export function proofText(code: string, language: Language): string {
  return language === 'ja'
    ? `Farport の本人確認コード: ${code}（3 分間有効）。誰にも教えないでください。`
    : `${code} proves on Farport that it is you, for 3 minutes. Never give it to anybody.`
}

export function phoneText(code: string, language: Language): string {
  return language === 'ja'
    ? `Farport の電話番号確認コード: ${code}（24 時間有効）。お心当たりがない場合は無視してください。`
    : `${code} verifies your phone number for Farport, within 24 hours. If you do not know why, please ignore it.`
}
