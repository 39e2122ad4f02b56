// Lets another agent take the place of a device's own, by a code that somebody who manages the device asked for.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { Actor } from '../../../access/index.ts'
import { afterCommit, type Queries, type Tx } from '#platform/database'
import type { DevicesContext } from '../context.ts'
import type { Device, SeenDevice } from '../device.ts'
import { deviceChanged } from '../device-events.ts'
import { devicePolicy } from '../device-policy.ts'
import { deniedRefusal } from '../device-refusal.ts'
import { findDevice, findDeviceByKey, findDeviceForUpdate, keysOfDevices, replaceAgent } from '../device-store.ts'
import {
  parseRestoreCode,
  restoreCodeLifeMs,
  restoreCodeText,
  signatureOf,
  signedText,
  type RestoreCode,
} from '../restore-code.ts'
import type { EnrolmentRefusal, EnrolmentRequest } from './enrol-device.ts'

export const replacedMessage = 'Another agent has taken the place of this one.'

type Means = Pick<DevicesContext, 'clock' | 'restoreSecret'>

/** `agentKey`: that of the agent that is to be replaced. */
export function makeRestoreCode(
  context: Means,
  actor: Actor,
  device: SeenDevice & { agentKey: string },
): Result<string, Refusal> {
  const verdict = devicePolicy.manage(actor, device)
  if (!verdict.allowed) return refuse(deniedRefusal(verdict, 'device', device.id))
  const { id: deviceId, accountId, agentKey } = device
  const expiresAtSeconds = Math.floor((context.clock.now() + restoreCodeLifeMs) / 1000)
  const signature = sign(context, { accountId, deviceId, agentKey, expiresAtSeconds })
  return accept(restoreCodeText({ deviceId, expiresAtSeconds, signature }))
}

/** Undefined when it is no code of ours, has expired, or was used. */
export async function deviceOfRestoreCode(
  context: Means,
  queries: Queries,
  code: RestoreCode,
): Promise<Device | undefined> {
  const { deviceId, expiresAtSeconds, signature } = code
  if (expiresAtSeconds * 1000 <= context.clock.now()) return undefined
  const device = await findDevice(queries, deviceId)
  const agentKey = (await keysOfDevices(queries, [deviceId])).get(deviceId)
  if (device === undefined || agentKey === undefined) return undefined
  const expected = sign(context, { accountId: device.accountId, deviceId, agentKey, expiresAtSeconds })
  return timingSafeEqual(Buffer.from(expected), Buffer.from(signature)) ? device : undefined
}

/** In the caller's transaction. An agent that has the place already may come again: its first answer may be lost. */
export async function restoreDevice(
  context: DevicesContext,
  tx: Tx,
  request: EnrolmentRequest,
): Promise<Result<Device, EnrolmentRefusal>> {
  const code = parseRestoreCode(request.code)
  if (code === undefined) return refuse('code-unknown')
  // Held, so that of two agents with one code the second finds it used.
  const held = await findDeviceForUpdate(tx, code.deviceId)
  const holder = await findDeviceByKey(tx, request.agentKey)
  if (holder !== undefined) return holder.id === code.deviceId ? accept(holder) : refuse('already-enrolled')
  const old = held && (await deviceOfRestoreCode(context, tx, code))
  if (old === undefined) return refuse('code-unknown')

  await replaceAgent(tx, old, { ...request, at: new Date(context.clock.now()) })
  for (const watcher of context.watchers) await watcher.agentIsReplaced?.(tx, old)
  await context.events.announce(tx, deviceChanged(old, 'device-restored'))
  const { relayId, id: deviceId } = old
  if (relayId !== undefined) {
    afterCommit(tx, () => context.agentOrders.drop({ relayId, deviceId, message: replacedMessage }))
  }
  return accept((await findDevice(tx, deviceId)) ?? old)
}

function sign(context: Means, code: Parameters<typeof signedText>[0]): string {
  return signatureOf(createHmac('sha256', context.restoreSecret.reveal()).update(signedText(code)).digest())
}
