// Proves once more who is in a session, by the password.

import { accept, refuse, type Result } from '@farport/basics'
import type { Viewer } from '../../../../graphql/context.ts'
import type { IdentityContext } from '../../context.ts'
import type { SignInRefusal } from '../../identity.ts'
import { refillPasswordAttempts, spendPasswordAttempt } from '../../passwords/operations/spend-password-attempt.ts'
import { verifyPassword } from '../../passwords/operations/verify-password.ts'
import { saveProof } from '../session-store.ts'

type Means = Pick<IdentityContext, 'database' | 'guard' | 'passwords' | 'clock'>

const wrong: SignInRefusal = {
  status: 400,
  code: 'INVALID_EMAIL_OR_PASSWORD',
  message: 'The password is wrong.',
}

export async function proveByPassword(
  means: Means,
  { viewer, password, source }: { viewer: Viewer; password: string; source: string },
): Promise<Result<undefined, SignInRefusal>> {
  const { guard } = means
  const { email } = viewer
  const spent = await spendPasswordAttempt(means, { email, source })
  if (!spent.ok) return spent
  const verified = await verifyPassword(means, { email, password, source })
  if (!verified.ok) return verified
  if (verified.value === undefined) return refuse(wrong)
  await refillPasswordAttempts(guard, { email, source })
  await markProven(means, viewer)
  return accept(undefined)
}

/** However they have done it. */
export async function markProven(
  { database, clock }: Pick<Means, 'database' | 'clock'>,
  viewer: Viewer,
): Promise<void> {
  const { credential } = viewer
  if (credential.kind !== 'session') return
  await database.transaction((tx) => saveProof(tx, credential.id, new Date(clock.now())))
}
