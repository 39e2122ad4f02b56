// Makes an account for an e-mail address, which then has to be verified.

import { accept, refuse, type Result } from '@farport/basics'
import type { Database } from '#platform/database'
import type { Auth } from '../auth.ts'
import { parseEmail, parsePassword, type Account, type Language, type SignInRefusal } from '../identity.ts'
import { accountByEmail } from '../identity-store.ts'
import type { SignInGuard } from '../sign-in-guard.ts'

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
  if (!spent.ok) return spent
  if ((await accountByEmail(database.queries, email.value)) !== undefined) return refuse(exists)

  const name = email.value.split('@', 1)[0] ?? email.value
  const body = { email: email.value, password: password.value, name, language: request.language }
  const { user } = await auth.api.signUpEmail({ body })
  const account = await accountByEmail(database.queries, email.value)
  // Of two sign-ups at the same moment, the later one is told of a user that does not exist.
  return account?.id === user.id ? accept(account) : refuse(exists)
}
