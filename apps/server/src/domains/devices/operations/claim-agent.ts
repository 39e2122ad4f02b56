// Takes an agent that shows a claim code as a device of an account.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import type { Tx } from '#platform/database'
import { claimNotFoundMessage, demoClaimCode, demoDeviceName, demoHardwareId, parseClaimCode } from '../claim-code.ts'
import { takeClaim } from '../claim-store.ts'
import type { DevicesContext } from '../context.ts'
import type { Device } from '../device.ts'
import { devicePolicy } from '../device-policy.ts'
import { deniedRefusal } from '../device-refusal.ts'
import { findDeviceByKey } from '../device-store.ts'
import type { WantedService } from '../registration.ts'
import { addDevice } from './add-device.ts'
import { awaitDemoCopy } from './await-demo-copy.ts'

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
  const parsed = parseClaimCode(code)
  if (parsed === undefined) return refuse(notFound(code))
  const waiting = parsed === demoClaimCode ? await awaitDemoCopy(context, accountId) : accept(undefined)
  return waiting.ok ? accept(parsed) : waiting
}

export interface ClaimedAgent {
  readonly device: Device
  /** Empty: the default ones. */
  readonly services: readonly WantedService[]
}

/** In the caller's transaction, so that the device and its first services appear together. */
export async function claimAgent(
  context: DevicesContext,
  tx: Tx,
  actor: Actor,
  { code, accountId }: Pick<ClaimByPerson, 'code' | 'accountId'>,
): Promise<Result<ClaimedAgent, Refusal>> {
  const claim = await takeClaim(tx, code, new Date(context.clock.now()))
  // It may have come with a registration code meanwhile.
  const holder = claim && (await findDeviceByKey(tx, claim.agentKey))
  if (claim === undefined || holder !== undefined) return refuse(notFound(code))
  const { hostname, platform, agentKey, hardwareId, agentVersion, internalAddress } = claim
  const isDemo = code === demoClaimCode
  const device = await addDevice(context, tx, {
    accountId,
    createdBy: actor.userId,
    name: isDemo ? demoDeviceName : hostname,
    platform,
    agentKey,
    hardwareId: isDemo ? demoHardwareId : hardwareId,
    agentVersion,
    internalAddress,
    tags: [],
  })
  return accept({ device, services: isDemo ? (context.demo?.services ?? []) : [] })
}

const notFound = (code: string): Refusal => ({ code: 'NOT_FOUND', message: claimNotFoundMessage(code) })
