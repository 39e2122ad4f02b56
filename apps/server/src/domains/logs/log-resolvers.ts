// GraphQL ⇄ the log: pages of it, and one event at a time for the event socket.

import { parseId, type AccountId } from '@farport/vocabulary'
import { decide, type Actor } from '../../access/index.ts'
import { seeDevices, showDevice, type SeenDevice } from '#domains/devices'
import { createBatchLoader } from '#platform/batch-loader'
import type { Database } from '#platform/database'
import type { EventRecord } from '#platform/events'
import type { Resolvers } from '../../../generated/resolvers.ts'
import { requireActor } from '../../graphql/actor.ts'
import type { Context } from '../../graphql/context.ts'
import { perContext } from '../../graphql/per-context.ts'
import { presentPlace } from '../../graphql/present-place.ts'
import { orRefuse } from '../../graphql/refusal.ts'
import type { LogsContext } from './context.ts'
import { usersOf } from './event-csv.ts'
import type { EventPageArguments } from './event-page.ts'
import type { LogOwner } from './event-store.ts'
import { makeLogLink } from './operations/make-log-link.ts'
import { readEvents } from './operations/read-events.ts'

export function logResolvers(means: LogsContext): Resolvers {
  const devices = perContext((context) => {
    const actor = requireActor(context)
    return createBatchLoader((ids: readonly SeenDevice['id'][]) => devicesById(means.database, actor, ids))
  })
  const page = async (context: Context, owner: LogOwner, wish: EventPageArguments) => {
    const { items, ...rest } = orRefuse(await readEvents(means, requireActor(context), owner, wish))
    return { ...rest, items, last: items.at(-1)?.id ?? null, limited: false }
  }
  const seenDevice = async (deviceId: string | undefined, context: Context) => {
    const id = parseId('d', deviceId)
    const device = id && (await devices(context).load(id))
    return device && decide(requireActor(context), 'VIEW', device).allowed ? showDevice(device) : undefined
  }
  const eventFields = {
    id: ({ id }: EventRecord) => id,
    type: ({ type }: EventRecord) => type,
    timestamp: ({ at }: EventRecord) => at,
    state: ({ state }: EventRecord) => state,
    action: ({ action }: EventRecord) => action,
    actor: ({ actorId }: EventRecord, _args: object, context: Context) => userOrNull(actorId, context.accounts),
    target: ({ targets }: EventRecord) => [...targets],
    users: async (event: EventRecord, _args: object, context: Context) => {
      const found = await Promise.all(usersOf(event).map((id) => userOrNull(id, context.accounts)))
      return found.filter((user) => user !== null)
    },
    devices: async ({ targets }: EventRecord, _args: object, context: Context) => {
      const ids = new Set(targets.map((target) => target.deviceId))
      const found = await Promise.all([...ids].map((id) => seenDevice(id, context)))
      return found.filter((device) => device !== undefined)
    },
  }
  return {
    Query: { event: (_parent, _args, context) => context.event ?? null },
    User: {
      events: ({ id }, wish, context) => page(context, { accountId: id }, wish),
      eventsUrl: ({ id }, wish, context) =>
        orRefuse(makeLogLink(means, requireActor(context), { accountId: id }, wish)),
    },
    Device: {
      events: (device, wish, context) => page(context, { accountId: device.accountId, device }, wish),
      eventsUrl: (device, wish, context) =>
        orRefuse(makeLogLink(means, requireActor(context), { accountId: device.accountId, device }, wish)),
    },
    LogEvent: { __resolveType: (event) => typeNameOf(event) },
    DeviceStateEvent: eventFields,
    DeviceRefreshEvent: eventFields,
    DeviceDeleteEvent: eventFields,
    AuthEvent: eventFields,
    DeviceShareEvent: { ...eventFields, scripting: ({ data }) => data['scripting'] === true },
    DeviceTransferEvent: eventFields,
    DeviceJobEvent: eventFields,
    JobEvent: eventFields,
    LicenseUpdatedEvent: { ...eventFields, owner: ({ accountId }) => ({ id: accountId }) },
    DeviceConnectEvent: {
      ...eventFields,
      session: ({ data }) => text(data['session']) ?? '',
      platform: ({ data }) => number(data['platform']),
      manufacturer: ({ data }) => number(data['manufacturer']),
      source: ({ data }) => text(data['source']),
      proxy: ({ data }) => data['proxy'] === true,
      txBytes: ({ data }) => text(data['txBytes']),
      rxBytes: ({ data }) => text(data['rxBytes']),
      lifetime: ({ data }) => number(data['lifetime']),
      avgRTT: ({ data }) => number(data['avgRTT']),
      sourceGeo: ({ data }, _args, context) => presentPlace(means.geo, text(data['source']), context),
      targetGeo: async ({ deviceId }, _args, context) => {
        const device = await seenDevice(deviceId ?? undefined, context)
        return presentPlace(means.geo, device?.externalAddress, context)
      },
    },
    Target: {
      id: ({ id }) => id,
      name: ({ name }) => name ?? null,
      application: ({ application }) => application ?? null,
      platform: ({ platform }) => platform ?? null,
      owner: (target, _args, context) => userOrNull(target.ownerId, context.accounts),
      device: async (target, _args, context) => (await seenDevice(target.deviceId, context)) ?? null,
    },
  }
}

type Accounts = { load(id: AccountId): Promise<{ id: AccountId } | undefined> }

/** Nobody, and somebody whose account is gone, look the same. */
async function userOrNull(id: string | null | undefined, accounts: Accounts): Promise<{ id: AccountId } | null> {
  const accountId = parseId('a', id)
  const account = accountId && (await accounts.load(accountId))
  return account === undefined ? null : { id: account.id }
}

function typeNameOf({ type }: EventRecord) {
  switch (type) {
    case 'DEVICE_STATE':
      return 'DeviceStateEvent'
    case 'DEVICE_CONNECT':
      return 'DeviceConnectEvent'
    case 'DEVICE_DELETE':
      return 'DeviceDeleteEvent'
    case 'DEVICE_REFRESH':
      return 'DeviceRefreshEvent'
    case 'DEVICE_SHARE':
      return 'DeviceShareEvent'
    case 'DEVICE_TRANSFER':
      return 'DeviceTransferEvent'
    case 'DEVICE_JOB':
      return 'DeviceJobEvent'
    case 'JOB':
      return 'JobEvent'
    case 'LICENSE_UPDATED':
      return 'LicenseUpdatedEvent'
    default:
      return 'AuthEvent'
  }
}

async function devicesById(
  database: Database,
  actor: Actor,
  ids: readonly SeenDevice['id'][],
): Promise<Map<SeenDevice['id'], SeenDevice>> {
  const found = await seeDevices(database.queries, actor, ids)
  return new Map(found.map((device) => [device.id, device]))
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)
