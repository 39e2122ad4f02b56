import { peerOrder, type PathReport } from '@farport/protocol'
import { eventually } from '@farport/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestFleet, type FleetDevice, type TestFleet } from '../test-fleet.ts'
import { queriesOf } from '../test-queries.ts'
import { createTestInitiator } from '../test-relay.ts'
import { startTestServer, testPassword, type Person, type TestServer } from '../test-server.ts'

let server: TestServer
let fleet: TestFleet
let owner: Person
let device: FleetDevice
let serviceId: string
beforeAll(async () => {
  server = await startTestServer()
  fleet = await createTestFleet(server)
  owner = await server.newPerson()
  device = await fleet.addDevice(owner)
  serviceId = device.services[0]?.id ?? ''
})
afterAll(async () => {
  fleet[Symbol.dispose]()
  await server[Symbol.asyncDispose]()
})

const connectPeer = `mutation ($serviceId: String!, $key: String!, $route: RouteMode) {
  connectPeer(serviceId: $serviceId, key: $key, route: $route, platform: 7) {
    order
    connection { id key route expires service { id name } session { id } }
  }
}`

interface Connected {
  connectPeer: { order: unknown; connection: { id: string; session: { id: string } } }
}

/** A person's agent with a connection to the device. */
async function newConnection(person = owner) {
  const initiator = createTestInitiator(server.url)
  const answer = await person.ask<Connected>(connectPeer, { serviceId, key: initiator.key })
  return { initiator, id: answer.connectPeer.connection.id, order: peerOrder.parse(answer.connectPeer.order) }
}

const reportOf = (connectionId: string, change: object = {}) => ({
  connectionId,
  path: 'relay' satisfies PathReport['path'],
  remote: { host: '192.0.2.5', port: 443 },
  reason: 'The other end has not answered yet.',
  roundTripMs: 12.5,
  loss: 0,
  txBytes: 1000,
  rxBytes: 5000,
  streams: 2,
  at: Date.now(),
  ...change,
})

const wasCut = (connectionId: string) =>
  fleet.relay.told.some((order) => order.type === 'cut-connection' && order.connectionId === connectionId)

async function endsSoon(id: string): Promise<void> {
  const since = Date.now()
  await eventually(() => wasCut(id))
  expect(Date.now() - since).toBeLessThan(2000)
}

describe('an initiator', () => {
  it('gets by the API what its wire says, and renews it by itself', async () => {
    const { initiator, id, order } = await newConnection()
    expect(order).toMatchObject({ connectionId: id, deviceId: device.id, serviceId, route: 'failover' })
    expect(order.relays[0]?.id).toBe(fleet.relay.id)
    const { status, body } = await initiator.renew(id)
    expect(status).toBe(200)
    const renewed = peerOrder.parse(body)
    expect(renewed.expiresAt).toBeGreaterThanOrEqual(order.expiresAt)
    expect(renewed.relays).toEqual(order.relays)
  })

  it('reports how it fares, which the session shows in words of their own', async () => {
    const { initiator, id } = await newConnection()
    const checkpoints = [true, true, false, true, true, true, true, null, false, true]
    const error = { code: 523, message: 'There is no service.' }
    const told = { relay: fleet.relay.id, why: 'both-symmetric', state: 'connected', checkpoints, error }
    await initiator.report(reportOf(id, told))
    const shown = `query ($id: [String!]) { login { account { sessions(id: $id) {
      path { kind relay why } health { state checkpoints { name passed } error { code message } }
    } } } }`
    interface Shown {
      login: {
        account: { sessions: [{ path: object; health: { checkpoints: { name: string; passed: boolean | null }[] } }] }
      }
    }
    const sessionNow = async () => (await owner.ask<Shown>(shown, { id: [id] })).login.account.sessions[0]
    const { path, health } = await sessionNow()
    expect(path).toEqual({ kind: 'RELAY', relay: fleet.relay.id, why: 'BOTH_SYMMETRIC' })
    expect(health).toMatchObject({ state: 'CONNECTED', error })
    expect(health.checkpoints.map(({ passed }) => passed)).toEqual(checkpoints)
    expect(health.checkpoints.filter((_, index) => checkpoints[index] === false).map(({ name }) => name)).toEqual([
      'NAME_RESOLVED',
      'TARGET_REACHABLE',
    ])
    // Nothing carries: the way that was there last stays, and the rest is told.
    const { path: _, ...lost } = reportOf(id, { ...told, why: 'unreachable', state: 'offline', error: undefined })
    await initiator.report(lost)
    expect(await sessionNow()).toMatchObject({
      path: { kind: 'RELAY', why: 'BOTH_SYMMETRIC' },
      health: { state: 'OFFLINE', error: null },
    })
  })

  it('reports what it measures, which the session shows', async () => {
    const { initiator, id } = await newConnection()
    expect(await initiator.report(reportOf(id))).toEqual({ status: 200, body: { ended: [] } })
    const direct = { path: 'udp', remote: { host: '2001:db8::1', port: 4000 }, roundTripMs: 3, txBytes: 9000 }
    expect(await initiator.report(reportOf(id, direct))).toMatchObject({ status: 200 })
    const shown = `query ($id: [String!]) { login { account { sessions(id: $id) {
      kind route txBytes rxBytes streams source endpoint { proxy platform } connection { id }
      path { kind remote reason roundTrip loss } history { path roundTrip txBytes streams }
    } } } }`
    expect(await owner.ask(shown, { id: [id] })).toEqual({
      login: {
        account: {
          sessions: [
            {
              kind: 'PEER',
              route: 'FAILOVER',
              txBytes: '9000',
              rxBytes: '5000',
              streams: 2,
              source: '127.0.0.1',
              endpoint: { proxy: false, platform: 7 },
              connection: null,
              path: {
                kind: 'UDP',
                remote: '[2001:db8::1]:4000',
                reason: 'The other end has not answered yet.',
                roundTrip: 3,
                loss: 0,
              },
              history: [
                { path: 'RELAY', roundTrip: 12.5, txBytes: '1000', streams: 2 },
                { path: 'UDP', roundTrip: 3, txBytes: '9000', streams: 2 },
              ],
            },
          ],
        },
      },
    })
    const peers =
      'query ($d: [String!]!) { login { device(id: $d) { services { route peers { id session { id } } } } } }'
    const { login } = await owner.ask<{ login: { device: { services: { route: string; peers: object[] }[] }[] } }>(
      peers,
      {
        d: [device.id],
      },
    )
    expect(login.device[0]?.services[0]?.route).toBe('FAILOVER')
    expect(login.device[0]?.services[0]?.peers[0]).toEqual({ id, session: { id } })
    await initiator.end(id)
    const ended = `query ($d: [String!]!) { login { device(id: $d) { events(types: [DEVICE_CONNECT], size: 1) {
      items { state action ... on DeviceConnectEvent { session proxy txBytes avgRTT } }
    } } } }`
    expect(await owner.ask(ended, { d: [device.id] })).toEqual({
      login: {
        device: [
          {
            events: {
              items: [
                {
                  state: 'disconnected',
                  action: 'disconnected',
                  session: id,
                  proxy: false,
                  txBytes: '9000',
                  avgRTT: 8,
                },
              ],
            },
          },
        ],
      },
    })
  })

  it('costs the list of sessions no more questions when there are many', async () => {
    const asked = `{ login { account { sessions { id user { email } target { device { name } } endpoint { geo { city } }
      path { kind } history { at } connection { port } } } } }`
    const listed = () => owner.ask<{ login: { account: { sessions: object[] } } }>(asked)
    const few = (await listed()).login.account.sessions.length
    const queries = await queriesOf(listed)
    const added = await Promise.all(Array.from({ length: 8 }, () => newConnection()))
    await Promise.all(added.map(({ initiator, id }) => initiator.report(reportOf(id))))
    expect((await listed()).login.account.sessions).toHaveLength(few + 8)
    // The relay of the test is heard of meanwhile.
    expect(await queriesOf(listed)).toBeLessThanOrEqual(queries + 2)
    await Promise.all(added.map(({ initiator, id }) => initiator.end(id)))
  })

  it('is told which of its connections are over, and nothing of another’s', async () => {
    const mine = await newConnection()
    const other = await newConnection()
    expect(await mine.initiator.end(mine.id)).toEqual({ status: 200, body: { ended: [mine.id] } })
    await endsSoon(mine.id)
    const answer = await mine.initiator.report(reportOf(mine.id), reportOf(other.id, { txBytes: 77 }))
    expect(answer.body).toEqual({ ended: [mine.id, other.id] })
    expect(await mine.initiator.renew(mine.id)).toMatchObject({ status: 410, body: { code: 'ended' } })
    expect(await mine.initiator.renew(other.id)).toMatchObject({ status: 404, body: { code: 'unknown' } })
    expect(await mine.initiator.end(other.id)).toMatchObject({ status: 404, body: { code: 'unknown' } })
    expect(await other.initiator.renew(other.id)).toMatchObject({ status: 200 })
  })

  it.each([
    ['no signature', { headers: { 'farport-signature': '' } }, 401, 'signature'],
    ['another’s key', { headers: { 'farport-key': 'A'.repeat(43) } }, 401, 'signature'],
    ['a clock six minutes late', { clockMs: -360_000 }, 401, 'clock'],
  ])('with %s is refused', async (_, change, status, code) => {
    const answer = await createTestInitiator(server.url, change).renew('0f8fad5b-d9cb-469f-a165-70867728950e')
    expect(answer).toMatchObject({ status, body: { code } })
  })

  it.each([
    ['no connection', '/initiator/v1/renew', '{}'],
    ['what is no JSON', '/initiator/v1/renew', '{'],
    ['an id that is none', '/initiator/v1/end', '{"connectionId":"1"}'],
    ['no reports', '/initiator/v1/report', '{"reports":[]}'],
    ['half a report', '/initiator/v1/report', '{"reports":[{"path":"relay"}]}'],
  ])('that sends %s is refused', async (_, path, body) => {
    expect(await createTestInitiator(server.url).ask('POST', path, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid' },
    })
  })

  it.each([
    ['a NUL', { reason: 'a\u0000b' }],
    ['a path that is none', { path: 'pigeon' }],
    ['a checkpoint too few', { state: 'ready', checkpoints: [true] }],
    ['an error that there is not', { error: { code: 418, message: 'Tea.' } }],
    ['a state that is none', { state: 'asleep' }],
    ['less than nothing', { txBytes: -1 }],
    ['more than all', { loss: 1.5 }],
  ])('cannot report %s', async (_, change) => {
    const { initiator, id } = await newConnection()
    expect(await initiator.report(reportOf(id, change))).toMatchObject({ status: 400 })
  })

  it('may report what is hardly anything, and more than there is', async () => {
    const { initiator, id } = await newConnection()
    const most = Number.MAX_SAFE_INTEGER
    for (const txBytes of [most, 0, most, 1, most]) {
      const report = reportOf(id, { roundTripMs: 1e-300, loss: 1e-300, txBytes })
      expect(await initiator.report(report)).toMatchObject({ status: 200 })
    }
    const asked =
      'query ($id: [String!]) { login { account { sessions(id: $id) { txBytes path { roundTrip loss } } } } }'
    expect(await owner.ask(asked, { id: [id] })).toEqual({
      login: { account: { sessions: [{ txBytes: String(3n * BigInt(most)), path: { roundTrip: 0, loss: 0 } }] } },
    })
  })

  it('that asks without end has to wait', async () => {
    const { initiator, id } = await newConnection()
    const asked = Array.from({ length: 300 * server.urls.length + 1 }, () => initiator.report(reportOf(id)))
    const answers = await Promise.all(asked)
    expect(answers.some(({ status }) => status === 429)).toBe(true)
  })
})

describe('a connection of an initiator ends within two seconds of', () => {
  it('its person’s word', async () => {
    const { initiator, id } = await newConnection()
    const asked = 'mutation ($s: String!, $c: String!) { disconnect(serviceId: $s, connectionId: $c) }'
    expect(await owner.ask(asked, { s: serviceId, c: id })).toEqual({ disconnect: true })
    await endsSoon(id)
    expect(await initiator.renew(id)).toMatchObject({ body: { code: 'ended' } })
  })

  it('the end of a share', async () => {
    const email = `guest-${device.id}@example.org`
    const guest = await server.newPerson(email)
    await owner.ask('mutation ($d: String!, $e: [String!]!) { share(deviceId: $d, email: $e) }', {
      d: device.id,
      e: [email],
    })
    const { initiator, id } = await newConnection(guest)
    await owner.ask('mutation ($d: String!, $e: [String!]!) { share(deviceId: $d, email: $e, action: REMOVE) }', {
      d: device.id,
      e: [email],
    })
    await endsSoon(id)
    expect(await initiator.renew(id)).toMatchObject({ body: { code: 'ended' } })
  })

  it('the end of the access key that it was opened with', async () => {
    const { createAccessKey: key } = await owner.ask<{ createAccessKey: { key: string; secret: string } }>(
      'mutation { createAccessKey { key secret } }',
    )
    const { id } = await newConnection(server.program(key))
    await owner.ask('mutation ($k: String!) { updateAccessKey(key: $k, enabled: false) { enabled } }', { k: key.key })
    await endsSoon(id)
  })

  it('signing out of the session that it was opened in, and no other', async () => {
    const email = `traveller-${device.id}@example.org`
    const first = await server.newPerson(email)
    await owner.ask('mutation ($d: String!, $e: [String!]!) { share(deviceId: $d, email: $e) }', {
      d: device.id,
      e: [email],
    })
    const second = server.person()
    await second.post('/auth/v1/sign-in/email', { email, password: testPassword })
    const stays = await newConnection(first)
    const ends = await newConnection(second)
    await second.post('/auth/v1/sign-out', {})
    await endsSoon(ends.id)
    expect(await ends.initiator.renew(ends.id)).toMatchObject({ body: { code: 'ended' } })
    expect(await stays.initiator.renew(stays.id)).toMatchObject({ status: 200 })
  })

  it('signing out everywhere, whatever session each was opened in', async () => {
    const email = `everywhere-${device.id}@example.org`
    const first = await server.newPerson(email)
    await owner.ask('mutation ($d: String!, $e: [String!]!) { share(deviceId: $d, email: $e) }', {
      d: device.id,
      e: [email],
    })
    const second = server.person()
    await second.post('/auth/v1/sign-in/email', { email, password: testPassword })
    const both = [await newConnection(first), await newConnection(second)]
    await second.post('/auth/v1/globalSignout', {})
    for (const { id } of both) await endsSoon(id)
    for (const { initiator, id } of both) expect(await initiator.renew(id)).toMatchObject({ body: { code: 'ended' } })
  })
})
