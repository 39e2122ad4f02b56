// Proves once more who is in a session, by a code of the factor that is on: of the authenticator app, or of a text message.

import { accept, refuse, type Result } from '@farport/basics'
import type { Tx } from '#platform/database'
import type { Viewer } from '../../../../graphql/context.ts'
import type { IdentityContext } from '../../context.ts'
import type { SignInRefusal } from '../../identity.ts'
import { markProven } from '../../sessions/operations/prove.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { authenticatorMissing, cleanCode, totpInvalid } from '../factors.ts'
import { factorsOf } from '../factor-store.ts'
import { checkTotp } from './check-totp.ts'
import { takeProofCode } from './prove-by-text.ts'

type Means = Pick<IdentityContext, 'database' | 'clock' | 'codes' | 'factorSeal' | 'factorGuard'>

interface Attempt {
  viewer: Viewer
  code: string
}

export async function proveByCode(means: Means, attempt: Attempt): Promise<Result<undefined, SignInRefusal>> {
  const { database, factorGuard } = means
  const { accountId: id } = attempt.viewer
  const spent = await factorGuard.spend(['factor-account', id], ['factor-account-day', id])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const taken = await database.transaction((tx) => takeCode(means, tx, attempt))
  if (!taken.ok) return taken
  await factorGuard.refill('factor-account', id)
  await factorGuard.refill('factor-account-day', id)
  await markProven(means, attempt.viewer)
  return accept(undefined)
}

async function takeCode(
  means: Means,
  tx: Tx,
  { viewer, code: typed }: Attempt,
): Promise<Result<undefined, SignInRefusal>> {
  const { accountId: id, credential } = viewer
  const code = cleanCode(typed)
  const factors = await factorsOf(tx, id)
  if (factors.method === 'SMS_MFA' && factors.phone !== undefined) {
    return takeProofCode(means, tx, { sessionId: credential.id, phone: factors.phone, code })
  }
  if (factors.method !== 'SOFTWARE_TOKEN_MFA') return refuse(authenticatorMissing)
  const taken = await checkTotp(means, tx, { id, factors, code })
  return taken.ok ? accept(undefined) : refuse(totpInvalid(taken.refusal))
}
