// Whose a password is. It takes as long for an address that nobody has.

import { accept, refuse, type Result } from '@farport/basics'
import type { IdentityContext } from '../../context.ts'
import { nobody, type Account, type SignInRefusal } from '../../identity.ts'
import { accountByEmail, passwordHashOf } from '../../identity-store.ts'

type Means = Pick<IdentityContext, 'database' | 'passwords'>

export const tooBusy: SignInRefusal = {
  status: 503,
  code: 'THROTTLED',
  message: 'Too many people sign in at this moment. Please try again.',
  retryAfterSeconds: 5,
}

/** Undefined: the address is unknown, has no password, or another one. */
export async function verifyPassword(
  { database, passwords }: Means,
  { email, password, source }: { email: string; password: string; source: string },
): Promise<Result<(Account & { isVerified: boolean }) | undefined, SignInRefusal>> {
  const account = await accountByEmail(database.queries, email)
  const hash = await passwordHashOf(database.queries, account?.id ?? nobody)
  const fits = await passwords.verify(password, hash, source)
  if (!fits.ok) return refuse(tooBusy)
  return accept(fits.value ? account : undefined)
}
