// Lets a newcomer from a provider wait until they have shown that the address is theirs, and mails the code for it. It is
// done alike for an address that somebody has here: only who reads its mail is told.

import { accept, refuse, type Result } from '@farport/basics'
import type { ProviderId } from '@farport/contract'
import { hashLinkToken, newLinkToken } from '#platform/link-tokens'
import { renderMail } from '#platform/mail-form'
import { newLetters } from '#platform/one-time-codes'
import type { OutsideIdentity } from '#platform/sign-in-client'
import type { IdentityContext } from '../../context.ts'
import type { Language, SignInRefusal } from '../../identity.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { signUpCodeLength, signUpMs } from '../provider-sign-up.ts'
import { providerSignUpMail } from '../provider-sign-up-mail.ts'
import { addSignUp } from '../provider-sign-up-store.ts'

export type SignUpMeans = Pick<
  IdentityContext,
  'database' | 'clock' | 'codes' | 'guard' | 'mailer' | 'publicUrl' | 'providerSignUpCookie'
>

export interface Newcomer {
  provider: ProviderId
  identity: Pick<OutsideIdentity, 'issuer' | 'subject'>
  /** Parsed. */
  email: string
  rememberMe: boolean
  language: Language
  source: string
}

/** A value of Set-Cookie: the browser alone has the token. */
export async function beginProviderSignUp(
  means: SignUpMeans,
  { provider, identity: { issuer, subject }, email, rememberMe, language, source }: Newcomer,
): Promise<Result<{ cookie: string }, SignInRefusal>> {
  const { database, clock, codes, guard, mailer, publicUrl, providerSignUpCookie } = means
  const spent = await guard.spend(['mail-address', source], ['mail-account', email])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const token = newLinkToken().reveal()
  const tokenHash = hashLinkToken(token)
  const code = newLetters(signUpCodeLength).reveal()
  const codeHash = codes.hash(code, signUpCodeOwner(tokenHash))
  const expiresAt = new Date(clock.now() + signUpMs)
  const mail = await renderMail(providerSignUpMail({ to: email, language, provider, code, publicUrl }))
  await database.transaction(async (tx) => {
    await addSignUp(tx, { tokenHash, provider, issuer, subject, email, rememberMe, codeHash, expiresAt })
    await mailer.post(tx, mail)
  })
  return accept({ cookie: providerSignUpCookie.set(token, signUpMs / 1000) })
}

export function signUpCodeOwner(tokenHash: Buffer): string {
  return `provider-sign-up ${tokenHash.toString('hex')}`
}
