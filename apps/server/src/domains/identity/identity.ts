// Rules about people: what an e-mail address, a password, a language is here. Pure.

import { accept, refuse, type Result } from '@farport/basics'
import type { AuthRefusalBody } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { z } from 'zod'

/** A user is also an account: the same id, the same row. */
export interface Account {
  id: AccountId
  email: string
  createdAt: Date
  language: Language
  isOperator: boolean
}

/** Whose rows are looked up where there is no account: it takes the same queries. */
export const nobody = 'a-nobody' as AccountId // of no form that our ids have

export type Language = 'en' | 'ja'

/** What the calls of signing in and of a person's own account refuse with. */
export interface SignInRefusal extends AuthRefusalBody {
  status: 400 | 401 | 403 | 404 | 409 | 429 | 503
}

export const emailLengthMax = 254
export const passwordLengthMin = 7
export const passwordLengthMax = 64

const emailShape = z.email()

/** Lower-cased and trimmed. Letters that only look like others (full width …) are refused, not folded. */
export function parseEmail(text: string): Result<string, SignInRefusal> {
  const email = text.trim().toLowerCase()
  const isPlain = email.normalize('NFKC') === email
  if (isPlain && email.length <= emailLengthMax && emailShape.safeParse(email).success) return accept(email)
  return refuse({ status: 400, code: 'INVALID_EMAIL', message: 'This is not an e-mail address.' })
}

export function parsePassword(text: string): Result<string, SignInRefusal> {
  if (text.length < passwordLengthMin) {
    const message = `The password must be at least ${passwordLengthMin} characters long.`
    return refuse({ status: 400, code: 'PASSWORD_TOO_SHORT', message })
  }
  if (text.length > passwordLengthMax) {
    const message = `The password must be no more than ${passwordLengthMax} characters long.`
    return refuse({ status: 400, code: 'PASSWORD_TOO_LONG', message })
  }
  return accept(text)
}

/** By the browser's `Accept-Language`: Japanese when it stands before English. */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', quality = 'q=1'] = part.trim().split(';')
      return { language: tag.slice(0, 2).toLowerCase(), quality: Number(quality.trim().replace('q=', '')) }
    })
    .toSorted((one, other) => other.quality - one.quality)
  return wanted.find(({ language }) => language === 'ja' || language === 'en')?.language === 'ja' ? 'ja' : 'en'
}

/** What somebody is called until they say otherwise. */
export function nameOf(email: string): string {
  return email.split('@', 1)[0] ?? email
}

export function isLanguage(text: string): text is Language {
  return text === 'en' || text === 'ja'
}
