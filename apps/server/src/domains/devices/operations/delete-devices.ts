// Deletes several devices together: all of them, or none.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { parseId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import type { DevicesContext } from '../context.ts'
import { decideDeleteMany, deletedTogetherMax, tooManyMessage } from '../delete-many.ts'
import { seeDevicesForUpdate } from '../device-store.ts'
import { removeDevices } from './delete-device.ts'

/** `wanted`: ids as they came. How many were deleted. */
export async function deleteDevices(
  context: DevicesContext,
  actor: Actor,
  wanted: readonly string[],
): Promise<Result<number, Refusal>> {
  if (wanted.length > deletedTogetherMax) return refuse({ code: 'INVALID', message: tooManyMessage })
  if (wanted.length === 0) return accept(0)
  const ids = [...new Set(wanted)]
  return context.database.transaction(async (tx) => {
    const devices = await seeDevicesForUpdate(
      tx,
      actor,
      ids.flatMap((text) => parseId('d', text) ?? []),
    )
    const decided = decideDeleteMany(actor, ids, new Map(devices.map((device) => [device.id, device])))
    if (!decided.ok) return decided
    await removeDevices(context, tx, actor, decided.value)
    return accept(decided.value.length)
  })
}
