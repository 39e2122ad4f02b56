// Puts tags on devices, whoever wants it: access has been asked for before, and is told of afterwards.

import { accept, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId, DeviceId } from '@farport/vocabulary'
import type { Tx } from '#platform/database'
import type { TagMeans } from '../context.ts'
import { putDeviceTags } from '../device-tag-store.ts'
import { ensureTagsByName } from './ensure-tags.ts'

/** Gives the devices that lacked one of them. Names are parsed here; tags that do not exist are made. */
export async function putTags(
  means: TagMeans,
  tx: Tx,
  request: { accountId: AccountId; deviceIds: readonly DeviceId[]; names: readonly string[] },
): Promise<Result<DeviceId[], Refusal>> {
  const { accountId, deviceIds, names } = request
  if (deviceIds.length === 0) return accept([])
  const tags = await ensureTagsByName(means, tx, accountId, names)
  if (!tags.ok) return tags
  const tagIds = tags.value.map((tag) => tag.id)
  return accept(await putDeviceTags(tx, { accountId, tagIds, deviceIds }, new Date(means.clock.now())))
}
