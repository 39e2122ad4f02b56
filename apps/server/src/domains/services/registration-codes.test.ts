import { afterAll, describe, expect, it } from 'vitest'
import { createTestAgent } from '../../test-relay.ts'
import { startTestServer } from '../../test-server.ts'
import { createEnrolmentWorld, idOf, refused } from './test-enrolment.ts'

const world = await createEnrolmentWorld()
afterAll(() => world[Symbol.asyncDispose]())
const { server, owner, inAccount, newCode, enrol, devices } = world

describe('a registration code', () => {
  it('is for as many devices as it says, however many come at once', async () => {
    const code = await newCode('(useLimit: 3)')
    const answers = await Promise.all(Array.from({ length: 8 }, () => enrol(code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ body }) => body['code'] === 'code-unknown')).toHaveLength(5)
  })

  it('for one device lets that one come again, and no other', async () => {
    const code = await newCode('(oneTimeUse: true)')
    const agent = createTestAgent(server.url)
    const [first, again] = [await agent.enrol(code), await agent.enrol(code)]
    expect(idOf(again)).toBe(idOf(first))
    expect(await enrol(code)).toMatchObject({ status: 404, body: { code: 'code-unknown' } })
    const script = await server.person().get(`/install/${code}`)
    expect(script.body).toContain('unknown, used up or expired')
  })

  it('may be chosen, and chosen again with other settings', async () => {
    const code = await newCode('(code: "Factory-Line-7", name: "first")')
    expect(code).toBe('Factory-Line-7')
    await newCode('(code: "factory-line-7", name: "second")')
    const { body } = await enrol('FACTORY-LINE-7')
    expect(body).toMatchObject({ deviceName: 'second' })
    const other = await server.newPerson()
    expect(await refused(other, '{ login { account { registrationCode(code: "factory-line-7") } } }')).toEqual({
      code: 'CONFLICT',
      message: 'That registration code is in use. Choose another one.',
    })
  })

  it('tags the devices that come with it', async () => {
    const person = await server.newPerson()
    const code = await newCode('(tags: ["red", "Lab"])', person)
    await enrol(code)
    expect(await devices('tags { name }', person)).toEqual([
      { tags: expect.arrayContaining([{ name: 'red' }, { name: 'Lab' }]) },
    ])
  })

  it('stands in the command of the person', async () => {
    const { command } = await inAccount(
      'command: registrationCommand(code: "factory-line-8", template: "docker run -e CODE=[CODE] x")',
    )
    expect(command).toBe('docker run -e CODE=factory-line-8 x')
    const { usual } = await inAccount('usual: registrationCommand(code: "factory-line-9")')
    expect(usual).toBe(`curl -fsSL ${server.url}/install/factory-line-9 | sh`)
  })

  it('that is chosen for a year is not ended by those that a page makes', async () => {
    const person = await server.newPerson()
    const lasting = await newCode('(timeout: 31536000)', person)
    for (let count = 0; count < 101; count += 1) await newCode('', person)
    expect(await enrol(lasting)).toMatchObject({ status: 200 })
  })

  it.each([
    [`(name: "${'x'.repeat(101)}")`, 'Cannot exceed 100 characters'],
    ['(platform: -1)', 'There is no such platform.'],
    ['(timeout: 59)', 'A registration code lives for 60 to 31,536,000 seconds.'],
    ['(useLimit: 0)', 'A registration code is for 1 to 1,000,000 devices.'],
    ['(code: "short")', 'A registration code of your own has 8 to 64 letters, digits and dashes.'],
    ['(services: [{ host: "not a host" }])', 'Please enter a valid host name or IP address.'],
  ])('is refused with %s', async (args, message) => {
    expect(await refused(owner, `{ login { account { registrationCode${args} } } }`)).toEqual({
      code: 'INVALID',
      message,
    })
  })

  it('is refused with a template that has no place for it, and then there is no code', async () => {
    const query = '{ login { account { registrationCommand(code: "factory-line-0", template: "x") } } }'
    expect(await refused(owner, query)).toEqual({
      code: 'INVALID',
      message: 'The template has no place for the code: write [CODE] where it belongs.',
    })
    expect(await enrol('factory-line-0')).toMatchObject({ status: 404 })
  })

  it('is not guessed for long from one address', async () => {
    await using guarded = await startTestServer({ roles: ['api'] })
    const guesses = 100 * guarded.urls.length
    const guess = (number: number) => createTestAgent(guarded.url).enrol(`factory-${number}`)
    await Promise.all(Array.from({ length: guesses }, (_, number) => guess(number)))
    expect(await guess(guesses)).toMatchObject({ status: 429, body: { code: 'busy' } })
  })
})
