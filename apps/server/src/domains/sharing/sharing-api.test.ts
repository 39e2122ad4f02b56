import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSharingWorld, refused, type SharingWorld } from './test-sharing.ts'

let world: SharingWorld
beforeAll(async () => {
  world = await createSharingWorld()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => world.renew())

const access = `{ login { account { devices { items {
  access { user { email } scripting services { id } }
  services { access { user { email } } }
  reach { user { email } through role { name } network { name } permissions services { id } }
} } } } }`

describe('what is shared', () => {
  it('stands in the lists of both, and its guests only in that of the owner', async () => {
    await world.share(`, scripting: true, services: [{ serviceId: "${world.service}" }]`)
    expect(await world.listed(world.guest)).toEqual([{ id: world.device.deviceId, services: [{ id: world.service }] }])
    const seen = await world.owner.ask<{ login: { account: { devices: { items: unknown[] } } } }>(access)
    expect(seen.login.account.devices.items).toEqual([
      {
        access: [{ user: { email: world.guest.email }, scripting: true, services: [{ id: world.service }] }],
        services: [{ access: [{ user: { email: world.guest.email } }] }, { access: [] }],
        reach: [
          {
            user: { email: world.owner.email },
            through: 'OWNER',
            role: null,
            network: null,
            permissions: ['VIEW', 'CONNECT', 'SCRIPTING', 'MANAGE', 'ADMIN'],
            services: null,
          },
          {
            user: { email: world.guest.email },
            through: 'SHARE',
            role: null,
            network: null,
            permissions: ['VIEW', 'CONNECT', 'SCRIPTING'],
            services: [{ id: world.service }],
          },
        ],
      },
    ])
    expect(await world.guest.ask(access)).toMatchObject({
      login: { account: { devices: { items: [{ access: [], services: [{ access: [] }], reach: [] }] } } },
    })
  })

  it('is reached by members, too, as their role says', async () => {
    await world.owner.ask('mutation { setOrganization(name: "Works") }')
    await world.owner.ask(`mutation { setMember(email: ["${world.guest.email}"]) }`)
    const { login } = await world.owner.ask<{ login: { account: { devices: { items: { reach: unknown[] }[] } } } }>(
      access,
    )
    expect(login.account.devices.items[0]?.reach).toMatchObject([
      { through: 'OWNER' },
      { user: { email: world.guest.email }, through: 'ROLE', role: { name: 'Member' }, network: null, services: null },
    ])
  })

  it('makes contacts of people, for both', async () => {
    await world.share('')
    const contacts = '{ login { contacts { email } } }'
    expect(await world.owner.ask(contacts)).toEqual({ login: { contacts: [{ email: world.guest.email }] } })
    expect(await world.guest.ask(contacts)).toEqual({ login: { contacts: [{ email: world.owner.email }] } })
    expect(await (await world.newPerson()).ask(contacts)).toEqual({ login: { contacts: [] } })
  })

  it('is left by the world.guest, as clients do it', async () => {
    await world.share('')
    await world.share(', action: REMOVE', world.guest)
    expect(await world.listed(world.guest)).toEqual([])
    await world.share('')
    await world.guest.ask(`mutation { share(deviceId: "${world.device.deviceId}", email: [], action: LEAVE) }`)
    expect(await world.listed(world.guest)).toEqual([])
  })
})

describe('a network', () => {
  it('is shared, with its services and no others of their devices', async () => {
    const network = await world.newNetwork()
    await world.owner.ask(`mutation { addNetworkShare(networkId: "${network}", email: ["${world.guest.email}"]) }`)
    expect(await world.listed(world.guest)).toEqual([{ id: world.device.deviceId, services: [{ id: world.service }] }])
    const { login } = await world.owner.ask<{ login: { account: { devices: { items: { reach: unknown[] }[] } } } }>(
      access,
    )
    expect(login.account.devices.items[0]?.reach[1]).toMatchObject({
      user: { email: world.guest.email },
      through: 'NETWORK',
      network: { name: 'Lab' },
      permissions: ['VIEW', 'CONNECT'],
      services: [{ id: world.service }],
    })
    expect(login.account.devices.items[0]).toMatchObject({
      access: [],
      services: [{ access: [{ user: { email: world.guest.email } }] }, { access: [] }],
    })
    const mail = await world.server.database.queries
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', world.guest.email)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(mail?.subject).toBe('The network "Lab" is shared with you')
  })

  it('is shared no more, when its owner or the guest says so', async () => {
    const network = await world.newNetwork()
    const add = `mutation { addNetworkShare(networkId: "${network}", email: ["${world.guest.email}"]) }`
    const remove = `mutation { removeNetworkShare(networkId: "${network}", email: ["${world.guest.email}"]) }`
    await world.owner.ask(add)
    await world.owner.ask(remove)
    expect(await world.listed(world.guest)).toEqual([])
    await world.owner.ask(add)
    await world.guest.ask(remove)
    expect(await world.listed(world.guest)).toEqual([])
    const types =
      '{ login { account { events(types: [DEVICE_SHARE]) { items { action users { email } target { name } } } } } }'
    const { login } = await world.owner.ask<{ login: { account: { events: { items: unknown[] } } } }>(types)
    const users = [{ email: world.guest.email }]
    expect(login.account.events.items).toEqual(
      ['remove', 'add', 'remove', 'add'].map((action) => ({ action, users, target: [{ name: 'Lab' }] })),
    )
  })

  it('is not left by leaving a device of it', async () => {
    const network = await world.newNetwork()
    await world.owner.ask(`mutation { addNetworkShare(networkId: "${network}", email: ["${world.guest.email}"]) }`)
    const leave = `mutation { share(deviceId: "${world.device.deviceId}", email: [], action: LEAVE) }`
    expect(await refused(world.guest, leave)).toEqual({
      code: 'FORBIDDEN',
      message: 'This device is shared with you by a network. Leave the network instead.',
    })
  })

  it.each([
    ['to own addresses', () => world.owner.email, 'INVALID', 'You cannot share with yourself.'],
    ['to no address', () => 'x', 'INVALID', 'x: This is not an e-mail address.'],
  ])('is not shared %s', async (_, email, code, message) => {
    const network = await world.newNetwork()
    const add = `mutation { addNetworkShare(networkId: "${network}", email: ["${email()}"]) }`
    expect(await refused(world.owner, add)).toEqual({ code, message })
  })

  it('is not a stranger’s to share', async () => {
    const network = await world.newNetwork()
    const third = await world.newPerson()
    const add = `mutation { addNetworkShare(networkId: "${network}", email: ["${third.email}"]) }`
    expect(await refused(world.guest, add)).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('does not show a stranger whose it is', async () => {
    const network = await world.newNetwork()
    const add = `mutation { addNetworkShare(networkId: "${network}", email: ["${world.owner.email}"]) }`
    expect(await refused(world.guest, add)).toMatchObject({ code: 'NOT_FOUND' })
  })
})
