// Devices of an account that the actor may see, with their services: in pages, filtered and sorted.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { actsFor, noSuchAccount, type Actor } from '../../../access/index.ts'
import type { ServicesContext } from '../context.ts'
import { parseDeviceList, type DeviceListArguments } from '../device-list.ts'
import { listDeviceRows, type ListedDevice } from '../device-list-store.ts'

export interface ListedPage {
  readonly total: number
  readonly hasMore: boolean
  readonly items: readonly ListedDevice[]
}

export async function listDevices(
  context: ServicesContext,
  actor: Actor,
  accountId: AccountId,
  wish: DeviceListArguments,
): Promise<Result<ListedPage, Refusal>> {
  if (!actsFor(actor, accountId)) return refuse(noSuchAccount)
  const request = parseDeviceList(accountId, wish)
  if (!request.ok) return refuse({ code: 'INVALID', message: request.refusal })
  const { total, items } = await listDeviceRows(context.devices.database.queries, actor, request.value)
  return accept({ total, items, hasMore: request.value.from + items.length < total })
}
