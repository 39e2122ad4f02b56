// What a list of devices is limited to and sorted by, as its arguments say.

import { accept, refuse, type Result } from '@farport/basics'
import {
  limits,
  parseId,
  parseTagName,
  tagKey,
  type AccountId,
  type DeviceId,
  type ServiceId,
} from '@farport/vocabulary'

export interface DeviceListArguments {
  readonly from?: number | null | undefined
  readonly size?: number | null | undefined
  readonly name?: string | null | undefined
  readonly state?: string | null | undefined
  readonly sort?: string | null | undefined
  readonly id?: readonly string[] | null | undefined
  readonly tag?: TagFilterArguments | null | undefined
  readonly application?: readonly number[] | null | undefined
  readonly platform?: readonly number[] | null | undefined
  readonly owner?: boolean | null | undefined
}

interface TagFilterArguments {
  readonly operator?: 'ANY' | 'ALL' | null | undefined
  readonly values: readonly unknown[]
}

export const sortKeys = [
  'name',
  'state',
  'platform',
  'created',
  'lastReported',
  'owner.email',
  'endpoint.quality',
] as const
export interface SortKey {
  readonly key: (typeof sortKeys)[number]
  readonly isReversed: boolean
}

/** Devices, and services whose devices are meant. */
export interface WantedIds {
  readonly devices: readonly DeviceId[]
  readonly services: readonly ServiceId[]
}

/** Names of tags, as they are compared. */
export interface TagFilter {
  readonly operator: 'ANY' | 'ALL'
  readonly keys: readonly string[]
}

export interface DeviceFilter {
  readonly accountId: AccountId
  /** Contained in the name of the device or of one of its services, case ignored. */
  readonly name: string | undefined
  readonly isOnline: boolean | undefined
  readonly ids: WantedIds | undefined
  readonly tags: TagFilter | undefined
  readonly applications: readonly number[] | undefined
  readonly platforms: readonly number[] | undefined
  /** own: not those that others share to the account. */
  readonly whose: 'all' | 'own' | 'shared'
}

export interface DeviceListRequest {
  readonly filter: DeviceFilter
  readonly from: number
  readonly size: number
  readonly sort: readonly SortKey[]
}

export const sortDefault = 'state,name'

/** Asked for in one call; more are asked for in pages. */
const listedMax = 1000
const tooLong = `A list names at most ${listedMax}.`

/** The refusal is the sentence for the person. */
export function parseDeviceList(accountId: AccountId, wish: DeviceListArguments): Result<DeviceListRequest, string> {
  const from = wish.from ?? 0
  const size = wish.size ?? limits.devicePageSize
  if (from < 0) return refuse('`from` cannot be negative.')
  if (size < 0 || size > limits.devicePageSizeMax) return refuse(`\`size\` is 0 to ${limits.devicePageSizeMax}.`)
  const filter = parseFilter(accountId, wish)
  if (!filter.ok) return filter
  const sort = parseSort(wish.sort ?? sortDefault)
  return sort.ok ? accept({ filter: filter.value, from, size, sort: sort.value }) : sort
}

function parseFilter(accountId: AccountId, wish: DeviceListArguments): Result<DeviceFilter, string> {
  const state = wish.state ?? 'all'
  if (state !== 'all' && state !== 'active' && state !== 'inactive') return refuse('`state` is active or inactive.')
  const lists = [wish.id, wish.application, wish.platform]
  if (lists.some((list) => (list?.length ?? 0) > listedMax)) return refuse(tooLong)
  const name = parseNamePart(wish.name ?? '')
  if (!name.ok) return name
  const tags = wish.tag == null ? accept(undefined) : parseTagFilter(wish.tag)
  if (!tags.ok) return tags
  return accept({
    accountId,
    name: name.value,
    isOnline: state === 'all' ? undefined : state === 'active',
    ids: wish.id == null ? undefined : parseWantedIds(wish.id),
    tags: tags.value,
    applications: wish.application ?? undefined,
    platforms: wish.platform ?? undefined,
    whose: wish.owner == null ? 'all' : wish.owner ? 'own' : 'shared',
  })
}

/** Undefined: any name. */
function parseNamePart(text: string): Result<string | undefined, string> {
  const name = text.trim()
  if (name.length > limits.nameLengthMax) return refuse(`A name has at most ${limits.nameLengthMax} characters.`)
  // PostgreSQL's texts have no NUL, and so no name has one.
  return name.includes('\0') ? refuse('A name has no NUL character.') : accept(name || undefined)
}

/** No value is no filter. */
function parseTagFilter({ operator, values }: TagFilterArguments): Result<TagFilter | undefined, string> {
  if (values.length > limits.tagsPerCallMax) return refuse(`A filter names at most ${limits.tagsPerCallMax} tags.`)
  const names = values.filter((value) => typeof value === 'string')
  if (names.length < values.length) return refuse('Tags are filtered by their names.')
  const keys = new Set(names.map(keyOfTag))
  return accept(keys.size === 0 ? undefined : { operator: operator ?? 'ANY', keys: [...keys] })
}

/** A text that can be no name is that of no tag. */
function keyOfTag(text: string): string {
  const name = parseTagName(text)
  return name.ok ? tagKey(name.value) : ''
}

/** What is no id is that of nothing. */
function parseWantedIds(texts: readonly string[]): WantedIds {
  return { devices: idsAmong('d', texts), services: idsAmong('s', texts) }
}

/** Each once. */
export function parseDeviceIds(texts: readonly string[]): Result<DeviceId[], string> {
  return texts.length > listedMax ? refuse(tooLong) : accept([...new Set(idsAmong('d', texts))])
}

const idsAmong = <Kind extends 'd' | 's'>(kind: Kind, texts: readonly string[]) =>
  texts.map((text) => parseId(kind, text)).filter((id) => id !== undefined)

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
