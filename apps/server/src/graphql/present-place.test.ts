import path from 'node:path'
import { createTempDir, eventually } from '@farport/testkit'
import type { ConnectionId } from '@farport/vocabulary'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeGeoDatabase } from '#platform/test-geo-database'
import { createTestFleet, type FleetDevice, type TestFleet } from '../test-fleet.ts'
import { startTestServer, type Person, type TestServer } from '../test-server.ts'

const places = {
  '8.8.8.8': {
    country: { names: { en: 'United States', ja: 'アメリカ' } },
    subdivisions: [{ names: { en: 'California' } }],
    city: { names: { en: 'Mountain View' } },
    traits: { isp: 'An ISP', connection_type: 'Cable/DSL' },
  },
  '9.9.9.9': { city: { names: { en: 'Zürich' } } },
}
const asked = 'geo { connectionType countryName stateName city isp }'

const resources = new AsyncDisposableStack()
let server: TestServer
let fleet: TestFleet
let owner: Person
let device: FleetDevice
beforeAll(async () => {
  const folder = resources.use(await createTempDir('geo'))
  const file = path.join(folder.path, 'places.mmdb')
  await writeGeoDatabase(file, places)
  server = resources.use(await startTestServer({ geoDatabases: [file] }))
  fleet = resources.use(await createTestFleet(server))
  owner = await server.newPerson()
  device = await fleet.addDevice(owner)
  await movesTo('8.8.8.8')
})
afterAll(() => resources.disposeAsync())

/** Its agent is at the relay from there on. */
async function movesTo(externalAddress: string): Promise<void> {
  const { accountId, id: deviceId } = device
  const at = Date.now()
  const agent = { accountId, deviceId, isOnline: true, enteredAt: at, at, externalAddress }
  fleet.relay.send({ type: 'presence', part: 'change', agents: [agent] })
  const query = 'query ($id: [String!]!) { login { device(id: $id) { endpoint { externalAddress } } } }'
  await eventually(async () => JSON.stringify(await owner.ask(query, { id: [device.id] })).includes(externalAddress))
}

it('shows where a device is', async () => {
  const query = `query ($id: [String!]!) { login { device(id: $id) { endpoint { ${asked} } } } }`
  expect(await owner.ask(query, { id: [device.id] })).toMatchObject({
    login: {
      device: [
        {
          endpoint: {
            geo: {
              connectionType: 'Cable/DSL',
              countryName: 'United States',
              stateName: 'California',
              city: 'Mountain View',
              isp: 'An ISP',
            },
          },
        },
      ],
    },
  })
})

it('shows nothing of a private address', async () => {
  await movesTo('192.168.1.7')
  const query = `query ($id: [String!]!) { login { device(id: $id) { endpoint { ${asked} } } } }`
  expect(await owner.ask(query, { id: [device.id] })).toEqual({ login: { device: [{ endpoint: { geo: null } }] } })
  await movesTo('8.8.8.8')
})

it('shows where somebody connects from, while they do and in the log', async () => {
  const [service] = device.services
  const { connect } = await owner.ask<{ connect: { id: ConnectionId } }>(
    'mutation ($id: String!) { connect(serviceId: $id) { id } }',
    { id: service?.id },
  )
  const counts = { connectionId: connect.id, accountId: device.accountId, txBytes: 1, rxBytes: 1, source: '9.9.9.9' }
  fleet.relay.send({ type: 'usage', connections: [{ ...counts, streams: 1 }] })
  await eventually(async () => {
    const live = await owner.ask('{ login { account { sessions { endpoint { geo { city } } } } } }')
    return JSON.stringify(live).includes('{"geo":{"city":"Zürich"}}')
  })
  const usage = { ...counts, streams: 0 }
  fleet.relay.send({ type: 'proxy-closed', end: 'idle', at: Date.now(), usage })
  const log = `{ login { account { events(types: [DEVICE_CONNECT]) { items {
    state ... on DeviceConnectEvent { sourceGeo { city } targetGeo { city } } } } } } }`
  await eventually(async () => JSON.stringify(await owner.ask(log)).includes('"disconnected"'))
  expect(await owner.ask(log)).toMatchObject({
    login: {
      account: {
        events: {
          items: [{ state: 'disconnected', sourceGeo: { city: 'Zürich' }, targetGeo: { city: 'Mountain View' } }, {}],
        },
      },
    },
  })
})
