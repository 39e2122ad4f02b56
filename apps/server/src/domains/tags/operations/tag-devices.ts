// Puts tags on devices, or takes them off: all that are named, or none.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { limits, type AccountId, type DeviceId } from '@farport/vocabulary'
import { requireInAccount, type Actor } from '../../../access/index.ts'
import type { Tx } from '#platform/database'
import type { TaggableDevice, TagsContext } from '../context.ts'
import { takeDeviceTags } from '../device-tag-store.ts'
import { parseKnownTagKeys } from '../tag.ts'
import { devicesTagged, type TaggingDeed } from '../tag-events.ts'
import { tagPolicy } from '../tag-policy.ts'
import { holdTags } from '../tag-store.ts'
import { announceTagAccess } from './announce-tag-access.ts'
import { putTags } from './put-tags.ts'

export interface TaggingRequest {
  readonly accountId: AccountId
  /** Of devices, or of services on them. */
  readonly targets: readonly string[]
  readonly names: readonly string[]
}

export function tagDevices(
  context: TagsContext,
  actor: Actor,
  request: TaggingRequest,
): Promise<Result<true, Refusal>> {
  const { accountId, names } = request
  return changeTags(context, actor, request, 'device-tagged', (tx, deviceIds) =>
    putTags(context, tx, { accountId, deviceIds, names }),
  )
}

/** Tags that do not exist, or are not on the devices, are off them already. */
export function untagDevices(
  context: TagsContext,
  actor: Actor,
  request: TaggingRequest,
): Promise<Result<true, Refusal>> {
  const { accountId } = request
  return changeTags(context, actor, request, 'device-untagged', async (tx, deviceIds, keys) => {
    const tags = await holdTags(tx, accountId, keys, 'stay')
    const tagIds = [...tags.values()].map((tag) => tag.id)
    return accept(await takeDeviceTags(tx, { accountId, tagIds, deviceIds }))
  })
}

async function changeTags(
  context: TagsContext,
  actor: Actor,
  request: TaggingRequest,
  deed: TaggingDeed,
  change: (tx: Tx, deviceIds: DeviceId[], tagKeys: string[]) => Promise<Result<DeviceId[], Refusal>>,
): Promise<Result<true, Refusal>> {
  const { accountId } = request
  const permitted = requireInAccount(actor, 'ADMIN', accountId)
  if (!permitted.ok) return permitted
  if (request.targets.length > limits.devicesPerCallMax) return refuse(tooManyDevices)
  const keys = parseKnownTagKeys(request.names)
  if (!keys.ok) return keys
  return context.database.transaction(async (tx) => {
    const devices = await taggableDevices(context, tx, actor, request)
    if (!devices.ok) return devices
    const deviceIds = devices.value.map((device) => device.id)
    const changed = await change(tx, deviceIds, keys.value)
    if (!changed.ok) return changed
    const changedIds = new Set(changed.value)
    if (changedIds.size === 0) return accept(true)
    const touched = devices.value.filter((device) => changedIds.has(device.id))
    await context.events.announce(tx, ...devicesTagged(touched, deed, { accountId, actorId: actor.userId }))
    await announceTagAccess(context, tx, accountId, keys.value)
    return accept(true)
  })
}

async function taggableDevices(
  context: TagsContext,
  tx: Tx,
  actor: Actor,
  { accountId, targets }: TaggingRequest,
): Promise<Result<readonly TaggableDevice[], Refusal>> {
  const devices = await context.devices.hold(tx, actor, [...new Set(targets)])
  if (!devices.ok) return devices
  for (const device of devices.value) {
    const verdict = tagPolicy.tagDevice(actor, accountId, device)
    if (!verdict.allowed) return refuse({ code: 'FORBIDDEN', message: verdict.reason })
  }
  return devices
}

const tooManyDevices: Refusal = {
  code: 'INVALID',
  message: `A call names at most ${limits.devicesPerCallMax} devices.`,
}
