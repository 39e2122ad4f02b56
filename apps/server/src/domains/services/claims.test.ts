import { afterAll, describe, expect, it } from 'vitest'
import { createTestAgent } from '../../test-relay.ts'
import { startTestServer } from '../../test-server.ts'
import { createEnrolmentWorld, refused } from './test-enrolment.ts'

const world = await createEnrolmentWorld()
afterAll(() => world[Symbol.asyncDispose]())
const { server, owner, newCode, enrol, devices } = world

describe('an agent that belongs to nobody', () => {
  const claim = (code: string, args = '') =>
    `mutation { claimDevice(code: "${code}"${args}) { id name services { application } } }`
  const waiting = async () => {
    const agent = createTestAgent(server.url)
    const { body } = await agent.claim({ hostname: 'orphan' })
    return { agent, code: String(body['code']), expiresAt: Number(body['expiresAt']) }
  }

  it('shows a code, and is a device of whoever types it in', async () => {
    const person = await server.newPerson()
    const { agent, code, expiresAt } = await waiting()
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(expiresAt - Date.now()).toBeGreaterThan(3_500_000)
    expect(await agent.assignment()).toMatchObject({ status: 404, body: { code: 'not-enrolled' } })
    const { claimDevice } = await person.ask<{ claimDevice: { id: string } }>(claim(` ${code.toLowerCase()} `))
    expect(claimDevice).toMatchObject({ name: 'orphan', services: [{ application: 28 }] })
    expect(await agent.assignment()).toMatchObject({ status: 200, body: { deviceId: claimDevice.id } })
    expect(await refused(person, claim(code))).toEqual({
      code: 'NOT_FOUND',
      message: `Your device (${code}) could not be found.`,
    })
    expect(await agent.claim()).toMatchObject({ status: 409, body: { code: 'already-enrolled' } })
  })

  it('keeps its code while it lasts', async () => {
    const { agent, code } = await waiting()
    expect((await agent.claim()).body['code']).toBe(code)
    await server.database.queries
      .updateTable('claims')
      .set({ expires_at: new Date(Date.now() + 60_000) })
      .where('code', '=', code)
      .execute()
    expect((await agent.claim()).body['code']).not.toBe(code)
  })

  it('is not found by a code that has expired', async () => {
    const { code } = await waiting()
    await server.database.queries
      .updateTable('claims')
      .set({ expires_at: new Date() })
      .where('code', '=', code)
      .execute()
    expect(await refused(owner, claim(code))).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is claimed by one of many at once', async () => {
    const { code } = await waiting()
    const answers = await Promise.all(Array.from({ length: 6 }, () => owner.query(claim(code))))
    expect(answers.filter(({ body }) => (body as { errors?: unknown }).errors === undefined)).toHaveLength(1)
  })

  it('may come with a registration code meanwhile, and then is nobody’s to claim', async () => {
    const { agent, code } = await waiting()
    await agent.enrol(await newCode())
    expect(await refused(await server.newPerson(), claim(code))).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is claimed for an organization by those who may add devices to it', async () => {
    const [boss, helper] = [await server.newPerson(), await server.newPerson()]
    await boss.ask('mutation { setOrganization(name: "Works") }')
    const [{ login: of }, { login: by }] = await Promise.all([
      boss.ask<{ login: { id: string } }>('{ login { id } }'),
      helper.ask<{ login: { email: string } }>('{ login { email } }'),
    ])
    const { createRole } = await boss.ask<{ createRole: { id: string } }>(
      'mutation { createRole(name: "Helper", grant: [VIEW, MANAGE], access: ALL) { id } }',
    )
    const { code } = await waiting()
    const args = `, accountId: "${of.id}"`
    expect(await refused(helper, claim(code, args))).toMatchObject({ code: 'NOT_FOUND' })
    await boss.ask(`mutation { setMember(email: ["${by.email}"]) }`)
    expect(await refused(helper, claim(code, args))).toEqual({
      code: 'FORBIDDEN',
      message: 'You must have the register permission to add a device to this organization.',
    })
    await boss.ask(`mutation { setMember(email: ["${by.email}"], roleId: "${createRole.id}") }`)
    expect(await helper.ask(claim(code, args))).toMatchObject({ claimDevice: { name: 'orphan' } })
    expect(await devices('name', boss)).toEqual([{ name: 'orphan' }])
  })

  it.each(['', 'x', '<script>', '\\u001b[2J', '\\u0000', 'x'.repeat(10_000)])('is not found by %j', async (code) => {
    const { message, ...rest } = await refused(owner, claim(code))
    expect(rest).toEqual({ code: 'NOT_FOUND' })
    expect(message).toMatch(/^Your device \([\x20-\x7E]{0,8}\) could not be found\.$/)
  })

  it('is no demo device where none runs', async () => {
    expect(await refused(owner, claim('demofarp'))).toEqual({
      code: 'UNAVAILABLE',
      message: 'This installation runs no demo device. Claim or register a device of your own.',
    })
    expect(await createTestAgent(server.url).claim({ demoWord: 'word' })).toMatchObject({ status: 400 })
  })

  it.each([
    ['markup and escapes', '<b>\u001b[31mx\u202e', 'x'],
    ['nothing', '', 'device'],
  ])('with a host name of %s gets a clean name', async (_, hostname) => {
    const agent = createTestAgent(server.url)
    const { body } = await agent.claim({ hostname })
    const { claimDevice } = await owner.ask<{ claimDevice: { name: string } }>(claim(String(body['code'])))
    expect(claimDevice.name).toMatch(/^[\p{L}\p{N}_ -]{1,100}$/u)
  })

  it.each([
    ['NUL in its host name', { hostname: '\0' }],
    ['NUL in its hardware id', { hardwareId: '\0' }],
    ['a long host name', { hostname: 'x'.repeat(256) }],
    ['no platform', { platform: undefined }],
  ])('is refused with %s, as one with a code is', async (_, wish) => {
    const refusal = { status: 400, body: { code: 'invalid' } }
    expect(await createTestAgent(server.url).claim(wish)).toMatchObject(refusal)
    expect(await enrol(await newCode(), wish)).toMatchObject(refusal)
  })

  it('is not guessed for long', async () => {
    const guesser = await server.newPerson()
    const guesses = await Promise.all(
      Array.from({ length: 101 }, (_, number) => guesser.query(claim(String(10_000_000 + number)))),
    )
    expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(1)
    expect(await refused(guesser, claim('23456789'))).toMatchObject({ code: 'THROTTLED' })
  })

  it('waits with so many others behind one address, and no more', async () => {
    await using crowded = await startTestServer({ roles: ['api'] })
    const answers = []
    for (let count = 0; count < 51; count += 1) answers.push(await createTestAgent(crowded.url).claim())
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 50 }, () => 200), 429])
  })
})
