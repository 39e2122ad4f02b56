// Binds an agent's key to a new device of the account that its registration code names.

import { accept, refuse, type Result } from '@farport/basics'
import type { Tx } from '#platform/database'
import type { DevicesContext } from '../context.ts'
import type { Device } from '../device.ts'
import { findDeviceByKey } from '../device-store.ts'
import type { WantedService } from '../registration.ts'
import { spendRegistration } from '../registration-store.ts'
import { addDevice } from './add-device.ts'
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
  if (registration.usesLeft === 0) return refuse('code-unknown')
  if (registration.usesLeft !== undefined) await spendRegistration(tx, registration)
  const device = await addDevice(context, tx, {
    accountId: registration.accountId,
    createdBy: registration.createdBy,
    name: registration.name ?? request.hostname,
    platform: registration.platform ?? request.platform,
    agentKey: request.agentKey,
    hardwareId: request.hardwareId,
    agentVersion: request.agentVersion,
    internalAddress: request.internalAddress,
    tags: registration.tags,
  })
  return accept({ kind: 'new', device, services: registration.services })
}
