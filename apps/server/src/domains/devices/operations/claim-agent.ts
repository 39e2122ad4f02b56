// Takes an agent that shows a claim code as a device of an account.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import type { Tx } from '#platform/database'
import { claimNotFoundMessage, demoClaimCode, parseClaimCode } from '../claim-code.ts'
import { takeClaim } from '../claim-store.ts'
import type { DevicesContext } from '../context.ts'
import type { Device } from '../device.ts'
import { devicePolicy } from '../device-policy.ts'
import { deniedRefusal } from '../device-refusal.ts'
import { findDeviceByKey } from '../device-store.ts'
import { addDevice } from './add-device.ts'

export interface ClaimByPerson {
  readonly code: string
  readonly accountId: AccountId
  /** The address that the person asks from. */
  readonly source: string
}

/** Before anything is looked up: whether the person may, and has not tried too often. */
export async function mayClaim(
  context: DevicesContext,
  actor: Actor,
  { code, accountId, source }: ClaimByPerson,
): Promise<Result<string, Refusal>> {
  const verdict = devicePolicy.register(actor, accountId)
  if (!verdict.allowed) return refuse(deniedRefusal(verdict, 'device', accountId))
  const spent = await context.claimBudgets.spend(['claim-viewer', actor.userId], ['claim-source', source])
  if (!spent.ok) {
    const { retryAfterSeconds } = spent.refusal
    return refuse({ code: 'THROTTLED', message: 'Too many attempts. Please wait and try again.', retryAfterSeconds })
  }
  if (code.trim().toUpperCase() === demoClaimCode) return refuse(noDemo)
  const parsed = parseClaimCode(code)
  return parsed === undefined ? refuse(notFound(code)) : accept(parsed)
}

/** In the caller's transaction, so that the device and its first services appear together. */
export async function claimAgent(
  context: DevicesContext,
  tx: Tx,
  actor: Actor,
  { code, accountId }: Pick<ClaimByPerson, 'code' | 'accountId'>,
): Promise<Result<Device, Refusal>> {
  const claim = await takeClaim(tx, code, new Date(context.clock.now()))
  // It may have come with a registration code meanwhile.
  const holder = claim && (await findDeviceByKey(tx, claim.agentKey))
  if (claim === undefined || holder !== undefined) return refuse(notFound(code))
  const { hostname, platform, agentKey, hardwareId, agentVersion, internalAddress } = claim
  return accept(
    await addDevice(context, tx, {
      accountId,
      createdBy: actor.userId,
      name: hostname,
      platform,
      agentKey,
      hardwareId,
      agentVersion,
      internalAddress,
      tags: [],
    }),
  )
}

const notFound = (code: string): Refusal => ({ code: 'NOT_FOUND', message: claimNotFoundMessage(code) })

const noDemo: Refusal = {
  code: 'UNAVAILABLE',
  message: 'This server cannot make a copy of its demo device yet. Claim or register a device of your own.',
}
