import { eventually } from '@farport/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestFleet, type FleetDevice, type TestFleet } from '../../test-fleet.ts'
import { startTestServer, type Person, type TestServer } from '../../test-server.ts'

let server: TestServer
let fleet: TestFleet
let owner: Person
let device: FleetDevice
beforeAll(async () => {
  server = await startTestServer()
  fleet = await createTestFleet(server)
  owner = await server.newPerson()
  device = await fleet.addDevice(owner)
})
afterAll(async () => {
  fleet[Symbol.dispose]()
  await server[Symbol.asyncDispose]()
})

const asked = `mutation ($deviceId: String!, $host: String!, $port: Int!) {
  checkPort(deviceId: $deviceId, host: $host, port: $port) { reachability message }
}`
const check = (host: string, port: number, person = owner) =>
  person.query(asked, { deviceId: device.id, host, port }).then(({ body }) => body)
const told = (reachability: string, message: string | null = null) => ({
  data: { checkPort: { reachability, message } },
})
const refused = (code: string) => ({ errors: [{ extensions: { code } }] })

const questions = () => fleet.relay.told.filter((order) => order.type === 'probe-target')

/** As the device's agent answers by its relay. */
async function answerNext(result: 'reachable' | 'unreachable' | 'offline', message?: string) {
  const before = questions().length
  await eventually(() => questions().length > before)
  const question = questions().at(-1)
  if (question === undefined) throw new Error('nothing was asked')
  const { deviceId, probeId } = question
  fleet.relay.send({ type: 'probe-answer', deviceId, probeId, result, ...(message !== undefined && { message }) })
  return question
}

describe('whether a port can be reached', () => {
  it('is asked of the device, and told as it answers', async () => {
    const question = answerNext('reachable')
    expect(await check(' db.internal ', 5432)).toEqual(told('REACHABLE'))
    expect(await question).toMatchObject({ deviceId: device.id, host: 'db.internal', port: 5432 })
    void answerNext('unreachable', 'Nothing listens there.')
    expect(await check('db.internal', 5433)).toEqual(told('UNREACHABLE', 'Nothing listens there.'))
    void answerNext('offline')
    expect(await check('db.internal', 5434)).toMatchObject(refused('OFFLINE'))
  })

  it('is not asked of what is no place', async () => {
    const before = questions().length
    expect(await check('no place', 22)).toMatchObject({ data: { checkPort: { reachability: 'INVALID' } } })
    expect(questions()).toHaveLength(before)
  })

  it('is for nobody else to know', async () => {
    const stranger = await server.newPerson()
    expect(await check('localhost', 22, stranger)).toMatchObject(refused('NOT_FOUND'))
  })

  it('is being looked at while the device does not answer, and another’s answer does not count', async () => {
    const checking = check('slow.internal', 22)
    const before = questions().length
    await eventually(() => questions().length > before)
    const { probeId } = questions().at(-1) ?? { probeId: '' }
    const other = await fleet.addDevice(owner, { hostname: 'other' })
    fleet.relay.send({ type: 'probe-answer', deviceId: other.id, probeId, result: 'reachable' })
    fleet.relay.send({ type: 'probe-answer', deviceId: device.id, probeId: 'ANOTHER PROBE', result: 'reachable' })
    expect(await checking).toEqual(told('SCANNING'))
  }, 20_000)
})
