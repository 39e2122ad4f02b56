// For tests: devices that are online at a relay which does what it is told, without a byte being moved.

import type { AccountId, ConnectionId, DeviceId } from '@farport/vocabulary'
import { eventually } from '@farport/testkit'
import { createTestAgent, dialServer, type TestRelay } from './test-relay.ts'
import type { Person, TestServer } from './test-server.ts'

export interface FleetDevice {
  readonly accountId: AccountId
  readonly id: DeviceId
  readonly services: readonly { readonly id: string; readonly name: string }[]
}

export interface TestFleet extends Disposable {
  readonly relay: TestRelay
  /** The ports that it has open. */
  readonly open: ReadonlySet<ConnectionId>
  /** Enrols a device into the person's own account, and has it online. */
  addDevice(owner: Person, wish?: { hostname?: string; isOnline?: boolean; code?: string }): Promise<FleetDevice>
}

/** The server needs its role for relays. */
export async function createTestFleet(server: TestServer): Promise<TestFleet> {
  const relay = await dialServer(server.url, server.joinSecret.reveal())
  await eventually(() => relay.told.some((message) => message.type === 'joined'))
  const open = new Set<ConnectionId>()
  let read = 0
  let port = 20_000
  const obey = setInterval(() => {
    for (; read < relay.told.length; read += 1) {
      const order = relay.told[read]
      if (order?.type === 'open-proxy') {
        open.add(order.connectionId)
        port += 1
        relay.send({ type: 'proxy-opened', connectionId: order.connectionId, host: 'relay.example', port })
      }
      if (order?.type === 'close-proxy') void close(order.connectionId)
    }
    relay.send({ type: 'heartbeat', agents: 0, proxies: open.size, streams: 0 })
  }, 20)

  async function close(connectionId: ConnectionId): Promise<void> {
    open.delete(connectionId)
    const accountId = await accountOf(server, connectionId)
    if (accountId === undefined) return
    const usage = { connectionId, accountId, txBytes: 0, rxBytes: 0, streams: 0 }
    relay.send({ type: 'proxy-closed', end: 'disconnected', at: Date.now(), usage })
  }

  return {
    relay,
    open,
    async addDevice(owner, { hostname = 'lab-pi', isOnline = true, code } = {}) {
      const asked = '{ login { account { registrationCode } } }'
      const found = code ?? (await owner.ask<RegistrationAnswer>(asked)).login.account.registrationCode
      const { status, body } = await createTestAgent(server.url).enrol(found, { hostname })
      if (status >= 300) throw new Error(`enrolling answered with ${status}`)
      const device: FleetDevice = {
        accountId: body['accountId'] as AccountId, // as the agents' API answers
        id: body['deviceId'] as DeviceId, // likewise
        services: body['services'] as FleetDevice['services'], // likewise
      }
      if (isOnline) {
        const at = Date.now()
        const agent = { accountId: device.accountId, deviceId: device.id, isOnline: true, enteredAt: at, at }
        relay.send({ type: 'presence', part: 'change', agents: [agent] })
        await eventually(async () => (await stateOf(server, device.id)) === true)
      }
      return device
    },
    [Symbol.dispose]() {
      clearInterval(obey)
      relay[Symbol.dispose]()
    },
  }
}

interface RegistrationAnswer {
  login: { account: { registrationCode: string } }
}

async function stateOf({ database }: TestServer, deviceId: DeviceId): Promise<boolean | undefined> {
  const row = await database.queries
    .selectFrom('device_presence')
    .select('is_online')
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return row?.is_online
}

async function accountOf({ database }: TestServer, id: ConnectionId): Promise<AccountId | undefined> {
  const row = await database.queries
    .selectFrom('connections')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row && (row.account_id as AccountId) // parsed before it was written
}
