// Sets an authenticator app up: a new secret, which counts once a code of it came back.

import { accept, refuse, Secret, type Result } from '@farport/basics'
import type { TotpSetup } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { authenticatorStep, authenticatorUri, newAuthenticatorSecret } from '#platform/authenticator-codes'
import type { IdentityContext } from '../../context.ts'
import type { SignInRefusal } from '../../identity.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { authenticatorMissing, cleanCode, totpInvalid } from '../factors.ts'
import { holdFactors, savePendingTotp, takePendingTotp } from '../factor-store.ts'

type Means = Pick<IdentityContext, 'database' | 'clock' | 'factorSeal' | 'factorGuard'>

export async function beginTotp(
  { database, factorSeal }: Means,
  { id, email }: { id: AccountId; email: string },
): Promise<TotpSetup> {
  const secret = newAuthenticatorSecret()
  const sealed = factorSeal.seal(new Secret(Buffer.from(secret.reveal())), totpOwner(id))
  await database.transaction(async (tx) => {
    await holdFactors(tx, id)
    await savePendingTotp(tx, id, sealed)
  })
  return { secret: secret.reveal(), uri: authenticatorUri(secret, email) }
}

export async function verifyTotp(
  { database, clock, factorSeal, factorGuard }: Means,
  { id, code }: { id: AccountId; code: string },
): Promise<Result<undefined, SignInRefusal>> {
  const spent = await factorGuard.spend(['factor-account', id])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const verified = await database.transaction(async (tx) => {
    const { pendingSealedTotp: sealed } = await holdFactors(tx, id)
    if (sealed === undefined) return refuse(authenticatorMissing)
    const step = authenticatorStep(openTotp(factorSeal, sealed, id), cleanCode(code), clock.now())
    if (step === undefined) return refuse(totpInvalid('wrong'))
    await takePendingTotp(tx, id, sealed, step)
    return accept(undefined)
  })
  if (verified.ok) await factorGuard.refill('factor-account', id)
  return verified
}

/** The secret in base32. */
export function openTotp(seal: IdentityContext['factorSeal'], sealed: Buffer, id: AccountId): Secret {
  const opened = seal.open(sealed, totpOwner(id))
  if (opened === undefined)
    throw new Error('the secret of an authenticator app was sealed under another FARPORT_SECRET')
  return new Secret(opened.reveal().toString())
}

function totpOwner(id: AccountId): string {
  return `authenticator ${id}`
}
