// Makes an account for an e-mail address, which then has to be verified.

import { accept, refuse, type Result } from '@farport/basics'
import type { Database } from '#platform/database'
import type { Auth } from '../auth-store.ts'
import { parseEmail, parsePassword, type Account, type Language, type SignInRefusal } from '../identity.ts'
import { accountByEmail } from '../identity-store.ts'
import { throttled, type SignInGuard } from '../sign-in-budgets.ts'

export interface SignUp {
  email: string
  password: string
  language: Language
  /** Where the call comes from. */
  source: string
}

const exists: SignInRefusal = {
  status: 409,
  code: 'USERNAME_EXISTS',
  message: 'There is an account with this e-mail address. Sign in, or have the verification sent again.',
}

export async function signUp(
  request: SignUp,
  { auth, database, guard }: { auth: Auth; database: Database; guard: SignInGuard },
): Promise<Result<Account, SignInRefusal>> {
  const email = parseEmail(request.email)
  if (!email.ok) return email
  const password = parsePassword(request.password)
  if (!password.ok) return password
  const spent = await guard.spend(['sign-up-address', request.source])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  if ((await accountByEmail(database.queries, email.value)) !== undefined) return refuse(exists)

  const name = email.value.split('@', 1)[0] ?? email.value
  const body = { email: email.value, password: password.value, name, language: request.language }
  const answer = await auth.api.signUpEmail({ body, asResponse: true })
  const account = await accountByEmail(database.queries, email.value)
  if (account === undefined) throw new Error(`better-auth answered with ${answer.status}, and there is no account`)
  // Of two sign-ups at the same moment, one fails, or is told of a user that does not exist.
  return (await madeId(answer)) === account.id ? accept(account) : refuse(exists)
}

async function madeId(answer: Response): Promise<string | undefined> {
  if (!answer.ok) return undefined
  const { user } = (await answer.json()) as { user: { id: string } } // as better-auth types it
  return user.id
}
