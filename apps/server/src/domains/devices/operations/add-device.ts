// Makes an agent's key that of a new device of an account.

import { limits, type AccountId } from '@farport/vocabulary'
import { putTags } from '#domains/tags'
import type { Tx } from '#platform/database'
import type { DevicesContext } from '../context.ts'
import type { Device } from '../device.ts'
import { deviceChanged } from '../device-events.ts'
import { cleanDeviceName, deviceNameKey, findFreeDeviceName } from '../device-name.ts'
import { findDevice, insertDevice, namesBeginningWith } from '../device-store.ts'

export interface Newcomer {
  readonly accountId: AccountId
  /** Another is found when it is taken. */
  readonly name: string
  readonly platform: number
  /** Who lets it in. */
  readonly createdBy: AccountId
  /** The agent's public key, proven by its signature. */
  readonly agentKey: string
  readonly hardwareId: string | undefined
  readonly agentVersion: string
  readonly internalAddress: string | undefined
  /** Names of tags. */
  readonly tags: readonly string[]
}

export async function addDevice(context: DevicesContext, tx: Tx, newcomer: Newcomer): Promise<Device> {
  const { accountId, createdBy, name, tags, ...told } = newcomer
  const id = context.ids('d')
  const at = new Date(context.clock.now())
  await insertDevice(tx, { ...told, id, accountId, name: await freeName(tx, accountId, name), at })
  const device = await findDevice(tx, id)
  if (device === undefined) throw new Error(`the device ${id} is gone in the transaction that made it`)
  // When the account has no room for more tags, nobody is there to be told: the device comes without them.
  if (tags.length > 0) await putTags(context, tx, { accountId, deviceIds: [id], names: tags })
  await context.events.announce(tx, deviceChanged(device, 'device-registered', createdBy))
  return device
}

/** A name that no device of the account has: the wish, with a number behind it if it must. */
export async function freeName(tx: Tx, accountId: AccountId, wish: string): Promise<string> {
  const first = findFreeDeviceName(wish, () => false)
  // A numbered name may be cut to make room for its number, so ask for those that begin like the shortest cut.
  const start = cleanDeviceName(first).slice(0, limits.nameLengthMax - 8)
  const taken = new Set((await namesBeginningWith(tx, accountId, start)).map(deviceNameKey))
  return findFreeDeviceName(wish, (name) => taken.has(deviceNameKey(name)))
}
