// Makes an account for an e-mail address, which then has to be verified; or completes one that others made for it.

import { randomUUID } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import { violatedConstraint } from '#platform/database'
import type { IdentityContext } from '../../context.ts'
import { parseEmail, parsePassword, type Account, type Language, type SignInRefusal } from '../../identity.ts'
import { accountByEmail, addAccount, addPassword, hasPassword, setLanguage } from '../../identity-store.ts'
import { hashNewPassword } from '../../passwords/operations/hash-password.ts'
import { throttled } from '../../sign-in-budgets.ts'

export interface SignUp {
  email: string
  password: string
  language: Language
  /** Where the call comes from. */
  source: string
}

type Means = Pick<IdentityContext, 'database' | 'ids' | 'guard' | 'passwords'>

const exists: SignInRefusal = {
  status: 409,
  code: 'USERNAME_EXISTS',
  message: 'There is an account with this e-mail address. Sign in, or have the verification sent again.',
}

export async function signUp(request: SignUp, means: Means): Promise<Result<Account, SignInRefusal>> {
  const { database, ids, guard } = means
  const email = parseEmail(request.email)
  if (!email.ok) return email
  const password = parsePassword(request.password)
  if (!password.ok) return password
  const spent = await guard.spend(['sign-up-address', request.source])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  if (await isTaken(means, email.value)) return refuse(exists)
  const hash = await hashNewPassword(means, { password: password.value, source: request.source })
  if (!hash.ok) return hash
  const { language } = request
  try {
    return await database.transaction(async (tx) => {
      await addAccount(tx, { id: ids('a'), email: email.value, language })
      const account = await accountByEmail(tx, email.value)
      if (account === undefined) throw new Error('an account that was made or found is not there')
      if (account.isVerified || account.isOperator) return refuse(exists)
      await addPassword(tx, { id: randomUUID(), userId: account.id, hash: hash.value })
      await setLanguage(tx, account.id, language)
      return accept({ ...account, language })
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
