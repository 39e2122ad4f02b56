// Whose a password is. It takes as long for an address that nobody has.

import type { Queries } from '#platform/database'
import type { Auth } from '../../auth-store.ts'
import type { Account } from '../../identity.ts'
import { accountByEmail, passwordHashOf } from '../../identity-store.ts'

/** Undefined: the address is unknown, has no password, or another one. */
export async function verifyPassword(
  { auth, queries }: { auth: Auth; queries: Queries },
  { email, password }: { email: string; password: string },
): Promise<(Account & { isVerified: boolean }) | undefined> {
  const hashing = (await auth.$context).password
  const account = await accountByEmail(queries, email)
  const hash = account && (await passwordHashOf(queries, account.id))
  if (account === undefined || hash === undefined) {
    await hashing.hash(password)
    return undefined
  }
  return (await hashing.verify({ hash, password })) ? account : undefined
}
