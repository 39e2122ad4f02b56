// Proves once more who is in a session, by a passkey that checked the person.

import { accept, refuse, type Result } from '@farport/basics'
import type { AssertionResponse } from '#platform/webauthn'
import type { Viewer } from '../../../../graphql/context.ts'
import type { IdentityContext } from '../../context.ts'
import type { SignInRefusal } from '../../identity.ts'
import { markProven } from '../../sessions/operations/prove.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { passkeyProvesNothing, passkeyRefused } from '../passkey.ts'
import { verifyPasskeyAssertion, type AssertionMeans } from './verify-passkey-assertion.ts'

interface Attempt {
  viewer: Viewer
  response: AssertionResponse
  /** The peer's address. */
  source: string
}

export async function proveByPasskey(
  means: AssertionMeans & Pick<IdentityContext, 'guard'>,
  { viewer, response, source }: Attempt,
): Promise<Result<undefined, SignInRefusal>> {
  const spent = await means.guard.spend(['passkey-address', source])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const use = { kind: 'proof', accountId: viewer.accountId, sessionId: viewer.credential.id } as const
  const verified = await verifyPasskeyAssertion(means, { response, use, source })
  // The session goes on: nothing that reads as its end.
  if (!verified.ok) return refuse(verified.refusal === passkeyRefused ? passkeyProvesNothing : verified.refusal)
  await markProven(means, viewer)
  return accept(undefined)
}
