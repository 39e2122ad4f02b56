// Devices of an account that the actor may see, with their services: in pages, filtered and sorted.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { actsFor, noSuchAccount, type Actor } from '../../../access/index.ts'
import type { ServicesContext } from '../context.ts'
import { readGround } from '../device-ground-store.ts'
import { parseDeviceList, type DeviceListArguments } from '../device-list.ts'
import { devicesOnPage, type ListedDevice } from '../device-list-store.ts'
import { pageOfDevices, totalOfDevices } from '../device-page-store.ts'

/** Each is read when it is asked for, and once. */
export interface DeviceList {
  /** Of all pages together. */
  total(): Promise<number>
  items(): Promise<readonly ListedDevice[]>
  hasMore(): Promise<boolean>
}

export function openDeviceList(
  context: ServicesContext,
  actor: Actor,
  accountId: AccountId,
  wish: DeviceListArguments,
): Result<DeviceList, Refusal> {
  if (!actsFor(actor, accountId)) return refuse(noSuchAccount)
  const parsed = parseDeviceList(accountId, wish)
  if (!parsed.ok) return refuse({ code: 'INVALID', message: parsed.refusal })
  const request = parsed.value
  const { queries } = context.devices.database
  const ground = once(() => readGround(queries, actor, request.filter))
  const total = once(async () => totalOfDevices(queries, request, await ground()))
  const items = once(async () => {
    const page = pageOfDevices(request, await ground())
    return page === undefined ? [] : devicesOnPage(queries, actor, page)
  })
  const hasMore = async () => {
    const [page, count] = await Promise.all([items(), total()])
    return request.from + page.length < count
  }
  return accept({ total, items, hasMore })
}

export interface ListedPage {
  readonly total: number
  readonly hasMore: boolean
  readonly items: readonly ListedDevice[]
}

/** All of it at once. */
export async function listDevices(
  context: ServicesContext,
  actor: Actor,
  accountId: AccountId,
  wish: DeviceListArguments,
): Promise<Result<ListedPage, Refusal>> {
  const list = openDeviceList(context, actor, accountId, wish)
  if (!list.ok) return list
  const [total, hasMore, items] = await Promise.all([list.value.total(), list.value.hasMore(), list.value.items()])
  return accept({ total, hasMore, items })
}

function once<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let answer: Promise<Value> | undefined
  return () => (answer ??= ask())
}
