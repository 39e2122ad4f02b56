import { assignment } from '@farport/protocol'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { queriesOf } from '../../test-queries.ts'
import { createTestAgent, dialServer } from '../../test-relay.ts'
import { createEnrolmentWorld, idOf, refused } from './test-enrolment.ts'

const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 20 })

const world = await createEnrolmentWorld()
afterAll(() => world[Symbol.asyncDispose]())
const { server, owner, inAccount, newCode, enrol, devices } = world

async function restoreOf(id: string) {
  const { device } = await inAccount<{ device: { code: string; command: string }[] }>(
    `device(id: ["${id}"]) { code: restoreCode command: restoreCommand }`,
  )
  const [restore] = device
  if (restore === undefined) throw new Error(`there is no device ${id}`)
  return restore
}

describe('a restore code', () => {
  it('lets another agent take the place of the first, once', async () => {
    const agent = createTestAgent(server.url)
    const enrolled = await agent.enrol(await newCode('(name: "restored", services: [{ application: 28 }])'))
    const id = idOf(enrolled)
    const { code, command } = await restoreOf(id)
    expect(command).toContain(`${server.url}/install/d-`)
    expect((await server.person().get(`/install/${code}`)).body).toContain(code)

    const next = createTestAgent(server.url)
    const restored = await next.enrol(code.toUpperCase(), { hardwareId: 'another' })
    expect(restored).toMatchObject({ status: 200, body: { deviceId: id, deviceName: 'restored' } })
    expect(restored.body['services']).toEqual(enrolled.body['services'])
    expect(await agent.assignment()).toMatchObject({ status: 404, body: { code: 'not-enrolled' } })
    // Its first answer may have been lost.
    expect(await next.enrol(code)).toMatchObject({ status: 200, body: { deviceId: id } })
    expect(await enrol(code)).toMatchObject({ status: 404, body: { code: 'code-unknown' } })
    expect((await server.person().get(`/install/${code}`)).body).toContain('unknown, used up or expired')
    expect((await devices('id hardwareId')).find((one) => one['id'] === id)).toEqual({ id, hardwareId: 'another' })
  })

  it('tells the relay to send the first agent away', async () => {
    using relay = await dialServer(server.url, server.joinSecret.reveal())
    await soon(() => expect(relay.told[0]).toMatchObject({ type: 'joined' }))
    const { body } = await enrol(await newCode())
    const { accountId, deviceId } = assignment.parse(body)
    const at = Date.now()
    relay.send({
      type: 'presence',
      part: 'change',
      agents: [{ accountId, deviceId, isOnline: true, enteredAt: at, at }],
    })
    await soon(async () => expect(await devices('id state')).toContainEqual({ id: deviceId, state: 'active' }))
    await enrol((await restoreOf(deviceId)).code)
    await soon(() => expect(relay.told).toContainEqual(expect.objectContaining({ type: 'drop-agent', deviceId })))
  })

  it('is made anew for each that asks, and only the first to be used counts', async () => {
    const id = idOf(await enrol(await newCode()))
    const codes = [(await restoreOf(id)).code, (await restoreOf(id)).code]
    const answers = await Promise.all(codes.map((code) => enrol(code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is no good when a letter of it is changed, nor for another device', async () => {
    const [one, other] = [await enrol(await newCode()), await enrol(await newCode())]
    const { code } = await restoreOf(idOf(one))
    const last = code.endsWith('0') ? '1' : '0'
    for (const forged of [code.slice(0, -1) + last, code.replace(idOf(one), idOf(other))]) {
      expect(await enrol(forged)).toMatchObject({ status: 404, body: { code: 'code-unknown' } })
    }
  })

  it('is for those who manage the device', async () => {
    const { body } = await enrol(await newCode())
    const guest = await server.newPerson()
    const { login } = await guest.ask<{ login: { email: string } }>('{ login { email } }')
    await owner.ask(`mutation { share(deviceId: "${String(body['deviceId'])}", email: ["${login.email}"]) }`)
    const query = `{ login { account { device(id: ["${String(body['deviceId'])}"]) { restoreCode } } } }`
    expect(await refused(guest, query)).toEqual({ code: 'FORBIDDEN', message: 'You need the manage permission.' })
  })

  it('leaves nothing in the database, and costs a list one question', async () => {
    const person = await server.newPerson()
    const code = await newCode('', person)
    for (let count = 0; count < 5; count += 1) await enrol(code)
    const list = '{ login { account { devices { items { restoreCode } } } } }'
    const forFive = await queriesOf(() => person.ask(list))
    for (let count = 0; count < 20; count += 1) await enrol(code)
    expect(await queriesOf(() => person.ask(list))).toBe(forFive)
    const rows = await server.database.queries
      .selectFrom('registrations')
      .select('id')
      .where('account_id', '=', await inAccount('id', person).then(({ id }) => String(id)))
      .execute()
    expect(rows).toHaveLength(1)
  })
})
