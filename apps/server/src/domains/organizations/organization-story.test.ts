import { once } from 'node:events'
import { eventually } from '@farport/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createTestFleet, type FleetDevice, type TestFleet } from '../../test-fleet.ts'
import { queriesOf } from '../../test-queries.ts'
import { mailedPath, startTestServer, testPassword, type Person, type TestServer } from '../../test-server.ts'

let server: TestServer
let fleet: TestFleet
let owner: Person
let ownerId: string
let devices: [FleetDevice, ...FleetDevice[]]
beforeAll(async () => {
  server = await startTestServer()
  fleet = await createTestFleet(server)
})
afterAll(async () => {
  fleet[Symbol.dispose]()
  await server[Symbol.asyncDispose]()
})
beforeEach(async () => {
  owner = await server.newPerson()
  ownerId = (await owner.ask<{ login: { id: string } }>('{ login { id } }')).login.id
  await owner.ask('mutation { setOrganization(name: "Lab") }')
  devices = [await fleet.addDevice(owner, { hostname: 'one' })]
})

const anEmail = () => `somebody-${crypto.randomUUID()}@example.org`

async function roleIds(): Promise<Record<string, string>> {
  const query = '{ login { account { organization { roles { id name } } } } }'
  type Answer = { login: { account: { organization: { roles: { id: string; name: string }[] } } } }
  const { login } = await owner.ask<Answer>(query)
  return Object.fromEntries(login.account.organization.roles.map((role) => [role.name, role.id]))
}

async function newRole(wish: string): Promise<string> {
  const query = `mutation { createRole(name: "${crypto.randomUUID()}", ${wish}) { id } }`
  return (await owner.ask<{ createRole: { id: string } }>(query)).createRole.id
}

async function member(roleId?: string): Promise<{ person: Person; email: string }> {
  const email = anEmail()
  const person = await server.newPerson(email)
  await setMember(email, roleId === undefined ? '' : `roleId: "${roleId}"`)
  return { person, email }
}

const setMember = (email: string, wish = '') => owner.ask(`mutation { setMember(email: ["${email}"], ${wish}) }`)

async function seen(person: Person): Promise<string[]> {
  const query = 'query ($id: String) { login { account(id: $id) { devices(sort: "name") { items { name } } } } }'
  type Answer = { login: { account: { devices: { items: { name: string }[] } } } }
  const { login } = await person.ask<Answer>(query, { id: ownerId })
  return login.account.devices.items.map((device) => device.name)
}

const connectTo = (person: Person, device: FleetDevice) =>
  person.ask<{ connect: { id: string } }>('mutation ($id: String!) { connect(serviceId: $id) { id } }', {
    id: device.services[0]!.id,
  })

async function listen(person: Person): Promise<{ names: () => string[]; close: () => void }> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/events/v1`)
  const frames: string[] = []
  socket.on('message', (data: Buffer) => frames.push(data.toString()))
  await once(socket, 'open')
  const headers = { authorization: `Bearer ${person.token}` }
  const query = '{ event { type target { name } } }'
  socket.send(JSON.stringify({ action: 'subscribe', headers, query }))
  return {
    names: () => [...frames.join().matchAll(/"name":"([^"]+)"/g)].map((match) => match[1]!),
    close: () => socket.close(),
  }
}

const rename = (device: FleetDevice, name: string) =>
  owner.ask('mutation ($id: String!, $name: String!) { renameService(serviceId: $id, name: $name) }', {
    id: device.id,
    name,
  })

describe('somebody who is invited', () => {
  it('has an account that opens by the link that is mailed to them, and by nothing else', async () => {
    const email = anEmail()
    await setMember(email)
    const person = server.person()
    const signIn = () => person.post('/auth/v1/sign-in/email', { email, password: testPassword })
    expect((await signIn()).status).toBe(401)
    // Without a password there is nothing to verify: a link would hand the account to whoever chooses one first.
    await person.post('/auth/v1/send-verification-email', { email })
    await expect(mailedPath(server.database, email)).resolves.toMatch(/^\/sign-up\/somebody/)

    expect((await person.signUp({ email, password: testPassword })).status).toBe(200)
    expect((await signIn()).status).toBe(403)
    const second = await server.person().signUp({ email, password: 'another password' })
    expect(second.status).toBe(409)
    await person.get(await mailedPath(server.database, email))
    expect((await signIn()).status).toBe(200)
    const query = '{ login { membership { license customRole { name } organization { id name account { id } } } } }'
    expect(await person.ask(query)).toEqual({
      login: {
        membership: [
          {
            license: 'LICENSED',
            customRole: { name: 'Member' },
            organization: { id: ownerId, name: 'Lab', account: { id: ownerId } },
          },
        ],
      },
    })
    expect(await seen(person)).toEqual(['one'])
  })
})

describe('a member', () => {
  it('sees what the role reaches', async () => {
    const two = await fleet.addDevice(owner, { hostname: 'two', isOnline: false })
    await fleet.addDevice(owner, { hostname: 'three', isOnline: false })
    await owner.ask(`mutation { addTag(serviceId: ["${two.id}"], name: ["Red"]) }`)
    const { person, email } = await member()
    expect(await seen(person)).toEqual(['one', 'three', 'two'])
    const rows: [string, string[]][] = [
      ['access: NONE', []],
      ['access: ALL', ['one', 'three', 'two']],
      ['tag: { values: ["red"] }', ['two']],
      ['tag: { operator: ALL, values: ["red", "blue"] }', []],
      [`access: SELECTED, deviceIds: ["${devices[0].id}"]`, ['one']],
      ['access: CUSTOM', []],
    ]
    for (const [wish, expected] of rows) {
      await setMember(email, `roleId: "${await newRole(wish)}"`)
      expect([wish, await seen(person)]).toEqual([wish, expected])
    }
    await setMember(email, 'role: NO_ACCESS')
    expect(await seen(person)).toEqual([])
  })

  it('without a licence connects to the first five devices', async () => {
    for (const hostname of ['two', 'three', 'four', 'five', 'six'])
      devices.push(await fleet.addDevice(owner, { hostname }))
    const { person, email } = await member()
    await setMember(email, 'license: UNLICENSED')
    expect(await seen(person)).toHaveLength(6)
    await connectTo(person, devices[4]!)
    const refused = 'Unlicensed members can connect only to the first 5 devices.'
    await expect(connectTo(person, devices[5]!)).rejects.toThrow(refused)
    await setMember(email, 'license: LICENSED')
    await connectTo(person, devices[5]!)
  })

  it.each([
    [
      'is given a role that may not connect',
      async (_: string, role: string) => {
        await owner.ask(`mutation { updateRole(id: "${role}", revoke: [CONNECT]) { id } }`)
      },
    ],
    [
      'has a role that reaches no more',
      async (_: string, role: string) => {
        await owner.ask(`mutation { updateRole(id: "${role}", access: NONE) { id } }`)
      },
    ],
    [
      'has a role that is deleted',
      async (_: string, role: string) => {
        await owner.ask(`mutation { deleteRole(id: "${role}") }`)
      },
    ],
    [
      'is removed',
      async (email: string) => {
        await owner.ask(`mutation { removeMember(email: ["${email}"]) }`)
      },
    ],
    [
      'is removed as older clients do it',
      async (email: string) => {
        await setMember(email, 'role: REMOVE')
      },
    ],
    [
      'leaves',
      async (_: string, __: string, person: Person) => {
        await person.ask(`mutation { leaveOrganization(id: "${ownerId}") }`)
      },
    ],
    [
      'loses the organization',
      async () => {
        await owner.ask('mutation { deleteOrganization }')
      },
    ],
  ] as const)('who %s is cut off within two seconds', async (_, change) => {
    const role = await newRole('access: ALL')
    const { person, email } = await member(role)
    await connectTo(person, devices[0])
    const before = fleet.open.size
    expect(before).toBeGreaterThan(0)
    const startedMs = performance.now()
    await change(email, role, person)
    await eventually(() => fleet.open.size < before)
    expect(performance.now() - startedMs).toBeLessThan(2000)
    await expect(connectTo(person, devices[0])).rejects.toThrow(/./)
  })

  it('who is removed hears no more of the organization', async () => {
    const { person, email } = await member()
    const ears = await listen(person)
    let round = 0
    await eventually(async () => {
      round += 1
      await rename(devices[0], `heard-${round}`)
      return ears.names().length > 0
    })
    await owner.ask(`mutation { removeMember(email: ["${email}"]) }`)
    await rename(devices[0], 'not-for-them')
    const own = await fleet.addDevice(person, { hostname: 'my-own', isOnline: false })
    await eventually(() => ears.names().includes('my-own'))
    expect(ears.names()).not.toContain('not-for-them')
    expect(own.accountId).not.toBe(ownerId)
    ears.close()
  })

  it('who is added hears of the organization at once', async () => {
    const email = anEmail()
    const person = await server.newPerson(email)
    const ears = await listen(person)
    await setMember(email)
    let round = 0
    await eventually(async () => {
      round += 1
      await rename(devices[0], `added-${round}`)
      return ears.names().some((name) => name.startsWith('added'))
    })
    ears.close()
  })

  it('without ADMIN sees of the organization only what concerns them', async () => {
    const other = await member()
    const { person, email } = await member((await roleIds())['Member'])
    await owner.ask('mutation { setOrganization(domain: "example.invalid", logoUrl: "https://example.com/a.png") }')
    const query = `query ($id: String) { login { account(id: $id) { organization {
      name created logoUrl domain verified verificationCNAME verificationValue providers identityProvider { type } reseller { name }
      roles { name } members { user { email } customRole { name } license }
      viewerCan { change { allowed reason } delete { allowed } leave { allowed } seeGuests { allowed } }
    } } } }`
    expect(await person.ask(query, { id: ownerId })).toMatchObject({
      login: {
        account: {
          organization: {
            name: 'Lab',
            logoUrl: 'https://example.com/a.png',
            domain: null,
            verified: false,
            verificationCNAME: null,
            verificationValue: null,
            roles: [{ name: 'Member' }],
            members: [{ user: { email }, customRole: { name: 'Member' }, license: 'LICENSED' }],
            viewerCan: {
              change: { allowed: false, reason: 'You need admin privileges to change this organization.' },
              delete: { allowed: false },
              leave: { allowed: true },
              seeGuests: { allowed: false },
            },
          },
        },
      },
    })
    await setMember(email, 'role: ADMIN')
    expect(await person.ask(query, { id: ownerId })).toMatchObject({
      login: {
        account: {
          organization: {
            domain: 'example.invalid',
            verificationCNAME: '_farport.example.invalid',
            verificationValue: expect.stringMatching(/\.domain-verification\.farport$/),
            roles: [{ name: 'Admin' }, { name: 'Member' }],
            members: [{ user: { email: other.email } }, { user: { email }, customRole: { name: 'Admin' } }],
            viewerCan: { change: { allowed: true }, delete: { allowed: false } },
          },
        },
      },
    })
  })
})

it('an organization is null to a stranger, who cannot look into the account', async () => {
  const stranger = await server.newPerson()
  const query = 'query ($id: String) { login { organization { id } account(id: $id) { organization { id } } } }'
  expect(await stranger.ask(query)).toEqual({ login: { organization: null, account: { organization: null } } })
  await expect(stranger.ask(query, { id: ownerId })).rejects.toThrow('There is no such account that you may look at.')
})

it('guests are listed with what they use', async () => {
  const email = anEmail()
  await server.newPerson(email)
  await owner.ask(`mutation { share(deviceId: "${devices[0].id}", email: ["${email}"]) }`)
  const { createNetwork: network } = await owner.ask<{ createNetwork: { id: string } }>(
    'mutation { createNetwork(name: "Net") { id } }',
  )
  await owner.ask(`mutation { addNetworkShare(networkId: "${network.id}", email: ["${email}"]) }`)
  const query =
    '{ login { account { guest { user { email } deviceCount devices { id name } networkCount networks { id name } } } } }'
  expect(await owner.ask(query)).toEqual({
    login: {
      account: {
        guest: [
          {
            user: { email },
            deviceCount: 1,
            devices: [{ id: devices[0].id, name: 'one' }],
            networkCount: 1,
            networks: [{ id: network.id, name: 'Net' }],
          },
        ],
      },
    },
  })
})

it('what a change of a role would do is told over the API', async () => {
  const role = await newRole('access: NONE')
  await member(role)
  const query = `query ($id: ID) { login { account { organization { roleChange(id: $id, access: ALL, grant: [MANAGE]) {
    members gained { total hasMore items { name } } lost { total } permissionsGained permissionsLost
  } } } } }`
  expect(await owner.ask(query, { id: role })).toEqual({
    login: {
      account: {
        organization: {
          roleChange: {
            members: 1,
            gained: { total: 1, hasMore: false, items: [{ name: 'one' }] },
            lost: { total: 0 },
            permissionsGained: ['MANAGE'],
            permissionsLost: [],
          },
        },
      },
    },
  })
})

it('many memberships cost as many queries as one', async () => {
  // Nothing else of this server asks for anything.
  await using quiet = await startTestServer({ roles: ['api'] }, { processes: 1, natsUrl: undefined })
  const email = anEmail()
  const person = await quiet.newPerson(email)
  const join = async () => {
    const other = await quiet.newPerson()
    await other.ask('mutation { setOrganization(name: "Other") }')
    await other.ask(`mutation { setMember(email: ["${email}"]) }`)
  }
  const query = `{ login { membership { created customRole { id name } license organization { name roles { name }
    members { user { id } customRole { name } } account { id email } } } } }`
  const ask = () => person.ask<{ login: { membership: unknown[] } }>(query)
  await join()
  const forOne = await queriesOf(ask)
  await Promise.all([join(), join(), join()])
  expect((await ask()).login.membership).toHaveLength(4)
  // What could be asked together may come apart once; one for each of them would be three more.
  expect(await queriesOf(ask)).toBeLessThanOrEqual(forOne + 1)
})
