// Signs somebody in with a passkey alone. The authenticator has checked the person, so that it counts as both factors.

import { refuse, type Result } from '@farport/basics'
import type { AssertionResponse } from '#platform/webauthn'
import type { IdentityContext } from '../../context.ts'
import type { SignInRefusal } from '../../identity.ts'
import { finishSignIn, type SignInStep } from '../../sign-in/operations/finish-sign-in.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { verifyPasskeyAssertion } from './verify-passkey-assertion.ts'

export interface SignInByPasskey {
  response: AssertionResponse
  rememberMe: boolean
  source: string
  headers: Headers
}

type Means = Parameters<typeof finishSignIn>[0] &
  Parameters<typeof verifyPasskeyAssertion>[0] &
  Pick<IdentityContext, 'guard'>

export async function signInByPasskey(
  means: Means,
  { response, rememberMe, source, headers }: SignInByPasskey,
): Promise<Result<SignInStep, SignInRefusal>> {
  const spent = await means.guard.spend(['passkey-address', source])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const account = await verifyPasskeyAssertion(means, { response, use: { kind: 'alone' }, source })
  if (!account.ok) return account
  return finishSignIn(means, { account: account.value, method: 'passkey', rememberMe, source, headers })
}
