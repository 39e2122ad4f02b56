// Devices by their ids, with their services, in the order in which they were asked for.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { actsFor, noSuchAccount, type Actor } from '../../../access/index.ts'
import { devicePolicy } from '#domains/devices'
import type { ServicesContext } from '../context.ts'
import { parseDeviceIds } from '../device-list.ts'
import { devicesByIds, type ListedDevice } from '../device-list-store.ts'

/**
 * Those that exist and may be seen. A person finds all of theirs under their own account, also those of accounts that
 * they act for; under such an account, only its own.
 */
export async function findListedDevices(
  { devices }: ServicesContext,
  actor: Actor,
  accountId: AccountId,
  texts: readonly string[],
): Promise<Result<ListedDevice[], Refusal>> {
  if (!actsFor(actor, accountId)) return refuse(noSuchAccount)
  const ids = parseDeviceIds(texts)
  if (!ids.ok) return refuse({ code: 'INVALID', message: ids.refusal })
  const found = await devicesByIds(devices.database.queries, actor, ids.value)
  const isHere = (device: ListedDevice) => accountId === actor.userId || device.accountId === accountId
  return accept(found.filter((device) => isHere(device) && devicePolicy.view(actor, device).allowed))
}
