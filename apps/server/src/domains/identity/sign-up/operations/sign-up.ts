// Makes an account for an e-mail address, which then has to be verified; or completes one that others made for it.

import { randomUUID } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import { violatedConstraint, type Database } from '#platform/database'
import type { Auth } from '../../auth-store.ts'
import { nameOf, parseEmail, parsePassword, type Account, type Language, type SignInRefusal } from '../../identity.ts'
import { accountByEmail, addPassword, hasPassword, setLanguage } from '../../identity-store.ts'
import { throttled, type SignInGuard } from '../../sign-in-budgets.ts'

export interface SignUp {
  email: string
  password: string
  language: Language
  /** Where the call comes from. */
  source: string
}

type Invited = Account & { isVerified: boolean }

const exists: SignInRefusal = {
  status: 409,
  code: 'USERNAME_EXISTS',
  message: 'There is an account with this e-mail address. Sign in, or have the verification sent again.',
}

interface Means {
  auth: Auth
  database: Database
  guard: SignInGuard
}

export async function signUp(
  request: SignUp,
  { auth, database, guard }: Means,
): Promise<Result<Account, SignInRefusal>> {
  const email = parseEmail(request.email)
  if (!email.ok) return email
  const password = parsePassword(request.password)
  if (!password.ok) return password
  const spent = await guard.spend(['sign-up-address', request.source])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const known = await accountByEmail(database.queries, email.value)
  if (known !== undefined) {
    const { language } = request
    return completeInvited({ account: known, language, password: password.value }, { auth, database })
  }
  const body = { email: email.value, password: password.value, name: nameOf(email.value), language: request.language }
  const answer = await auth.api.signUpEmail({ body, asResponse: true })
  const account = await accountByEmail(database.queries, email.value)
  if (account === undefined) throw new Error(`better-auth answered with ${answer.status}, and there is no account`)
  // Of two sign-ups at the same moment, one fails, or is told of a user that does not exist.
  return (await madeId(answer)) === account.id ? accept(account) : refuse(exists)
}

/** An address that was verified, or that a password was chosen for, belongs to somebody. So does the operator's. */
async function completeInvited(
  { account, language, password }: { account: Invited; language: Language; password: string },
  { auth, database }: Pick<Means, 'auth' | 'database'>,
): Promise<Result<Account, SignInRefusal>> {
  const isTaken = account.isVerified || account.isOperator || (await hasPassword(database.queries, account.id))
  if (isTaken) return refuse(exists)
  const context = await auth.$context
  const hash = await context.password.hash(password)
  try {
    await database.transaction(async (tx) => {
      await addPassword(tx, { id: randomUUID(), userId: account.id, hash })
      await setLanguage(tx, account.id, language)
    })
    return accept({ ...account, language })
  } catch (error) {
    if (violatedConstraint(error) === 'credential_provider_key') return refuse(exists)
    throw error
  }
}

async function madeId(answer: Response): Promise<string | undefined> {
  if (!answer.ok) return undefined
  const { user } = (await answer.json()) as { user: { id: string } } // as better-auth types it
  return user.id
}
