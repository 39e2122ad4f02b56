// Lets somebody in who knows the password of a verified account.

import { accept, refuse, type Result } from '@farport/basics'
import type { Database } from '#platform/database'
import type { Events } from '#platform/events'
import type { Auth } from '../auth-store.ts'
import { parseEmail, type Account, type SignInRefusal } from '../identity.ts'
import { signedIn, signInFailed } from '../identity-events.ts'
import { accountByEmail } from '../identity-store.ts'
import { throttled, type SignInGuard } from '../sign-in-budgets.ts'

export interface SignIn {
  email: string
  password: string
  /** False: the session ends with the browser. */
  rememberMe: boolean
  source: string
  /** For the session's record of where it began. */
  headers: Headers
}

export interface SignedIn {
  account: Account
  /** With the cookie, and the bearer token. */
  headers: Headers
}

interface Means {
  auth: Auth
  database: Database
  events: Events
  guard: SignInGuard
}

const wrong: SignInRefusal = {
  status: 401,
  code: 'INVALID_EMAIL_OR_PASSWORD',
  message: 'The e-mail address or the password is wrong.',
}

const unverified: SignInRefusal = {
  status: 403,
  code: 'EMAIL_NOT_VERIFIED',
  message: 'Please verify your e-mail address first. The link is in the mail that we sent you.',
}

export async function signIn(request: SignIn, means: Means): Promise<Result<SignedIn, SignInRefusal>> {
  const { auth, database, events, guard } = means
  const email = parseEmail(request.email)
  if (!email.ok) return refuse(wrong)
  // Paid before the password is looked at, so that attempts at the same moment count too.
  const spent = await guard.spend(['password-address', request.source], ['password-account', email.value])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))

  const { password, rememberMe, headers } = request
  const answer = await auth.api.signInEmail({
    body: { email: email.value, password, rememberMe },
    headers,
    asResponse: true,
  })
  const account = await accountByEmail(database.queries, email.value)
  if (answer.ok && account !== undefined) {
    await guard.refill('password-account', email.value)
    await database.transaction((tx) => events.announce(tx, signedIn(account, request.source)))
    return accept({ account, headers: answer.headers })
  }
  // Only somebody who knows the password learns that the address is not verified.
  if (answer.status === 403) return refuse(unverified)
  if (answer.status >= 500) throw new Error(`better-auth answered with ${answer.status}`)
  if (account !== undefined)
    await database.transaction((tx) => events.announce(tx, signInFailed(account, request.source)))
  return refuse(wrong)
}
