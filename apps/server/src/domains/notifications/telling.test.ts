import type { RelayId } from '@farport/vocabulary'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deviceTarget, handOverDevice, markDevicesLost, type Device } from '#domains/devices'
import type { Tx } from '#platform/database'
import { createTestDomains, nobodysDevice, type TestDomains } from '../../test-domains.ts'
import { sendDigests } from './operations/send-digests.ts'
import { setDeviceNotifications } from './operations/set-device-notifications.ts'
import { listedMax, listedPerRoundMax } from './operations/tell-events.ts'
import { tellingAttemptsMax, tellPeople } from './operations/tell-people.ts'
import { digestItemsMax, digestWindowMs } from './mail-digest.ts'
import { createTestNotifications, type TestNotifications } from './test-notifications.ts'

type Person = Awaited<ReturnType<TestDomains['account']>>

let world: TestDomains
let notifications: TestNotifications
let owner: Person
let relay: RelayId
let device: Device
beforeAll(async () => {
  world = await createTestDomains()
  notifications = createTestNotifications(world)
})
afterAll(async () => {
  notifications[Symbol.dispose]()
  await world[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await world.database.queries.deleteFrom('untold_facts').execute()
  owner = await world.account()
  relay = (await world.relay()).id
  ;({ device } = await world.device(owner, { hostname: 'pi', online: relay }))
  await tellPeople(notifications.context)
})

const untold = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from untold_facts`.execute(
    world.database.queries,
  )
  return rows[0]?.count
}

async function flip(isOnline = false): Promise<void> {
  world.clock.nowMs += 1000
  await world.setPresence(relay, device, isOnline)
  await tellPeople(notifications.context)
}

async function memberIn(
  account: Person,
  role: { access: string; tags?: string[]; devices?: string[] },
): Promise<Person> {
  const member = await world.account()
  const { queries } = world.database
  const at = new Date()
  const place = { account_id: account.userId }
  await queries
    .insertInto('organizations')
    .values({ ...place, name: 'Works', verification_value: 'x', created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const id = world.devices.ids('p')
  const { access, tags = [], devices = [] } = role
  const scope = { access, tag_keys: tags, device_ids: devices }
  await queries
    .insertInto('roles')
    .values({ ...place, id, name: id, permissions: ['VIEW'], ...scope, created_at: at })
    .execute()
  await queries
    .insertInto('members')
    .values({ ...place, user_id: member.userId, role_id: id, is_licensed: false, created_at: at })
    .execute()
  return member
}

/** What sharing writes, and what it announces. */
async function share(guest: Person): Promise<void> {
  const { accountId, id } = device
  const place = { account_id: accountId, device_id: id, user_id: guest.userId }
  await world.database.transaction(async (tx) => {
    await tx
      .insertInto('device_shares')
      .values({ ...place, created_by: owner.userId, created_at: new Date() })
      .execute()
    await announceShare(tx, 'add', guest)
  })
}

async function unshare(guest: Person): Promise<void> {
  await world.database.transaction(async (tx) => {
    await tx.deleteFrom('device_shares').where('user_id', '=', guest.userId).execute()
    await announceShare(tx, 'remove', guest)
  })
}

const announceShare = (tx: Tx, action: string, guest: Person) =>
  world.devices.events.announce(tx, {
    accountId: device.accountId,
    type: 'DEVICE_SHARE',
    action,
    actorId: owner.userId,
    deviceId: device.id,
    targets: [deviceTarget(device)],
    alsoTo: [guest.userId],
    data: { users: [guest.userId] },
  })

async function tag(name: string): Promise<void> {
  const { queries } = world.database
  const place = { account_id: owner.userId, created_at: new Date() }
  const id = world.devices.ids('g')
  await queries
    .insertInto('tags')
    .values({ ...place, id, name, name_key: name, color: 1 })
    .execute()
  await queries
    .insertInto('device_tags')
    .values({ ...place, tag_id: id, device_id: device.id })
    .execute()
}

describe('of a device that comes and goes', () => {
  it('its owner finds it in their list, and nothing else, without a choice', async () => {
    await notifications.context.database.queries.deleteFrom('notifications').execute()
    await flip()
    await flip(true)
    expect(await notifications.listOf(owner)).toEqual(['pi active', 'pi inactive'])
    world.clock.nowMs += digestWindowMs
    await sendDigests(notifications.context)
    expect(await notifications.mailsTo(owner.email)).toEqual([])
    expect(await notifications.deliveriesOf(owner)).toEqual([])
  })

  it('members are told by their roles, guests by their shares, strangers never', async () => {
    const names = ['lab', 'roof']
    await tag('lab')
    const people = {
      all: await memberIn(owner, { access: 'ALL' }),
      none: await memberIn(owner, { access: 'NONE' }),
      tagged: await memberIn(owner, { access: 'TAG', tags: names }),
      otherTag: await memberIn(owner, { access: 'TAG', tags: ['roof'] }),
      chosen: await memberIn(owner, { access: 'SELECTED', devices: [device.id] }),
      otherDevice: await memberIn(owner, { access: 'SELECTED', devices: [nobodysDevice] }),
      guest: await world.account(),
      stranger: await world.account(),
    }
    await share(people.guest)
    await flip()
    const told = await Promise.all(
      Object.entries(people).map(async ([name, person]) => [name, (await notifications.listOf(person))[0]]),
    )
    expect(Object.fromEntries(told)).toEqual({
      all: 'pi inactive',
      none: undefined,
      tagged: 'pi inactive',
      otherTag: undefined,
      chosen: 'pi inactive',
      otherDevice: undefined,
      guest: 'pi inactive',
      stranger: undefined,
    })
  })

  it('who has lost it since does not see of it any more what they were told', async () => {
    const guest = await world.account()
    await share(guest)
    await flip()
    await unshare(guest)
    await tellPeople(notifications.context)
    expect(await notifications.listOf(guest)).toEqual(['pi remove', 'hidden', 'pi add'])
  })

  it('a choice for the device counts before that for all', async () => {
    await notifications.want(owner, { byMail: true })
    const seen = await world.again(owner)
    await setDeviceNotifications(world, seen, { deviceId: device.id, byMail: false, inPortal: false })
    const before = await notifications.listOf(owner)
    await flip()
    expect(await notifications.listOf(owner)).toEqual(before)
    await setDeviceNotifications(world, seen, { deviceId: device.id, byMail: null })
    await flip(true)
    world.clock.nowMs += digestWindowMs
    await sendDigests(notifications.context)
    const mails = await notifications.mailsTo(owner.email)
    expect(mails.map((mail) => mail.subject)).toEqual(['"pi" is online'])
  })

  it('nobody chooses for a device that they do not see', async () => {
    const stranger = await world.account()
    const set = await setDeviceNotifications(world, stranger, { deviceId: device.id, byMail: true })
    expect(set).toMatchObject({ ok: false, refusal: { code: 'NOT_FOUND' } })
  })
})

describe('of what is shared and handed over', () => {
  it('those whom it concerns are told, and not who did it', async () => {
    const [guest, heir] = [await world.account(), await world.account()]
    const before = await notifications.listOf(owner)
    await share(guest)
    await world.database.transaction((tx) =>
      handOverDevice(world.devices, tx, device, { to: heir.userId, actorId: owner.userId }),
    )
    await tellPeople(notifications.context)
    expect(await notifications.listOf(guest)).toEqual(['pi remove', 'pi add'])
    expect(await notifications.listOf(heir)).toEqual(['pi device-transferred'])
    expect(await notifications.listOf(owner)).toEqual(before)
  })
})

describe('mail', () => {
  it('collects what happens for a while, and says what became of it', async () => {
    await notifications.want(owner, { byMail: true })
    const { device: other } = await world.device(owner, { hostname: '実験室', online: relay })
    await flip()
    await world.setPresence(relay, other, false)
    await flip(true)
    await sendDigests(notifications.context)
    expect(await notifications.mailsTo(owner.email)).toEqual([])
    world.clock.nowMs += digestWindowMs
    await Promise.all([sendDigests(notifications.context), sendDigests(notifications.context)])
    const [mail, ...more] = await notifications.mailsTo(owner.email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('1 device is offline, 1 is online')
    expect(mail?.text).toContain(`https://farport.example/devices/${device.id}`)
    expect(mail?.text).toMatch(/pi: online since .* \(changed 2 times\)/)
    expect(mail?.html).toContain('実験室: offline since')
    expect(mail?.html).toContain(`href="https://farport.example/devices/${other.id}"`)
  })

  it('is in the language and the time of the person', async () => {
    await world.database.queries
      .updateTable('auth.user')
      .set({ language: 'ja', timezone: 'Asia/Tokyo' })
      .where('id', '=', owner.userId)
      .execute()
    await notifications.want(owner, { byMail: true })
    await flip()
    world.clock.nowMs += digestWindowMs
    await sendDigests(notifications.context)
    const [mail] = await notifications.mailsTo(owner.email)
    expect(mail?.subject).toBe('「pi」がオフラインになりました')
    expect(mail?.text).toContain('JST')
  })

  it('is not written to somebody who does not want it any more', async () => {
    await notifications.want(owner, { byMail: true })
    await flip()
    await notifications.want(owner, { byMail: false })
    world.clock.nowMs += digestWindowMs
    await sendDigests(notifications.context)
    expect(await notifications.mailsTo(owner.email)).toEqual([])
  })
})

describe('what breaks', () => {
  it('a process that dies between the fact and the telling loses nothing, and doubles nothing', async () => {
    const before = await notifications.listOf(owner)
    world.clock.nowMs += 1000
    await world.setPresence(relay, device, false)
    expect(await untold()).toBe(1)
    // It was at the last statement when its connection broke.
    await sql`create function break_telling() returns trigger as $$ begin raise exception 'power cut'; end $$ language plpgsql`.execute(
      world.database.queries,
    )
    await sql`create trigger break_telling before delete on untold_facts for each row execute function break_telling()`.execute(
      world.database.queries,
    )
    await tellPeople(notifications.context)
    expect(await notifications.listOf(owner)).toEqual(before)
    await sql`drop function break_telling cascade`.execute(world.database.queries)
    world.clock.nowMs += 60_000
    await Promise.all([1, 2, 3].map(() => tellPeople(notifications.context)))
    expect(await notifications.listOf(owner)).toEqual(['pi inactive', ...before])
    expect(await untold()).toBe(0)
  })

  it('what cannot be told is given up after some attempts, and holds up nothing else', async () => {
    const { queries } = world.database
    await sql`create function refuse_one() returns trigger as $$ begin
      if new.user_id = '${sql.raw(owner.userId)}' then raise exception 'never'; end if; return new; end $$ language plpgsql`.execute(
      queries,
    )
    await sql`create trigger refuse_one before insert on notifications for each row execute function refuse_one()`.execute(
      queries,
    )
    const other = await world.account()
    const { device: theirs } = await world.device(other, { hostname: 'other' })
    await world.setPresence(relay, device, false)
    await world.setPresence(relay, theirs, true)
    await tellPeople(notifications.context)
    world.clock.nowMs += 60_000
    await tellPeople(notifications.context)
    expect(await notifications.listOf(other)).toEqual(['other active'])
    for (let attempt = 1; attempt < tellingAttemptsMax; attempt += 1) {
      world.clock.nowMs += 6 * 3_600_000
      await tellPeople(notifications.context)
    }
    expect(await untold()).toBe(0)
    await sql`drop function refuse_one cascade`.execute(queries)
  })
})

describe('a burst', () => {
  it(
    'of 10,000 devices that go offline is one mail, a bounded list, and little work',
    { timeout: 120_000 },
    async () => {
      const { queries } = world.database
      const member = await memberIn(owner, { access: 'ALL' })
      await notifications.want(owner, { byMail: true })
      await notifications.want(member, { byMail: true })
      await addDevices(10_000)
      const now = new Date(world.clock.nowMs)
      expect(await markDevicesLost(world.devices, { relayId: relay, confirmedBefore: now, since: now })).toBe(10_000)
      expect(await untold()).toBeLessThanOrEqual(11)

      const startedAt = performance.now()
      await tellPeople(notifications.context)
      const tookMs = performance.now() - startedAt
      expect(tookMs).toBeLessThan(20_000)
      world.clock.nowMs += digestWindowMs
      await sendDigests(notifications.context)
      for (const person of [owner, member]) {
        const mails = await notifications.mailsTo(person.email)
        expect(mails.map((mail) => mail.subject)).toEqual([`${digestItemsMax} devices are offline`])
        expect(mails[0]?.text).toContain(`${10_000 - digestItemsMax} more changes are in the log`)
        const list = await notifications.listOf(person)
        expect(list.length).toBeLessThanOrEqual(listedPerRoundMax * 2 + 1)
        expect(list[0]).toMatch(/ and \d+ others$/)
      }
      const kept = await queries
        .selectFrom('notifications')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('user_id', '=', owner.userId)
        .executeTakeFirstOrThrow()
      expect(Number(kept.count)).toBeLessThanOrEqual(listedMax)
    },
  )

  it('a list keeps the newest', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 3; round += 1) {
      await world.database.queries
        .insertInto('notifications')
        .values(
          Array.from({ length: 200 }, () => ({
            user_id: owner.userId,
            id: world.devices.ids('i'),
            account_id: owner.userId,
            event_id: 'e-0000000000000000',
            event_at: new Date(),
            created_at: new Date(),
          })),
        )
        .execute()
    }
    await flip()
    const list = await notifications.listOf(owner)
    expect(list).toHaveLength(listedMax)
    expect(list[0]).toBe('pi inactive')
  })
})

/** Online at the relay; as a fleet would be that has been there for long. */
async function addDevices(count: number): Promise<void> {
  const { queries } = world.database
  const at = new Date(world.clock.nowMs - 60_000)
  await sql`
    insert into devices (account_id, id, name, platform, created_at, revised_at)
    select ${owner.userId}, 'd-' || lpad(n::text, 16, '0'), 'fleet ' || n, 769, ${at}, ${at}
    from generate_series(1, ${count}::integer) as n`.execute(queries)
  await sql`
    insert into device_presence (account_id, device_id, is_online, relay_id, online_since, fact_at, confirmed_at, reported_at)
    select account_id, id, true, ${relay}, ${at}, ${at}, ${at}, ${at} from devices where name like 'fleet %'`.execute(
    queries,
  )
}
