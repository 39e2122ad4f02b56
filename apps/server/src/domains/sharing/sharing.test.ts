import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Actor } from '../../access/index.ts'
import { seeDevice, type Device } from '#domains/devices'
import { addService, removeService, type Service } from '#domains/services'
import { createTestDomains, nobodysDevice, nobodysService, type TestDomains } from '../../test-domains.ts'
import { shareDevice, type ShareRequest } from './operations/share-device.ts'
import { leaveDevice, unshareDevice } from './operations/unshare-device.ts'
import { sharesOfDevices } from './share-store.ts'

type Person = Awaited<ReturnType<TestDomains['account']>>

const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 20 })

let world: TestDomains
let owner: Person
let guest: Person
let device: Device
let ssh: Service
let web: Service
let relay: Awaited<ReturnType<TestDomains['relay']>>

beforeAll(async () => {
  world = await createTestDomains()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  owner = await world.account()
  guest = await world.account()
  relay = await world.relay()
  ;({ device, service: ssh } = await world.device(owner, { online: relay.id }))
  web = await newService()
})

const done = { ok: true, value: true }
const refusal = (code: string, message: string) => ({ ok: false, refusal: { code, message } })

const share = (wish: Partial<ShareRequest> = {}, actor: Actor = owner) =>
  shareDevice(world.sharing, actor, {
    deviceId: device.id,
    emails: [guest.email],
    scripting: undefined,
    services: [],
    notify: false,
    ...wish,
  })
const unshare = (emails: readonly string[], actor: Actor = owner) =>
  unshareDevice(world.sharing, actor, { deviceId: device.id, emails })

async function newService(): Promise<Service> {
  const added = await addService(world.services, owner, { deviceId: device.id, wish: { application: 8 } })
  if (!added.ok) throw new Error(added.refusal.message)
  return added.value.service
}

async function shares() {
  const found = (await sharesOfDevices(world.database.queries, [device.id])).get(device.id) ?? []
  return found.map(({ userId, canScript, services }) => ({ userId, canScript, services }))
}

const shareEvents = async (actor: Actor = owner) =>
  (await world.eventsOf(actor))
    .filter((event) => event.type === 'DEVICE_SHARE')
    .map(({ action, data }) => ({ action, data }))

const mails = async (to: string) =>
  world.database.queries.selectFrom('mails').select(['subject', 'text']).where('recipient', '=', to).execute()

describe('a device is shared', () => {
  it('as a whole', async () => {
    expect(await share()).toEqual(done)
    expect(await shares()).toEqual([{ userId: guest.userId, canScript: false, services: 'all' }])
    expect(await shareEvents()).toEqual([{ action: 'add', data: { users: [guest.userId], scripting: false } }])
    const seen = await seeDevice(world.database.queries, await world.again(guest), device.id)
    expect(seen?.share).toEqual({ canScript: false, services: 'all' })
  })

  it('in part, and with scripting', async () => {
    expect(await share({ scripting: true, services: [{ serviceId: ssh.id }] })).toEqual(done)
    expect(await shares()).toEqual([{ userId: guest.userId, canScript: true, services: [ssh.id] }])
  })

  it('the same again without a word', async () => {
    await share()
    expect(await share()).toEqual(done)
    expect(await shareEvents()).toHaveLength(1)
  })

  it('with many at once, by pasted addresses', async () => {
    const more = await Promise.all([world.account(), world.account()])
    expect(
      await share({ emails: [`${guest.email}, ${more.map((one) => one.email.toUpperCase()).join(' ')}`] }),
    ).toEqual(done)
    expect((await shares()).map((one) => one.userId).toSorted()).toEqual(
      [guest, ...more].map((one) => one.userId).toSorted(),
    )
    expect(await shareEvents()).toHaveLength(1)
  })

  it('with somebody who has no account, who is invited', async () => {
    const email = `new-${owner.userId}@example.org`
    expect(await share({ emails: [email], notify: true })).toEqual(done)
    expect(await shares()).toHaveLength(1)
    expect(await mails(email)).toMatchObject([{ subject: 'You are invited to Farport' }])
  })

  it('with a mail in the language of each, when that is wanted', async () => {
    const japanese = await world.account()
    await world.database.queries
      .updateTable('auth.user')
      .set({ language: 'ja' })
      .where('id', '=', japanese.userId)
      .execute()
    await share({ emails: [guest.email, japanese.email], notify: true })
    expect(await mails(guest.email)).toMatchObject([
      {
        subject: '"lab-pi" is shared with you',
        text: expect.stringContaining(`https://farport.example/devices/${device.id}`),
      },
    ])
    expect(await mails(japanese.email)).toMatchObject([{ subject: '「lab-pi」が共有されました' }])
    // Who knows of it already is not written to again.
    await share({ scripting: true, notify: true })
    expect(await mails(guest.email)).toHaveLength(1)
  })

  it('without mails beyond what a mailbox takes in an hour', async () => {
    for (let time = 0; time < 33; time += 1) {
      await share({ notify: true })
      await unshare([guest.email])
    }
    expect(await mails(guest.email)).toHaveLength(30)
  }, 60_000)

  it('and its guests hear of it, those of before too', async () => {
    const heard: unknown[] = []
    const subscription = world.devices.events.subscribe(guest.userId, (event) => heard.push(event.action))
    await subscription.ready
    await share()
    await share({ scripting: true })
    await unshare([guest.email])
    await soon(() => expect(heard).toEqual(['add', 'update', 'remove']))
    subscription[Symbol.dispose]()
  })
})

describe('a share is refused', () => {
  it.each([
    ['for own addresses', () => ({ emails: [owner.email] }), 'INVALID', () => 'You cannot share with yourself.'],
    ['without an address', () => ({ emails: [] }), 'INVALID', () => 'Please name an e-mail address.'],
    ['for no address', () => ({ emails: ['<b>'] }), 'INVALID', () => '<b>: This is not an e-mail address.'],
    [
      'for 10,000 addresses',
      () => ({ emails: Array.from({ length: 10_000 }, (_, number) => `${number}@example.org`) }),
      'INVALID',
      () => 'One call names at most 100 e-mail addresses.',
    ],
    [
      'of nothing',
      () => ({ services: [{ action: 'REMOVE', serviceId: ssh.id }] }),
      'INVALID',
      () => 'Choose the device, or a service of it, to share.',
    ],
    [
      'of a service elsewhere',
      () => ({ services: [{ serviceId: nobodysService }] }),
      'NOT_FOUND',
      () => `You don't have access to that service. (${nobodysService})`,
    ],
    [
      'of a device that is not there',
      () => ({ deviceId: nobodysDevice }),
      'NOT_FOUND',
      () => `You don't have access to that device. (${nobodysDevice})`,
    ],
  ])('%s', async (_, wish, code, message) => {
    expect(await share(wish())).toEqual(refusal(code, message()))
    expect(await shares()).toEqual([])
  })

  it('to a stranger as if the device did not exist', async () => {
    expect(await share({}, await world.account())).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
  })

  it('to a guest', async () => {
    await share()
    const third = await world.account()
    expect(await share({ emails: [third.email] }, await world.again(guest))).toEqual(
      refusal('FORBIDDEN', 'You need the manage permission.'),
    )
  })

  it('for the owner’s address, also to somebody else who manages it', async () => {
    const manager = await newMember(['VIEW', 'MANAGE'])
    expect(await share({ emails: [owner.email] }, manager)).toEqual(
      refusal('INVALID', `It belongs to ${owner.email} already.`),
    )
    expect(await share({}, manager)).toEqual(done)
  })

  it('and invites nobody', async () => {
    const email = `never-${owner.userId}@example.org`
    await share({ emails: [email], services: [{ serviceId: nobodysService }] })
    await share({ emails: [email, owner.email] })
    expect(await mails(email)).toEqual([])
  })

  it('beyond a thousand guests', async () => {
    const rows = Array.from({ length: 1000 }, (_, number) => ({
      id: `a-${owner.userId.slice(2, 14)}${String(number).padStart(4, '0')}`,
      name: '',
      email: `${number}-${owner.userId}@example.org`,
    }))
    await world.database.queries.insertInto('auth.user').values(rows).execute()
    const at = new Date()
    await world.database.queries
      .insertInto('device_shares')
      .values(
        rows.map(({ id }) => ({
          account_id: owner.userId,
          device_id: device.id,
          user_id: id,
          created_by: owner.userId,
          created_at: at,
        })),
      )
      .execute()
    expect(await share()).toEqual(
      refusal('LIMIT_EXCEEDED', 'A device or a network is shared with at most 1,000 people.'),
    )
  })
})

async function newMember(permissions: readonly string[]): Promise<Actor> {
  const member = await world.account()
  const { queries } = world.database
  const at = new Date()
  await queries
    .insertInto('organizations')
    .values({ account_id: owner.userId, name: 'Org', verification_value: 'x', created_at: at })
    .execute()
  const role = { account_id: owner.userId, id: 'p-0000000000000001', created_at: at }
  await queries
    .insertInto('roles')
    .values({ ...role, name: 'Helper', permissions: [...permissions], access: 'ALL' })
    .execute()
  await queries
    .insertInto('members')
    .values({ account_id: owner.userId, user_id: member.userId, role_id: role.id, is_licensed: true, created_at: at })
    .execute()
  return world.again(member)
}

describe('a share ends', () => {
  it('when it is taken back', async () => {
    await share()
    expect(await unshare([guest.email])).toEqual(done)
    expect(await shares()).toEqual([])
    expect((await shareEvents()).at(-1)).toEqual({ action: 'remove', data: { users: [guest.userId] } })
  })

  it('when the guest leaves', async () => {
    await share()
    expect(await leaveDevice(world.sharing, await world.again(guest), { deviceId: device.id })).toEqual(done)
    expect(await shares()).toEqual([])
  })

  it('when the guest names their own address', async () => {
    await share()
    expect(await unshare([guest.email.toUpperCase()], await world.again(guest))).toEqual(done)
    expect(await shares()).toEqual([])
  })

  it('not by another guest', async () => {
    const other = await world.account()
    await share({ emails: [guest.email, other.email] })
    expect(await unshare([other.email], await world.again(guest))).toMatchObject({ refusal: { code: 'FORBIDDEN' } })
    expect(await shares()).toHaveLength(2)
  })

  it('not twice', async () => {
    await share()
    await unshare([guest.email, 'nobody@example.org'])
    expect(await unshare([guest.email])).toEqual(done)
    expect(await shareEvents()).toHaveLength(2)
    expect(await leaveDevice(world.sharing, await world.again(guest), { deviceId: device.id })).toMatchObject({
      refusal: { code: 'NOT_FOUND' },
    })
  })

  it('not for who owns it', async () => {
    expect(await leaveDevice(world.sharing, owner, { deviceId: device.id })).toEqual(
      refusal('FORBIDDEN', 'This device is not shared with you.'),
    )
  })

  it('with the service that it was of', async () => {
    const other = await world.account()
    await share({ services: [{ serviceId: web.id }] })
    await share({ emails: [other.email], services: [{ serviceId: web.id }, { serviceId: ssh.id }] })
    await removeService(world.services, owner, { serviceId: web.id })
    expect(await shares()).toEqual([{ userId: other.userId, canScript: false, services: [ssh.id] }])
    expect((await shareEvents()).slice(-2)).toEqual([
      { action: 'remove', data: { users: [guest.userId] } },
      { action: 'update', data: { users: [other.userId], scripting: false } },
    ])
  })
})
