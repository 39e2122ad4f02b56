// What a list of devices is limited to and sorted by, as its arguments say.

import { accept, refuse, type Result } from '@farport/basics'
import { limits, parseId, type AccountId, type DeviceId } from '@farport/vocabulary'

export interface DeviceListArguments {
  readonly from?: number | null | undefined
  readonly size?: number | null | undefined
  readonly name?: string | null | undefined
  readonly state?: string | null | undefined
  readonly sort?: string | null | undefined
  readonly id?: readonly string[] | null | undefined
  readonly application?: readonly number[] | null | undefined
  readonly platform?: readonly number[] | null | undefined
  readonly owner?: boolean | null | undefined
}

export const sortKeys = ['name', 'state', 'platform', 'created', 'lastReported'] as const
export interface SortKey {
  readonly key: (typeof sortKeys)[number]
  readonly isReversed: boolean
}

export interface DeviceListRequest {
  readonly accountId: AccountId
  readonly from: number
  readonly size: number
  /** Contained in the name of the device or of one of its services, case ignored. */
  readonly name: string | undefined
  readonly isOnline: boolean | undefined
  readonly sort: readonly SortKey[]
  readonly ids: readonly DeviceId[] | undefined
  readonly applications: readonly number[] | undefined
  readonly platforms: readonly number[] | undefined
  /** own: not those that others share to the account. */
  readonly whose: 'all' | 'own' | 'shared'
}

export const sortDefault = 'state,name'

/** Asked for in one call; more are asked for in pages. */
const listedMax = 1000

/** The refusal is the sentence for the person. */
export function parseDeviceList(accountId: AccountId, wish: DeviceListArguments): Result<DeviceListRequest, string> {
  const from = wish.from ?? 0
  const size = wish.size ?? limits.devicePageSize
  if (from < 0) return refuse('`from` cannot be negative.')
  if (size < 0 || size > limits.devicePageSizeMax) return refuse(`\`size\` is 0 to ${limits.devicePageSizeMax}.`)
  const state = wish.state ?? 'all'
  if (state !== 'all' && state !== 'active' && state !== 'inactive') return refuse('`state` is active or inactive.')
  const lists = [wish.id, wish.application, wish.platform]
  if (lists.some((list) => (list?.length ?? 0) > listedMax)) return refuse(`A list names at most ${listedMax}.`)
  const sort = parseSort(wish.sort ?? sortDefault)
  if (!sort.ok) return sort
  return accept({
    accountId,
    from,
    size,
    name: wish.name?.trim() || undefined,
    isOnline: state === 'all' ? undefined : state === 'active',
    sort: sort.value,
    ids: wish.id?.map((text) => parseId('d', text)).filter((id) => id !== undefined),
    applications: wish.application ?? undefined,
    platforms: wish.platform ?? undefined,
    whose: wish.owner === undefined || wish.owner === null ? 'all' : wish.owner ? 'own' : 'shared',
  })
}

function parseSort(text: string): Result<SortKey[], string> {
  const sort: SortKey[] = []
  for (const word of text.split(',').map((part) => part.trim())) {
    if (word === '') continue
    const isReversed = word.startsWith('-')
    const key = sortKeys.find((one) => one === (isReversed ? word.slice(1) : word))
    if (key === undefined) return refuse(`Devices can be sorted by ${sortKeys.join(', ')}.`)
    if (!sort.some((one) => one.key === key)) sort.push({ key, isReversed })
  }
  return accept(sort)
}
