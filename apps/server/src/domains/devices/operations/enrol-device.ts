// Binds an agent's key to a new device of the account that its registration code names.

import { accept, refuse, type Result } from '@farport/basics'
import { limits } from '@farport/vocabulary'
import type { Tx } from '#platform/database'
import type { DevicesContext } from '../context.ts'
import type { Device } from '../device.ts'
import { deviceChanged } from '../device-events.ts'
import { cleanDeviceName, deviceNameKey, findFreeDeviceName } from '../device-name.ts'
import { findDevice, findDeviceByKey, insertDevice, namesBeginningWith } from '../device-store.ts'
import type { WantedService } from '../registration.ts'
import type { Registration } from '../registration-store.ts'
import { takeRegistrationByCode } from './find-registration.ts'

export interface EnrolmentRequest {
  readonly code: string
  /** The agent's public key, proven by its signature. */
  readonly agentKey: string
  readonly hostname: string
  readonly platform: number
  readonly hardwareId?: string | undefined
  readonly agentVersion: string
  readonly internalAddress?: string | undefined
}

export type EnrolmentRefusal = 'code-unknown' | 'already-enrolled'

/** again: the same key came with a good code before; its first answer may have been lost. */
export type Enrolment =
  | { readonly kind: 'new'; readonly device: Device; readonly services: readonly WantedService[] }
  | { readonly kind: 'again'; readonly device: Device }

/** In the caller's transaction, so that the device and its first services appear together. */
export async function enrolDevice(
  context: DevicesContext,
  tx: Tx,
  request: EnrolmentRequest,
): Promise<Result<Enrolment, EnrolmentRefusal>> {
  const registration = await takeRegistrationByCode(context, tx, request.code)
  if (registration === undefined) return refuse('code-unknown')
  const holder = await findDeviceByKey(tx, request.agentKey)
  if (holder !== undefined) {
    return holder.accountId === registration.accountId
      ? accept({ kind: 'again', device: holder })
      : refuse('already-enrolled')
  }
  const device = await addDevice(context, tx, registration, request)
  await context.events.announce(tx, deviceChanged(device, 'device-registered', registration.createdBy))
  return accept({ kind: 'new', device, services: registration.services })
}

async function addDevice(
  context: DevicesContext,
  tx: Tx,
  registration: Registration,
  request: EnrolmentRequest,
): Promise<Device> {
  const { accountId } = registration
  const wish = registration.name ?? request.hostname
  const id = context.ids('d')
  await insertDevice(tx, {
    id,
    accountId,
    name: await freeName(tx, accountId, wish),
    platform: registration.platform ?? request.platform,
    hardwareId: request.hardwareId,
    agentKey: request.agentKey,
    agentVersion: request.agentVersion,
    internalAddress: request.internalAddress,
    at: new Date(context.clock.now()),
  })
  const device = await findDevice(tx, id)
  if (device === undefined) throw new Error(`the device ${id} is gone in the transaction that made it`)
  return device
}

async function freeName(tx: Tx, accountId: Registration['accountId'], wish: string): Promise<string> {
  const first = findFreeDeviceName(wish, () => false)
  // A numbered name may be cut to make room for its number, so ask for those that begin like the shortest cut.
  const start = cleanDeviceName(first).slice(0, limits.nameLengthMax - 8)
  const taken = new Set((await namesBeginningWith(tx, accountId, start)).map(deviceNameKey))
  return findFreeDeviceName(wish, (name) => taken.has(deviceNameKey(name)))
}
