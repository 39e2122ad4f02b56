// The normalised cache: which things have an identity, what a change does to what is already known.

import { cacheExchange, type Cache } from '@urql/exchange-graphcache'
import {
  DeviceAttributesFragmentDoc,
  DeviceNameFragmentDoc,
  ServiceAttributesFragmentDoc,
  ServiceNameFragmentDoc,
} from '#graphql'

const embedded = () => null

export function createCache() {
  return cacheExchange({
    keys: {
      // Parts of the thing that they come with.
      System: embedded,
      DevicePage: embedded,
      DeviceVerdicts: embedded,
      ServiceVerdicts: embedded,
      Verdict: embedded,
      Endpoint: embedded,
      SessionEndpoint: embedded,
      SessionPath: embedded,
      PathPoint: embedded,
      SessionHealth: embedded,
      SessionError: embedded,
      Checkpoint: embedded,
      PortCheck: embedded,
      EventPage: embedded,
      ApiKey: embedded,
      AccessKey: ({ key }) => (typeof key === 'string' ? key : null),
      NewAccessKey: embedded,
      NotificationSettings: embedded,
      WebhookDeliveryPage: embedded,
      // A target keeps the name that it had then.
      Target: embedded,
    },
    possibleTypes: {
      LogEvent: ['DeviceStateEvent', 'DeviceConnectEvent', 'DeviceRefreshEvent', 'DeviceDeleteEvent', 'AuthEvent'],
    },
    resolvers: {
      User: {
        // A device that any list brought is known; only others are asked for.
        device: (_parent, args: { id?: string[] }, cache, info) => {
          const keys = (args.id ?? []).map((id) => `Device:${id}`)
          const areKnown = keys.every((key) => typeof cache.resolve(key, 'id') === 'string')
          return areKnown ? keys : cache.resolve(info.parentKey, info.fieldName, args)
        },
      },
    },
    optimistic: {
      renameService: () => true,
      setAttributes: (args: Partial<AttributesArguments>) => args.attributes ?? {},
    },
    updates: { Mutation: mutationUpdates, Subscription: { event: writeEvent } },
  })
}

// An alias, not an interface: only an alias fits where the library expects any arguments.
type AttributesArguments = {
  serviceId: string
  attributes: Record<string, unknown>
}

// The arguments are those that our own documents send: see the mutations in features/.
const mutationUpdates = {
  renameService: (_result: unknown, args: { serviceId: string; name: string }, cache: Cache) => {
    const fragment = isDevice(args.serviceId) ? DeviceNameFragmentDoc : ServiceNameFragmentDoc
    cache.writeFragment(fragment, { id: args.serviceId, name: args.name })
  },
  setAttributes: (_result: unknown, args: AttributesArguments, cache: Cache) => {
    mergeAttributes(cache, args)
  },
  deleteDevice: (_result: unknown, args: { deviceId: string }, cache: Cache) => forgetDevice(cache, args.deviceId),
  removeService: (_result: unknown, args: { id: string }, cache: Cache) => {
    cache.invalidate({ __typename: 'Service', id: args.id })
    forgetFields(cache, 'sessions')
  },
  connect: (_result: unknown, _args: unknown, cache: Cache) => forgetFields(cache, 'sessions'),
  createAccessKey: (_result: unknown, _args: unknown, cache: Cache) => forgetFields(cache, 'accessKeys'),
  deleteAccessKey: (_result: unknown, _args: unknown, cache: Cache) => forgetFields(cache, 'accessKeys'),
  setNotificationSettings: (_result: unknown, _args: unknown, cache: Cache) =>
    forgetFields(cache, 'notificationSettings'),
  testWebhook: (_result: unknown, _args: unknown, cache: Cache) => forgetFields(cache, 'webhookDeliveries'),
  disconnect: (_result: unknown, args: { serviceId: string; connectionId: string }, cache: Cache) =>
    endSession(cache, args.serviceId, args.connectionId),
}

interface WrittenEvent {
  __typename: string
  id: string
  type: string
  state: string | null
  session?: string
  target: { id: string; device: { id: string } | null }[]
}

/** The device that the event carries is in the cache already; here goes what the event says of lists. */
function writeEvent(result: { event: WrittenEvent | null }, _args: unknown, cache: Cache): void {
  const { event } = result
  if (event === null) return
  const deviceIds = event.target.map(({ id, device }) => device?.id ?? id)
  prependToLog(
    cache,
    deviceIds.map((id) => `Device:${id}`),
    `${event.__typename}:${event.id}`,
  )
  if (event.type === 'DEVICE_DELETE') for (const id of deviceIds) forgetDevice(cache, id)
  if (event.type === 'DEVICE_CONNECT' && event.state === 'disconnected' && event.session !== undefined)
    for (const { id } of event.target) endSession(cache, id, event.session)
}

/** The account's fields of that name, whatever their arguments, are asked for again where they are on screen. */
function forgetFields(cache: Cache, fieldName: string): void {
  for (const account of accountKeys(cache)) {
    for (const field of cache.inspectFields(account)) {
      if (field.fieldName === fieldName) cache.invalidate(account, field.fieldKey)
    }
  }
}

function forgetDevice(cache: Cache, deviceId: string): void {
  cache.invalidate({ __typename: 'Device', id: deviceId })
  forgetFields(cache, 'devices')
  forgetFields(cache, 'sessions')
}

/** Takes a session and its connection out of every list that names them. */
function endSession(cache: Cache, serviceId: string, sessionId: string): void {
  unlink(cache, `Service:${serviceId}`, 'connections', `Connection:${sessionId}`)
  for (const account of accountKeys(cache)) unlink(cache, account, 'sessions', `Session:${sessionId}`)
}

/** Puts a new line at the head of the log of the account and of the device, where their first pages are known. */
function prependToLog(cache: Cache, owners: readonly string[], eventKey: string): void {
  for (const owner of [...accountKeys(cache), ...owners]) {
    for (const field of cache.inspectFields(owner)) {
      const isFirstPage = field.fieldName === 'events' && (field.arguments?.['after'] ?? null) === null
      const page = isFirstPage ? cache.resolve(owner, field.fieldKey) : undefined
      if (typeof page !== 'string') continue
      const items = linksOf(cache, page, 'items')
      if (items?.includes(eventKey) === false) cache.link(page, 'items', [eventKey, ...items])
    }
  }
}

function unlink(cache: Cache, owner: string, fieldName: string, gone: string): void {
  const links = linksOf(cache, owner, fieldName)
  if (links !== undefined)
    cache.link(
      owner,
      fieldName,
      links.filter((key) => key !== gone),
    )
}

function accountKeys(cache: Cache): string[] {
  const viewer = cache.resolve('Query', 'login')
  if (typeof viewer !== 'string') return []
  const account = cache.resolve(viewer, 'account')
  return typeof account === 'string' && account !== viewer ? [viewer, account] : [viewer]
}

function linksOf(cache: Cache, owner: string, fieldName: string): string[] | undefined {
  const links: unknown = cache.resolve(owner, fieldName)
  return Array.isArray(links) ? links.filter((link) => typeof link === 'string') : undefined
}

function mergeAttributes(cache: Cache, { serviceId: id, attributes }: AttributesArguments): void {
  const fragment = isDevice(id) ? DeviceAttributesFragmentDoc : ServiceAttributesFragmentDoc
  const known = cache.readFragment(fragment, `${isDevice(id) ? 'Device' : 'Service'}:${id}`)?.attributes ?? {}
  const merged = Object.entries({ ...known, ...attributes }).filter(([, value]) => value !== null)
  cache.writeFragment(fragment, { id, attributes: Object.fromEntries(merged) })
}

const isDevice = (id: string) => id.startsWith('d-')
