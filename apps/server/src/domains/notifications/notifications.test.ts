import { eventually, startSmtpSink, startWebhookReceiver, type SmtpSink, type WebhookReceiver } from '@farport/testkit'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Secret } from '@farport/basics'
import { createTestFleet, type FleetDevice, type TestFleet } from '../../test-fleet.ts'
import { queriesOf } from '../../test-queries.ts'
import { mailedPath, startTestServer, type Person, type TestServer } from '../../test-server.ts'

let sink: SmtpSink
let receiver: WebhookReceiver
let server: TestServer
let fleet: TestFleet
let ann: Person
let email: string
beforeAll(async () => {
  sink = await startSmtpSink()
  receiver = await startWebhookReceiver()
  server = await startTestServer({ webhookAllowedNetworks: ['127.0.0.0/8'] })
  fleet = await createTestFleet(server)
})
afterAll(async () => {
  fleet[Symbol.dispose]()
  await server[Symbol.asyncDispose]()
  await Promise.all([receiver[Symbol.asyncDispose](), sink[Symbol.asyncDispose]()])
})
let people = 0
beforeEach(async () => {
  people += 1
  email = `ann-${people}@example.org`
  ann = await server.newPerson(email)
  receiver.received.length = 0
  receiver.answer(200)
})

const settingsQuery = `{ login { notificationSettings {
  emailNotifications desktopNotifications urlNotifications
  notificationEmail notificationEmailVerified notificationUrl notificationUrlError notificationSecret
} } }`

interface Settings {
  emailNotifications: boolean
  desktopNotifications: boolean
  urlNotifications: boolean
  notificationEmail: string | null
  notificationEmailVerified: boolean
  notificationUrl: string | null
  notificationUrlError: string | null
  notificationSecret: string | null
}

const settingsOf = async (person: Person = ann): Promise<Settings> =>
  (await person.ask<{ login: { notificationSettings: Settings } }>(settingsQuery)).login.notificationSettings

const set = (wish: Record<string, unknown>, person: Person = ann) =>
  person.query(
    `mutation ($serviceId: String, $emailNotifications: Boolean, $desktopNotifications: Boolean, $urlNotifications: Boolean,
      $notificationEmail: String, $notificationUrl: String, $renewSecret: Boolean) {
      setNotificationSettings(serviceId: $serviceId, emailNotifications: $emailNotifications,
        desktopNotifications: $desktopNotifications, urlNotifications: $urlNotifications,
        notificationEmail: $notificationEmail, notificationUrl: $notificationUrl, renewSecret: $renewSecret)
    }`,
    wish,
  )

const done = { body: { data: { setNotificationSettings: true } } }
const refused = (code: string, message?: string) => ({
  body: { errors: [{ ...(message !== undefined && { message }), extensions: { code } }] },
})

describe('the settings of a person', () => {
  it('begin with the portal alone', async () => {
    expect(await settingsOf()).toEqual({
      emailNotifications: false,
      desktopNotifications: true,
      urlNotifications: false,
      notificationEmail: null,
      notificationEmailVerified: true,
      notificationUrl: null,
      notificationUrlError: null,
      notificationSecret: null,
    })
  })

  it('are nobody else’s, not even those of an account that one acts for', async () => {
    const bob = await server.newPerson()
    const { login } = await bob.ask<{ login: { id: string } }>('{ login { id } }')
    await ann.ask('mutation { setOrganization(name: "Works") }')
    const invite =
      'mutation ($email: [String!]!, $role: ID!) { setMember(email: $email, roleId: $role, license: LICENSED) }'
    const roles = '{ login { id organization { roles { id name } } } }'
    const org = await ann.ask<{ login: { id: string; organization: { roles: { id: string; name: string }[] } } }>(roles)
    const bobs = await bob.ask<{ login: { email: string } }>('{ login { email } }')
    const role = org.login.organization.roles.find((one) => one.name === 'Admin')?.id
    await ann.ask(invite, { email: [bobs.login.email], role })
    const asked = `query ($id: String!) { login { account(id: $id) {
      notificationSettings { emailNotifications } notifications { unread items { id } } webhookDeliveries { items { id } }
    } } }`
    expect(login.id).not.toBe(org.login.id)
    expect(await bob.ask(asked, { id: org.login.id })).toEqual({
      login: {
        account: {
          notificationSettings: null,
          notifications: { unread: 0, items: [] },
          webhookDeliveries: { items: [] },
        },
      },
    })
  })

  it('change one by one', async () => {
    expect(await set({ emailNotifications: true })).toMatchObject(done)
    expect(await set({ desktopNotifications: false, emailNotifications: null })).toMatchObject(done)
    expect(await settingsOf()).toMatchObject({ emailNotifications: true, desktopNotifications: false })
  })

  it('a webhook has a secret that stays until it is renewed', async () => {
    expect(await set({ urlNotifications: true, notificationUrl: `  ${receiver.url}  ` })).toMatchObject(done)
    const { notificationSecret: first, ...rest } = await settingsOf()
    expect(rest).toMatchObject({ urlNotifications: true, notificationUrl: receiver.url })
    expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const row = await server.database.queries.selectFrom('webhooks').select('sealed_secret').executeTakeFirstOrThrow()
    expect(row.sealed_secret.toString('base64')).not.toContain(first?.slice(6, 40))
    await set({ urlNotifications: false })
    expect(await settingsOf()).toMatchObject({ urlNotifications: false, notificationUrl: null })
    await set({ urlNotifications: true, notificationUrl: receiver.url })
    expect((await settingsOf()).notificationSecret).toBe(first)
    await set({ renewSecret: true })
    expect((await settingsOf()).notificationSecret).not.toBe(first)
  })

  it.each([
    ['a webhook without a URL', { urlNotifications: true }, 'INVALID', 'Please provide a valid URL'],
    [
      'a webhook with nonsense',
      { urlNotifications: true, notificationUrl: 'nonsense' },
      'INVALID',
      'Please provide a valid URL',
    ],
    ['a webhook inside', { urlNotifications: true, notificationUrl: 'http://10.0.0.1/' }, 'INVALID', undefined],
    ['an address that is none', { notificationEmail: 'nobody' }, 'INVALID', undefined],
    ['a webhook for one device', { serviceId: 'd-0000000000000000', urlNotifications: true }, 'INVALID', undefined],
    ['a device that is none', { serviceId: 'nonsense', emailNotifications: true }, 'NOT_FOUND', undefined],
    [
      'a device that is not seen',
      { serviceId: 'd-0000000000000000', emailNotifications: true },
      'NOT_FOUND',
      undefined,
    ],
  ])('%s is refused, and nothing changes', async (_, wish, code, message) => {
    expect(await set({ emailNotifications: true, ...wish })).toMatchObject(refused(code, message))
    expect((await settingsOf()).emailNotifications).toBe(false)
  })

  it('nobody signed in has none', async () => {
    expect(await set({ emailNotifications: true }, server.person())).toMatchObject(refused('UNAUTHENTICATED'))
  })
})

describe('another address for mail', () => {
  it('is asked before anything goes there', async () => {
    const other = `ops-${people}@example.org`
    expect(await set({ notificationEmail: ` ${other.toUpperCase()} ` })).toMatchObject(done)
    expect(await settingsOf()).toMatchObject({ notificationEmail: other, notificationEmailVerified: false })
    const path = await mailedPath(server.database, other)
    const wrong = await ann.get(`${path.slice(0, -43)}${'x'.repeat(43)}`)
    expect(wrong.headers.get('location')).toBe('/settings/notifications?error=INVALID_TOKEN')
    expect((await settingsOf()).notificationEmailVerified).toBe(false)
    const opened = await server.person().get(path)
    expect(opened.headers.get('location')).toBe('/settings/notifications?email=confirmed')
    expect((await settingsOf()).notificationEmailVerified).toBe(true)
    expect((await ann.get(path)).headers.get('location')).toContain('INVALID_TOKEN')
    expect(await set({ notificationEmail: null })).toMatchObject(done)
    expect(await settingsOf()).toMatchObject({ notificationEmail: null, notificationEmailVerified: true })
  })

  it('a link of an address that was changed since is of no use', async () => {
    await set({ notificationEmail: `first-${people}@example.org` })
    const path = await mailedPath(server.database, `first-${people}@example.org`)
    await set({ notificationEmail: `second-${people}@example.org` })
    expect((await ann.get(path)).headers.get('location')).toContain('INVALID_TOKEN')
    expect(await settingsOf()).toMatchObject({ notificationEmailVerified: false })
  })

  it('that is the account’s own is none', async () => {
    await set({ notificationEmail: email })
    expect(await settingsOf()).toMatchObject({ notificationEmail: null, notificationEmailVerified: true })
  })

  it('nobody is flooded with questions', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) await set({ notificationEmail: `victim-${people}@example.org` })
    expect(await set({ notificationEmail: `victim-${people}@example.org` })).toMatchObject(refused('THROTTLED'))
  })
})

describe('the settings of a device', () => {
  const asked = `query ($id: [String!]!) { login { device(id: $id) {
    notificationSettings { emailNotifications desktopNotifications } } } }`
  const settings = async (device: FleetDevice, person: Person = ann) => {
    const { login } = await person.ask<{ login: { device: { notificationSettings: object }[] } }>(asked, {
      id: [device.id],
    })
    return login.device[0]?.notificationSettings
  }

  it('are null, as for all, until they are set, and each person has their own', async () => {
    const device = await fleet.addDevice(ann, { isOnline: false })
    expect(await settings(device)).toEqual({ emailNotifications: null, desktopNotifications: null })
    expect(await set({ serviceId: device.id, emailNotifications: true, desktopNotifications: false })).toMatchObject(
      done,
    )
    expect(await set({ serviceId: device.id, desktopNotifications: null })).toMatchObject(done)
    expect(await settings(device)).toEqual({ emailNotifications: true, desktopNotifications: null })
    const bob = await server.newPerson(`bob-${people}@example.org`)
    expect(await set({ serviceId: device.id, emailNotifications: true }, bob)).toMatchObject(refused('NOT_FOUND'))
    await ann.ask('mutation ($id: String!, $email: [String!]!) { share(deviceId: $id, email: $email) }', {
      id: device.id,
      email: [`bob-${people}@example.org`],
    })
    const shared = '{ login { notifications { items { event { type action actor { email } users { email } } } } } }'
    await eventually(async () => JSON.stringify(await bob.ask(shared)).includes('DEVICE_SHARE'))
    expect(await bob.ask(shared)).toMatchObject({
      login: { notifications: { items: [{ event: { action: 'add', actor: { email } } }] } },
    })
    expect(await settings(device, bob)).toEqual({ emailNotifications: null, desktopNotifications: null })
    expect(await set({ serviceId: device.id, desktopNotifications: false }, bob)).toMatchObject(done)
    expect(await settings(device)).toEqual({ emailNotifications: true, desktopNotifications: null })
  })

  it('of a page of devices are one question to the database', async () => {
    const list = '{ login { devices { items { id notificationSettings { emailNotifications } } } } }'
    await fleet.addDevice(ann, { isOnline: false })
    const forOne = await queriesOf(() => ann.ask(list))
    for (let count = 0; count < 4; count += 1) await fleet.addDevice(ann, { isOnline: false })
    expect(await queriesOf(() => ann.ask(list))).toBe(forOne)
  })
})

describe('a device that goes offline', () => {
  const list = `query ($after: ID, $size: Int) { login { notifications(after: $after, size: $size) {
    unread hasMore last items { id created read others event { id type state target { name device { id } } } } } } }`
  interface List {
    login: {
      notifications: {
        unread: number
        hasMore: boolean
        last: string | null
        items: { id: string; read: string | null; event: { state: string; target: object[] } | null }[]
      }
    }
  }
  const listOf = async (variables: Record<string, unknown> = {}, person: Person = ann) =>
    (await person.ask<List>(list, variables)).login.notifications
  const deliveries = '{ login { webhookDeliveries { items { id url state attempts responseStatus error due body } } } }'

  let toldAt = 0
  /** Each at a moment of its own, as relays tell them. */
  const tell = (device: FleetDevice, isOnline: boolean) => {
    const at = Math.max(Date.now(), toldAt + 1)
    toldAt = at
    const agent = { accountId: device.accountId, deviceId: device.id, isOnline, enteredAt: at, at }
    fleet.relay.send({ type: 'presence', part: 'change', agents: [agent] })
  }

  it('is told in the portal, by mail and by webhook, by the workers of the server', { timeout: 60_000 }, async () => {
    await using mailing = await startTestServer({
      webhookAllowedNetworks: ['127.0.0.1'],
      smtpUrl: new Secret(sink.url),
    })
    using own = await createTestFleet(mailing)
    const dora = await registerBySink(mailing, 'dora@example.org')
    await set({ emailNotifications: true, urlNotifications: true, notificationUrl: receiver.url }, dora)
    const device = await own.addDevice(dora, { hostname: '実験室' })
    const at = Date.now() + 1
    const agent = { accountId: device.accountId, deviceId: device.id, isOnline: false, enteredAt: at, at }
    own.relay.send({ type: 'presence', part: 'change', agents: [agent] })

    const listed = await eventually(
      async () => {
        const found = await listOf({}, dora)
        return found.items.some((item) => item.event?.state === 'inactive') && found
      },
      { timeoutMs: 20_000 },
    )
    expect(listed).toMatchObject({
      unread: 2,
      items: [{ event: { target: [{ name: '実験室', device: { id: device.id } }] } }, {}],
    })

    await eventually(() => receiver.received.length >= 2, { timeoutMs: 20_000 })
    const { notificationSecret } = await settingsOf(dora)
    const library = new Webhook(notificationSecret ?? '')
    const told = receiver.received.map((one) => library.verify(one.body, one.headers as Record<string, string>))
    expect(told).toContainEqual(
      expect.objectContaining({ Address: device.id, Device: '実験室', Email: 'dora@example.org', State: 'inactive' }),
    )

    // Nobody waits for the rest of the minute.
    const due = { due_at: new Date() }
    await eventually(
      async () => {
        await mailing.database.queries
          .updateTable('notification_mails')
          .set(due)
          .where('due_at', 'is not', null)
          .execute()
        return sink.mails.some((one) => one.subject === '"実験室" is offline')
      },
      { timeoutMs: 20_000 },
    )
    const mail = sink.mails.find((one) => one.subject === '"実験室" is offline')
    expect(mail?.to).toEqual(['dora@example.org'])
    expect(mail?.text).toContain(`/devices/${device.id}`)
    expect(mail?.html).toContain('/settings/notifications')
  })

  it('is read in pages, and marked as read', async () => {
    const device = await fleet.addDevice(ann)
    for (const isOnline of [false, true, false, true]) {
      const before = await listOf()
      tell(device, isOnline)
      await eventually(async () => (await listOf()).unread > before.unread)
    }
    const all = await listOf()
    expect(all).toMatchObject({ unread: 5, hasMore: false })
    const first = await listOf({ size: 2 })
    expect(first).toMatchObject({ hasMore: true, last: first.items[1]?.id })
    const second = await listOf({ size: 3, after: first.last })
    expect([...first.items, ...second.items].map((item) => item.id)).toEqual(all.items.map((item) => item.id))
    const read = 'mutation ($id: ID) { readNotifications(id: $id) }'
    await ann.ask(read, { id: second.items[0]?.id })
    expect((await listOf()).items.map((item) => item.read === null)).toEqual([true, true, false, false, false])
    await ann.ask(read)
    expect(await listOf()).toMatchObject({ unread: 0 })
    expect(await ann.query(read, { id: 'nonsense' })).toMatchObject(refused('INVALID'))
    expect(await ann.query(list, { size: 501 })).toMatchObject(refused('INVALID'))
    expect(await ann.query(list, { after: 'e-0000000000000000' })).toMatchObject(refused('INVALID'))
  })

  it('a webhook can be tried, and its log is there to be read', async () => {
    const trial = 'mutation { testWebhook { id url state responseStatus error body } }'
    expect(await ann.query(trial)).toMatchObject(refused('INVALID', 'Switch the webhook on first.'))
    await set({ urlNotifications: true, notificationUrl: receiver.url })
    receiver.answer(503)
    expect(await ann.ask(trial)).toMatchObject({
      testWebhook: { url: receiver.url, state: 'failed', responseStatus: 503, error: 'It answered with 503.' },
    })
    expect(await ann.ask(deliveries)).toMatchObject({
      login: { webhookDeliveries: { items: [{ state: 'failed', attempts: 1, due: null, body: { Type: 'TEST' } }] } },
    })
  })
})

/** Signs up, and opens the link in the mail that the server has sent. */
async function registerBySink(mailing: TestServer, address: string): Promise<Person> {
  const person = mailing.person()
  const password = 'correct horse'
  await person.signUp({ email: address, password })
  const { text } = await sink.mailTo(address)
  const { pathname, search } = new URL(/https?:\S+/.exec(text)?.[0] ?? '')
  await person.get(pathname + search)
  await person.post('/auth/v1/sign-in/email', { email: address, password })
  return person
}
