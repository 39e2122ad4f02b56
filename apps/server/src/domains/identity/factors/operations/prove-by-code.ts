// Proves once more who is in a session, by a code of the authenticator app.

import { accept, refuse, type Result } from '@farport/basics'
import type { Viewer } from '../../../../graphql/context.ts'
import type { IdentityContext } from '../../context.ts'
import type { SignInRefusal } from '../../identity.ts'
import { markProven } from '../../sessions/operations/prove.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { authenticatorMissing, cleanCode, totpInvalid } from '../factors.ts'
import { factorsOf } from '../factor-store.ts'
import { checkTotp } from './check-totp.ts'

type Means = Pick<IdentityContext, 'database' | 'clock' | 'factorSeal' | 'factorGuard'>

export async function proveByCode(
  means: Means,
  { viewer, code }: { viewer: Viewer; code: string },
): Promise<Result<undefined, SignInRefusal>> {
  const { database, factorGuard } = means
  const { accountId: id } = viewer
  const spent = await factorGuard.spend(['factor-account', id], ['factor-account-day', id])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const checked = await database.transaction(async (tx) => {
    const factors = await factorsOf(tx, id)
    if (factors.method !== 'SOFTWARE_TOKEN_MFA') return refuse(authenticatorMissing)
    const taken = await checkTotp(means, tx, { id, factors, code: cleanCode(code) })
    return taken.ok ? accept(undefined) : refuse(totpInvalid(taken.refusal))
  })
  if (!checked.ok) return checked
  await factorGuard.refill('factor-account', id)
  await factorGuard.refill('factor-account-day', id)
  await markProven(means, viewer)
  return accept(undefined)
}
