// A person looks at what a program asks for by the code that it shows, and allows it or not.

import { accept, refuse, type Result } from '@farport/basics'
import type { DeviceRequest } from '@farport/contract'
import type { Viewer } from '../../../../graphql/context.ts'
import type { IdentityContext } from '../../context.ts'
import type { SignInRefusal } from '../../identity.ts'
import { describePlace } from '../../sessions/place.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { cleanUserCode, userCodeUnknown } from '../device-code.ts'
import { answerProgram, waitingProgram } from '../device-code-store.ts'
import { userCodeOwner } from './ask-for-device-code.ts'

type Means = Pick<IdentityContext, 'database' | 'clock' | 'codes' | 'geo' | 'guard'>

export async function findDeviceRequest(
  means: Means,
  { viewer, userCode }: { viewer: Viewer; userCode: string },
): Promise<Result<DeviceRequest, SignInRefusal>> {
  const { database, clock, codes, geo, guard } = means
  // Codes are short: they are not to be tried out.
  const spent = await guard.spend(['device-user-code', viewer.accountId])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const userCodeHash = codes.hash(cleanUserCode(userCode), userCodeOwner)
  const found = await waitingProgram(database.queries, userCodeHash, new Date(clock.now()))
  if (found === undefined) return refuse(userCodeUnknown)
  const { client, address, created } = found
  const place = describePlace(geo.placeOf(address, viewer.language))
  return accept({ client, address, place, created: created.toISOString() })
}

export async function answerDevice(
  means: Means,
  { viewer, userCode, isApproved }: { viewer: Viewer; userCode: string; isApproved: boolean },
): Promise<Result<undefined, SignInRefusal>> {
  const { database, clock, codes, guard } = means
  const spent = await guard.spend(['device-user-code', viewer.accountId])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const userCodeHash = codes.hash(cleanUserCode(userCode), userCodeOwner)
  const answer = { userCodeHash, userId: viewer.accountId, isApproved, now: new Date(clock.now()) }
  return (await answerProgram(database.queries, answer)) ? accept(undefined) : refuse(userCodeUnknown)
}
