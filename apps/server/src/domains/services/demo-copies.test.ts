import { randomBytes } from 'node:crypto'
import { Secret } from '@farport/basics'
import { afterAll, describe, expect, it } from 'vitest'
import { deriveText } from '#platform/secrets'
import { createTestAgent } from '../../test-relay.ts'
import { startTestServer } from '../../test-server.ts'
import { refused } from './test-enrolment.ts'

// Its copies are started by whoever listens: here by the test.
const secret = new Secret(randomBytes(32).toString('base64url'))
const demoServices = [{ application: 28, name: 'Shell', port: 2222, username: 'demo' }]
const server = await startTestServer({ secret, demoServices })
afterAll(() => server[Symbol.asyncDispose]())

const claim = 'mutation { claimDevice(code: " demofarp ") { id name services { name port } } }'
const demoWord = deriveText(secret, 'demo-copies').reveal()
const newCopy = () => createTestAgent(server.url)

describe('a copy of the demo device', () => {
  it('waits under the code that everybody knows, for the first who types it in', async () => {
    const [person, other] = [await server.newPerson(), await server.newPerson()]
    const copy = newCopy()
    expect(await copy.claim({ demoWord, hostname: 'machine-room' })).toMatchObject({ body: { code: 'DEMOFARP' } })
    const { claimDevice } = await person.ask<{ claimDevice: { id: string } }>(claim)
    expect(claimDevice).toMatchObject({ name: 'Demo device', services: [{ name: 'Shell', port: 2222 }] })
    expect(await copy.assignment()).toMatchObject({ status: 200, body: { deviceId: claimDevice.id } })
    expect(await refused(person, claim)).toMatchObject({ code: 'CONFLICT' })

    await newCopy().claim({ demoWord })
    expect(await other.ask(claim)).toMatchObject({ claimDevice: { name: 'Demo device' } })
  })

  it('is made when there is none', async () => {
    const person = await server.newPerson()
    const wanted = Promise.withResolvers<void>()
    await using bus = await server.openBus()
    using wishes = bus.subscribe('demo-copy-wanted', () => wanted.resolve())
    await wishes.ready
    const claimed = person.ask(claim)
    await wanted.promise
    await newCopy().claim({ demoWord })
    expect(await claimed).toMatchObject({ claimDevice: { name: 'Demo device' } })
  })

  it.each([
    ['a wrong word', 'x'.repeat(43)],
    ['no word', ''],
  ])('is not an agent with %s', async (_, word) => {
    expect(await newCopy().claim({ demoWord: word })).toMatchObject({ status: 400, body: { code: 'invalid' } })
  })

  it('of which two wait is claimed once', async () => {
    const [first, second] = [newCopy(), newCopy()]
    await first.claim({ demoWord })
    await second.claim({ demoWord })
    const person = await server.newPerson()
    await person.ask(claim)
    expect(await first.assignment()).toMatchObject({ status: 404 })
    expect(await second.assignment()).toMatchObject({ status: 200 })
  })
})
