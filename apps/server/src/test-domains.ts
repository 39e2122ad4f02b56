// For tests: the domains over a database of their own, with a clock that the test sets, and relays that are listened to.

import { randomBytes } from 'node:crypto'
import { Secret } from '@farport/basics'
import { generatePrivateKey, publicKeyText } from '@farport/protocol'
import type { AccountId, DeviceId, RelayId, ServiceId } from '@farport/vocabulary'
import { createBudgets } from '#platform/budgets'
import { createLocalBus } from '#platform/bus'
import { createTestDatabase, type TestDatabase } from '#platform/test-database'
import { createEvents } from '#platform/events'
import { noGeo } from '#platform/geo'
import { createIds } from '#platform/ids'
import { silentLog } from '#platform/log'
import { createMailer } from '#platform/mailer'
import { createMetrics } from '#platform/metrics'
import { applyPresenceFacts, enrolDevice, findDevice, makeRegistration, type Device } from '#domains/devices'
import { createInvitations, signInBudgets } from '#domains/identity'
import { keepUntoldEvents } from '#domains/notifications'
import { addFirstServices, servicesOfDevice, type Service } from '#domains/services'
import { listSessions, type Session } from '#domains/sessions'
import { actorOf, guestsOfDevices, loadActor, type Actor } from './access/index.ts'
import { createContexts, type Contexts } from './domains.ts'
import { channelOfRelay, parseRelayMessage, type RelayOrder } from './relays/relay-orders.ts'
import { saveJoinedRelay } from './relays/relay-store.ts'

export interface TestDomains extends Contexts, AsyncDisposable {
  readonly database: TestDatabase
  readonly clock: { nowMs: number; now(): number }
  readonly ticketKey: ReturnType<typeof generatePrivateKey>
  /** A person with an account of their own, of whom nobody knows more than the id. */
  person(): Actor
  /** A person who has signed up. */
  account(email?: string): Promise<Actor & { readonly email: string }>
  /** The person with the access that they have by now. */
  again(person: Actor): Promise<Actor>
  /** A relay with a live lease, and what it is told. */
  relay(): Promise<{ id: RelayId; publicKey: string; orders: RelayOrder[] }>
  /** Enrols a device for the person, with an SSH service. */
  device(owner: Actor, wish?: { hostname?: string; online?: RelayId }): Promise<{ device: Device; service: Service }>
  setPresence(relayId: RelayId, device: { accountId: AccountId; id: DeviceId }, isOnline: boolean): Promise<void>
  deviceNow(id: DeviceId): Promise<Device>
  /** Live ones, as the owner sees them. */
  sessionsOf(owner: Actor): Promise<Session[]>
  /** The account's events, oldest first. */
  eventsOf(owner: Actor): Promise<{ type: string; state: string | null; action: string | null; data: unknown }[]>
}

export async function createTestDomains(): Promise<TestDomains> {
  const database = await createTestDatabase()
  const clock = { nowMs: Date.now(), now: () => clock.nowMs }
  const bus = createLocalBus(silentLog)
  const ids = createIds(clock)
  const events = createEvents({ bus, clock, ids, guestsOf: guestsOfDevices, watcher: keepUntoldEvents })
  const ticketKey = generatePrivateKey()
  const secret = new Secret(randomBytes(32).toString('base64url'))
  const platform = { database, bus, clock, ids, events, log: silentLog, metrics: createMetrics(), geo: noGeo }
  const publicUrl = 'https://farport.example'
  const mailer = createMailer({ ...platform, canSend: false })
  const guard = createBudgets(database, signInBudgets)
  const invitations = createInvitations({ ...platform, mailer, publicUrl, guard })
  const contexts = createContexts(
    {
      ...{ platform, mailer, publicUrl, secret, invitations },
      ...{ linksDomain: 'links.example', linksHttpsPort: 443, demoServices: undefined },
    },
    ticketKey,
  )
  const { devices, services } = contexts

  const domains: TestDomains = {
    ...contexts,
    database,
    clock,
    ticketKey,
    person: () => actorOf({ userId: ids('a'), isOperator: false }),

    async account(email) {
      const userId = ids('a')
      const address = email ?? `${userId}@example.org`
      await database.queries
        .insertInto('auth.user')
        .values({ id: userId, name: '', email: address, email_verified: true })
        .execute()
      return { ...actorOf({ userId, isOperator: false }), email: address }
    },

    again: ({ userId, isOperator }) => loadActor(database.queries, { userId, isOperator }),

    async relay() {
      const id = ids('r')
      const publicKey = publicKeyText(generatePrivateKey())
      const at = new Date(clock.nowMs)
      const place = { id, publicKey, host: 'relay.example', port: 443, version: '0.1.0' }
      await saveJoinedRelay(database.queries, { ...place, joinedAt: at, leaseUntil: new Date(clock.nowMs + 10_000) })
      const orders: RelayOrder[] = []
      bus.subscribe(channelOfRelay(id), (message) => {
        const parsed = parseRelayMessage(message)
        if (parsed.kind === 'order') orders.push(parsed.order)
      })
      return { id, publicKey, orders }
    },

    async device(owner, { hostname = 'lab-pi', online } = {}) {
      const code = await makeRegistration(devices, owner, { accountId: owner.userId })
      if (!code.ok) throw new Error(code.refusal.message)
      const id = await database.transaction(async (tx) => {
        const enrolled = await enrolDevice(devices, tx, { ...agentOf(hostname), code: code.value })
        if (!enrolled.ok || enrolled.value.kind !== 'new') throw new Error('the device was not enrolled')
        await addFirstServices(services, tx, enrolled.value.device, enrolled.value.services)
        return enrolled.value.device.id
      })
      if (online !== undefined) await domains.setPresence(online, { accountId: owner.userId, id }, true)
      const device = await domains.deviceNow(id)
      const [service] = await servicesOfDevice(database.queries, device)
      if (service === undefined) throw new Error('the device has no service')
      return { device, service }
    },

    async setPresence(relayId, { accountId, id }, isOnline) {
      const now = clock.nowMs
      const agents = [{ accountId, deviceId: id, isOnline, enteredAt: now, at: now }]
      await applyPresenceFacts(devices, { relayId, isSnapshot: false, toldAtMs: now, agents })
    },

    async deviceNow(id) {
      const device = await findDevice(database.queries, id)
      if (device === undefined) throw new Error(`there is no device ${id}`)
      return device
    },

    sessionsOf: (owner) => listSessions(contexts.sessions, owner, { accountId: owner.userId }),

    eventsOf: (owner) =>
      database.queries
        .selectFrom('events')
        .select(['type', 'state', 'action', 'data'])
        .where('account_id', '=', owner.userId)
        .orderBy('id')
        .execute(),

    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
  return domains
}

export function agentOf(hostname: string) {
  const agentKey = randomBytes(32).toString('base64url')
  return { agentKey, hostname, platform: 769, agentVersion: '0.1.0' }
}

// Well-formed, and nobody's.
export const nobodysDevice = 'd-0000000000000000' as DeviceId // see above
export const nobodysService = 's-0000000000000000' as ServiceId // see above
