import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestAgent } from '../../test-relay.ts'
import type { Person } from '../../test-server.ts'
import { createSharingWorld, refused, type SharingWorld } from './test-sharing.ts'

let world: SharingWorld
beforeAll(async () => {
  world = await createSharingWorld()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => world.renew())

describe('a device that is transferred', () => {
  const transfer = (email: string, person: Person = world.owner) =>
    person.ask(`mutation { transfer(deviceId: "${world.device.deviceId}", email: "${email}") }`)

  it('is another’s, with its services, and without what the first had put around it', async () => {
    const third = await world.newPerson()
    await world.share('')
    await world.owner.ask(`mutation { addTag(serviceId: ["${world.device.deviceId}"], name: ["red"]) }`)
    const network = await world.newNetwork()
    await transfer(third.email)
    expect(await world.listed(world.owner)).toEqual([])
    expect(await world.listed(world.guest)).toEqual([])
    const [mine] = await world.listed(third)
    expect(mine?.services.map((one) => one.id)).toEqual(world.device.services.map((one) => one.id))
    const around =
      '{ login { account { devices { items { owner { email } tags { name } access { user { email } } reach { through } } } } } }'
    expect(await third.ask(around)).toEqual({
      login: {
        account: {
          devices: { items: [{ owner: { email: third.email }, tags: [], access: [], reach: [{ through: 'OWNER' }] }] },
        },
      },
    })
    expect(await world.owner.ask(`{ login { network(id: "${network}") { connections { name } } } }`)).toEqual({
      login: { network: { connections: [] } },
    })
  })

  it('is in the logs of both, with a mail to who has it now', async () => {
    await transfer(world.guest.email)
    const asked =
      '{ login { account { events(types: [DEVICE_TRANSFER]) { items { action users { email } actor { email } target { name } } } } } }'
    const items = [
      {
        action: 'device-transferred',
        users: [{ email: world.guest.email }],
        actor: { email: world.owner.email },
        target: [{ name: 'lab-pi' }],
      },
    ]
    for (const person of [world.owner, world.guest]) {
      expect(await person.ask(asked)).toEqual({ login: { account: { events: { items } } } })
    }
    const mail = await world.server.database.queries
      .selectFrom('mails')
      .select(['subject', 'text'])
      .where('recipient', '=', world.guest.email)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(mail).toMatchObject({ subject: '"lab-pi" is yours now', text: expect.stringContaining(world.owner.email) })
  })

  it('counts where it is now', async () => {
    await transfer(world.guest.email)
    const counts = '{ login { account { info { devices { total offline } } } } }'
    const of = (total: number) => ({ login: { account: { info: { devices: { total, offline: total } } } } })
    expect([await world.owner.ask(counts), await world.guest.ask(counts)]).toEqual([of(0), of(1)])
  })

  it('gets a number where its name is taken', async () => {
    const asked = '{ login { account { registrationCode(name: "lab-pi") } } }'
    const { login } = await world.guest.ask<{ login: { account: { registrationCode: string } } }>(asked)
    await createTestAgent(world.server.url).enrol(login.account.registrationCode)
    await transfer(world.guest.email)
    expect(await world.guest.ask('{ login { account { devices(sort: "name") { items { name } } } } }')).toEqual({
      login: { account: { devices: { items: [{ name: 'lab-pi' }, { name: 'lab-pi-2' }] } } },
    })
  })

  it('goes to somebody who has no account, who is invited', async () => {
    const email = `heir-${world.owner.id}@example.org`
    await transfer(email)
    const heir = await world.server.newPerson(email)
    expect(await world.listed(heir)).toHaveLength(1)
  })

  it('keeps its agent', async () => {
    const asked = '{ login { account { registrationCode } } }'
    const { login } = await world.owner.ask<{ login: { account: { registrationCode: string } } }>(asked)
    const agent = createTestAgent(world.server.url)
    const { body } = await agent.enrol(login.account.registrationCode)
    await world.owner.ask(
      `mutation { transfer(deviceId: "${String(body['deviceId'])}", email: "${world.guest.email}") }`,
    )
    const { body: now } = await agent.assignment()
    expect(now).toMatchObject({ deviceId: body['deviceId'], accountId: world.guest.id })
    expect(Number(now['revision'])).toBeGreaterThan(Number(body['revision']))
  })

  it.each([
    ['to its owner', () => world.owner.email, 'INVALID', () => `It belongs to ${world.owner.email} already.`],
    ['to nobody', () => '', 'INVALID', () => 'Please name an e-mail address.'],
    ['to two', () => 'a@example.org,b@example.org', 'INVALID', () => 'A device is transferred to one e-mail address.'],
  ])('does not go %s', async (_, email, code, message) => {
    const query = `mutation { transfer(deviceId: "${world.device.deviceId}", email: "${email()}") }`
    expect(await refused(world.owner, query)).toEqual({ code, message: message() })
  })

  it('does not go by the word of a guest', async () => {
    await world.share('')
    const query = `mutation { transfer(deviceId: "${world.device.deviceId}", email: "${world.guest.email}") }`
    expect(await refused(world.guest, query)).toEqual({ code: 'FORBIDDEN', message: 'You need the manage permission.' })
  })
})
