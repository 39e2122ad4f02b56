import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { dialServer, type TestRelay } from '../../test-relay.ts'
import type { Person } from '../../test-server.ts'
import { createSharingWorld, type SharingWorld } from './test-sharing.ts'

const soon = (check: () => unknown, timeout = 10_000) => vi.waitFor(check, { timeout, interval: 20 })

let world: SharingWorld
beforeAll(async () => {
  world = await createSharingWorld()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => world.renew())

describe('a live connection of a guest', () => {
  async function online(): Promise<TestRelay> {
    const relay = await dialServer(world.server.url, world.server.joinSecret.reveal())
    await soon(() => expect(relay.told[0]).toMatchObject({ type: 'joined' }))
    const { accountId, deviceId } = world.device
    const at = Date.now()
    const agents = [{ accountId, deviceId, isOnline: true, enteredAt: at, at }]
    relay.send({ type: 'presence', part: 'change', agents })
    const states = '{ login { account { devices { items { state } } } } }'
    await soon(async () =>
      expect(await world.owner.ask(states)).toEqual({
        login: { account: { devices: { items: [{ state: 'active' }] } } },
      }),
    )
    return relay
  }

  /** Gives its id once the relay has opened the port. */
  async function connected(relay: TestRelay, person: Person): Promise<string> {
    const before = relay.told.length
    const connecting = person.ask<{ connect: { id: string } }>(
      `mutation { connect(serviceId: "${world.service}", hostIP: "0.0.0.0") { id } }`,
    )
    const find = () => relay.told.slice(before).find((message) => message.type === 'open-proxy')
    await soon(() => expect(find()).toBeDefined())
    const order = find()
    if (order?.type !== 'open-proxy') throw new Error('no order came')
    relay.send({ type: 'proxy-opened', connectionId: order.connectionId, host: 'relay.example', port: 20_001 })
    return (await connecting).connect.id
  }

  const isClosed = (relay: TestRelay, id: string) =>
    relay.told.some((message) => message.type === 'close-proxy' && message.connectionId === id)

  it.each([
    ['the share is taken back', () => world.share(', action: REMOVE')],
    ['the guest leaves', () => world.share(', action: REMOVE', world.guest)],
    ['the service is taken out', () => world.share(`, services: [{ action: REMOVE, serviceId: "${world.service}" }]`)],
    [
      'the device is transferred',
      async () =>
        world.owner.ask(
          `mutation { transfer(deviceId: "${world.device.deviceId}", email: "${(await world.newPerson()).email}") }`,
        ),
    ],
    [
      'the device is deleted by force',
      () => world.owner.ask(`mutation { deleteDevice(deviceId: "${world.device.deviceId}", force: true) }`),
    ],
  ])('is cut within two seconds when %s', async (_, deed) => {
    using relay = await online()
    await world.share('')
    const id = await connected(relay, world.guest)
    await deed()
    await soon(() => expect(isClosed(relay, id)).toBe(true), 2000)
  })

  it('by a network is cut within two seconds when that is shared no more', async () => {
    using relay = await online()
    const network = await world.newNetwork()
    await world.owner.ask(`mutation { addNetworkShare(networkId: "${network}", email: ["${world.guest.email}"]) }`)
    const id = await connected(relay, world.guest)
    await world.owner.ask(`mutation { removeNetworkShare(networkId: "${network}", email: ["${world.guest.email}"]) }`)
    await soon(() => expect(isClosed(relay, id)).toBe(true), 2000)
  })

  it('stays when another guest loses the device', async () => {
    using relay = await online()
    const other = await world.newPerson()
    await world.share('')
    await world.owner.ask(`mutation { share(deviceId: "${world.device.deviceId}", email: ["${other.email}"]) }`)
    const id = await connected(relay, world.guest)
    const otherId = await connected(relay, other)
    await world.owner.ask(
      `mutation { share(deviceId: "${world.device.deviceId}", email: ["${other.email}"], action: REMOVE) }`,
    )
    await soon(() => expect(isClosed(relay, otherId)).toBe(true), 2000)
    expect(isClosed(relay, id)).toBe(false)
  })
})
