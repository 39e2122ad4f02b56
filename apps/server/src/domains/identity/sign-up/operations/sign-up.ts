// Makes an account for an e-mail address, which then has to be verified; or completes one that others made for it.

import { randomUUID } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import { violatedConstraint } from '#platform/database'
import { hashLinkToken, newLinkToken } from '#platform/link-tokens'
import type { IdentityContext } from '../../context.ts'
import { parseEmail, parsePassword, type Account, type Language, type SignInRefusal } from '../../identity.ts'
import { acceptTerms, accountByEmail, addAccount, addPassword, hasPassword } from '../../identity-store.ts'
import { hashNewPassword } from '../../passwords/operations/hash-password.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { takeCaptcha } from './captcha.ts'

export interface SignUp {
  email: string
  password: string
  /** Its solution. */
  captcha: string
  language: Language
  /** Where the call comes from. */
  source: string
}

export interface SignedUp {
  account: Account
  /** For the browser to keep: with it, the mailed link is enough. */
  browserToken: string
}

type Means = Pick<IdentityContext, 'database' | 'ids' | 'guard' | 'passwords' | 'captcha' | 'clock'>

const exists: SignInRefusal = {
  status: 409,
  code: 'USERNAME_EXISTS',
  message: 'There is an account with this e-mail address. Have the verification sent again, or choose a new password.',
}

export async function signUp(request: SignUp, means: Means): Promise<Result<SignedUp, SignInRefusal>> {
  const { database, ids, guard, clock } = means
  const email = parseEmail(request.email)
  if (!email.ok) return email
  const password = parsePassword(request.password)
  if (!password.ok) return password
  const spent = await guard.spend(['sign-up-address', request.source])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const captcha = await takeCaptcha(means, request.captcha)
  if (!captcha.ok) return captcha
  if (await isTaken(means, email.value)) return refuse(exists)
  const hash = await hashNewPassword(means, { password: password.value, source: request.source })
  if (!hash.ok) return hash
  const { language } = request
  const browserToken = newLinkToken().reveal()
  try {
    return await database.transaction(async (tx) => {
      await addAccount(tx, { id: ids('a'), email: email.value, language })
      const account = await accountByEmail(tx, email.value)
      if (account === undefined) throw new Error('an account that was made or found is not there')
      if (account.isVerified || account.isOperator) return refuse(exists)
      const chosenIn = hashLinkToken(browserToken)
      await addPassword(tx, { id: randomUUID(), userId: account.id, hash: hash.value, chosenIn })
      await acceptTerms(tx, account.id, { language, now: new Date(clock.now()) })
      return accept({ account: { ...account, language }, browserToken })
    })
  } catch (error) {
    // Of two sign-ups at the same moment, one has chosen the password.
    if (violatedConstraint(error) === 'credential_provider_key') return refuse(exists)
    throw error
  }
}

/** An address that was verified, or that a password was chosen for, belongs to somebody. So does the operator's. */
async function isTaken({ database: { queries } }: Means, email: string): Promise<boolean> {
  const account = await accountByEmail(queries, email)
  if (account === undefined) return false
  return account.isVerified || account.isOperator || (await hasPassword(queries, account.id))
}
