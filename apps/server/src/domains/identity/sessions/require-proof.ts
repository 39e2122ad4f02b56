// Whether somebody has proven lately who they are: asked for before what would let a thief of a session stay.

import type { IncomingHttpHeaders } from 'node:http'
import { accept, refuse, type Result } from '@farport/basics'
import type { Viewer } from '../../../graphql/context.ts'
import { signedOut } from '../auth-call-routes.ts'
import type { IdentityContext } from '../context.ts'
import type { SignInRefusal } from '../identity.ts'
import { isProven } from './session.ts'

const proofNeeded: SignInRefusal = {
  status: 403,
  code: 'PROOF_NEEDED',
  message: 'Please prove once more that it is you.',
}

/** Whose session a request carries, when they have proven lately who they are. */
export async function requireProof(
  { sessions, clock }: Pick<IdentityContext, 'sessions' | 'clock'>,
  headers: IncomingHttpHeaders,
): Promise<Result<Viewer, SignInRefusal>> {
  const viewer = await sessions.viewerOf(headers)
  if (viewer === undefined) return refuse(signedOut)
  return hasProven(viewer, clock.now()) ? accept(viewer) : refuse(proofNeeded)
}

/** A program with an access key can prove nothing. */
export function hasProven({ credential }: Viewer, nowMs: number): boolean {
  return credential.kind === 'session' && isProven(credential.provenAt, nowMs)
}
