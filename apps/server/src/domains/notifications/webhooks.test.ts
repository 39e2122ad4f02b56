import { startWebhookReceiver, type WebhookReceiver } from '@farport/testkit'
import type { RelayId } from '@farport/vocabulary'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deviceTarget, type Device } from '#domains/devices'
import { webhookSecretText } from '#platform/webhook-signature'
import { createTestDomains, type TestDomains } from '../../test-domains.ts'
import { bringToWebhook, deliveriesKeptMax, messagesPerRoundMax, takenMsMax } from './operations/bring-webhooks.ts'
import { tellPeople } from './operations/tell-people.ts'
import { tryWebhook } from './operations/try-webhook.ts'
import { createTestNotifications, type TestNotifications } from './test-notifications.ts'
import { deliveryAgeMsMax, deliveryAttemptsMax, failingMsMax, failuresMax, waitingMax } from './webhook.ts'
import { takeDueWebhook, webhookOf } from './webhook-store.ts'

type Person = Awaited<ReturnType<TestDomains['account']>>

let world: TestDomains
let notifications: TestNotifications
let receiver: WebhookReceiver
let owner: Person
let relay: RelayId
let device: Device
beforeAll(async () => {
  world = await createTestDomains()
  notifications = createTestNotifications(world, 2000)
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  notifications[Symbol.dispose]()
  await Promise.all([receiver[Symbol.asyncDispose](), world[Symbol.asyncDispose]()])
})
beforeEach(async () => {
  // What earlier tests have left waiting is not this one's.
  await world.database.queries.deleteFrom('webhooks').execute()
  receiver.received.length = 0
  receiver.answer(200)
  owner = await world.account()
  relay = (await world.relay()).id
  ;({ device } = await world.device(owner, { hostname: '実験室' }))
  await tellPeople(notifications.context)
  await notifications.want(owner, { webhook: { isOn: true, url: receiver.url } })
  await notifications.bring()
})

/** The device comes and goes so often, and everybody is told. */
async function flip(count: number): Promise<void> {
  const { accountId, id: deviceId } = device
  const events = Array.from({ length: count }, (_, index) => ({
    accountId,
    type: 'DEVICE_STATE' as const,
    state: index % 2 === 0 ? 'active' : 'inactive',
    deviceId,
    targets: [deviceTarget(device)],
  }))
  await world.database.transaction((tx) => world.devices.events.announce(tx, ...events))
  await tellPeople(notifications.context)
}

const pass = (ms: number) => {
  world.clock.nowMs += ms
}

describe('a webhook', () => {
  it('is told of a device, once, with a signature that an independent library finds good', async () => {
    await world.setPresence(relay, device, true)
    await tellPeople(notifications.context)
    await notifications.bring()
    pass(3_600_000)
    await notifications.bring()
    const [got, ...more] = receiver.received
    expect(more).toEqual([])
    const { queries } = world.database
    const kept = await webhookOf(queries, owner.userId)
    const secret = kept && notifications.context.seal.open(kept.sealedSecret, owner.userId)
    const library = new Webhook(secret === undefined ? '' : webhookSecretText(secret))
    expect(library.verify(got?.body ?? '', got?.headers as Record<string, string>)).toEqual({
      Address: device.id,
      Device: '実験室',
      Email: owner.email,
      Name: '実験室',
      State: 'active',
      Time: expect.any(String) as string,
      Type: 'DEVICE_STATE',
    })
    expect(await notifications.deliveriesOf(owner)).toMatchObject([
      { id: got?.headers['webhook-id'], state: 'delivered', attempts: 1, responseStatus: 200, error: undefined },
    ])
  })

  it('that fails is tried again, later and later, with the same id', async () => {
    receiver.answer(503)
    await flip(1)
    await notifications.bring()
    expect(await notifications.deliveriesOf(owner)).toMatchObject([
      {
        state: 'waiting',
        attempts: 1,
        responseStatus: 503,
        error: 'It answered with 503.',
        dueAt: expect.any(Date) as Date,
      },
    ])
    await notifications.bring()
    expect(receiver.received).toHaveLength(1)
    pass(60_000)
    await notifications.bring()
    receiver.answer(200)
    pass(120_000)
    await notifications.bring()
    expect(new Set(receiver.received.map((one) => one.headers['webhook-id'])).size).toBe(1)
    expect(await notifications.deliveriesOf(owner)).toMatchObject([
      { state: 'delivered', attempts: 3, error: undefined },
    ])
  })

  it('a message is given up after so many attempts, and says why', async () => {
    receiver.answer(500)
    await flip(1)
    for (let attempt = 0; attempt < deliveryAttemptsMax + 3; attempt += 1) {
      await notifications.bring()
      pass(2 * 3_600_000)
    }
    expect(receiver.received.length).toBe(deliveryAttemptsMax)
    expect(await notifications.deliveriesOf(owner)).toMatchObject([
      { state: 'failed', attempts: deliveryAttemptsMax, error: 'It answered with 500.', dueAt: undefined },
    ])
  })

  it('while it takes nothing, one message at a time is tried, and the others keep their attempts', async () => {
    receiver.answer(500)
    await flip(100)
    await notifications.bring()
    expect(receiver.received).toHaveLength(messagesPerRoundMax)
    pass(60_000)
    await notifications.bring()
    pass(60_000)
    await notifications.bring()
    expect(receiver.received).toHaveLength(messagesPerRoundMax + 2)
    receiver.answer(200)
    for (let round = 0; round < 10; round += 1) {
      pass(60_000)
      await notifications.bring()
    }
    const states = (await notifications.deliveriesOf(owner)).map((delivery) => delivery.state)
    expect(states.filter((state) => state === 'delivered')).toHaveLength(100)
  })

  it('that took nothing for three days is switched off, and its owner is told why', async () => {
    receiver.answer((response) => response.destroy())
    for (let attempt = 0; attempt <= failuresMax; attempt += 1) {
      await flip(1)
      await notifications.bring()
      pass(failingMsMax / failuresMax + 1000)
    }
    await flip(1)
    const count = receiver.received.length
    await notifications.bring()
    expect(receiver.received).toHaveLength(count)
    const because =
      'Nothing arrived for three days, so it was switched off. Last: The connection broke before it answered.'
    expect(await webhookOf(world.database.queries, owner.userId)).toMatchObject({
      isOn: false,
      url: receiver.url,
      switchedOffBecause: because,
    })
    const waiting = (await notifications.deliveriesOf(owner)).filter((delivery) => delivery.state === 'waiting')
    expect(waiting).toEqual([])
    const [mail] = await notifications.mailsTo(owner.email)
    expect(mail?.subject).toBe('Your webhook was switched off')
    expect(mail?.text).toContain(because)

    receiver.answer(200)
    await notifications.want(owner, { webhook: { isOn: true } })
    await flip(1)
    await notifications.bring()
    expect(await webhookOf(world.database.queries, owner.userId)).toMatchObject({
      isOn: true,
      switchedOffBecause: undefined,
    })
    expect(receiver.received).toHaveLength(count + 1)
  })

  it('what waits for a day is no news any more', async () => {
    receiver.answer(500)
    await flip(2 * messagesPerRoundMax)
    await notifications.bring()
    pass(deliveryAgeMsMax + 1000)
    receiver.answer(200)
    await notifications.bring()
    pass(60_000)
    await notifications.bring()
    const deliveries = await notifications.deliveriesOf(owner)
    expect(deliveries.filter((one) => one.state === 'waiting')).toEqual([])
    expect(deliveries.some((one) => one.error === 'It could not be brought within a day.')).toBe(true)
  })

  it('that is switched off forgets where it was, and what waited for it', async () => {
    await flip(3)
    await notifications.want(owner, { webhook: { isOn: false } })
    await notifications.bring()
    expect(receiver.received).toEqual([])
    expect(await webhookOf(world.database.queries, owner.userId)).toMatchObject({ isOn: false, url: undefined })
    expect((await notifications.deliveriesOf(owner)).map((one) => one.error)).toEqual(
      Array.from({ length: 3 }, () => 'The webhook was switched off.'),
    )
  })

  it('is not told of what its owner may not see', async () => {
    const stranger = await world.account()
    await notifications.want(stranger, { webhook: { isOn: true, url: receiver.url } })
    await flip(1)
    await notifications.bring()
    expect(receiver.received).toHaveLength(1)
  })
})

describe('several processes', () => {
  it('share the work: every message is brought once', async () => {
    const others = [createTestNotifications(world, 2000), createTestNotifications(world, 2000)]
    // The seal is of the installation.
    for (const other of others) Object.assign(other.context, { seal: notifications.context.seal })
    await flip(60)
    for (let round = 0; round < 4; round += 1) {
      await Promise.all([notifications, ...others].map((one) => one.bring()))
      pass(1000)
    }
    expect(receiver.received).toHaveLength(60)
    expect(new Set(receiver.received.map((one) => one.headers['webhook-id'])).size).toBe(60)
    for (const other of others) other[Symbol.dispose]()
  })

  it('one that dies at it leaves it to the others, after a while', async () => {
    await flip(1)
    const { context } = notifications
    const now = new Date(world.clock.nowMs)
    const taken = await takeDueWebhook(context.database.queries, now, new Date(world.clock.nowMs + takenMsMax))
    expect(taken?.userId).toBe(owner.userId)
    await notifications.bring()
    expect(receiver.received).toEqual([])
    pass(takenMsMax + 1000)
    await notifications.bring()
    expect(receiver.received).toHaveLength(1)
  })

  it('one that was slow does not undo what was set meanwhile', async () => {
    await flip(1)
    const { context } = notifications
    const takenUntil = new Date(world.clock.nowMs + takenMsMax)
    const webhook = await takeDueWebhook(context.database.queries, new Date(world.clock.nowMs), takenUntil)
    if (webhook === undefined) throw new Error('nothing was due')
    receiver.answer(500)
    await notifications.want(owner, { webhook: { isOn: false } })
    await bringToWebhook(context, { webhook, takenUntil })
    expect(await webhookOf(world.database.queries, owner.userId)).toMatchObject({ isOn: false, url: undefined })
    expect((await notifications.deliveriesOf(owner)).map((one) => one.state)).toEqual(['failed'])
  })
})

describe('a burst', () => {
  it('waits up to a limit, and what is dropped is said', { timeout: 120_000 }, async () => {
    await flip(waitingMax / 2)
    await flip(waitingMax / 2 + 250)
    const [newest] = await notifications.deliveriesOf(owner)
    expect(newest).toMatchObject({
      state: 'failed',
      attempts: 0,
      error: '250 messages were not sent: 10000 were waiting already.',
    })
    await notifications.bring()
    expect(receiver.received).toHaveLength(messagesPerRoundMax)
  })

  it('comes at a bounded rate, and its log is bounded', { timeout: 120_000 }, async () => {
    const count = deliveriesKeptMax + 100
    await flip(count)
    for (let round = 0; round < count / messagesPerRoundMax; round += 1) {
      await notifications.bring()
      expect(receiver.received.length).toBeLessThanOrEqual((round + 1) * messagesPerRoundMax)
      pass(1000)
    }
    expect(receiver.received).toHaveLength(count)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from webhook_deliveries where user_id = ${owner.userId}`.execute(
      world.database.queries,
    )
    expect(rows[0]?.count).toBeLessThanOrEqual(deliveriesKeptMax)
  })

  it('of one person with a slow receiver keeps nobody waiting', { timeout: 60_000 }, async () => {
    const slow = await startWebhookReceiver()
    slow.answer(() => undefined)
    await notifications.want(owner, { webhook: { isOn: true, url: slow.url } })
    const other = await world.account()
    const { device: theirs } = await world.device(other, { hostname: 'theirs' })
    await notifications.want(other, { webhook: { isOn: true, url: receiver.url } })
    await flip(10)
    await world.setPresence(relay, theirs, true)
    await tellPeople(notifications.context)
    const startedAt = performance.now()
    const work = notifications.bring()
    await expect.poll(() => receiver.received.length).toBe(1)
    expect(performance.now() - startedAt).toBeLessThan(1500)
    await work
    await slow[Symbol.asyncDispose]()
  })
})

describe('trying it', () => {
  it('sends a message at once and says how it went', async () => {
    expect(await tryWebhook(notifications.context, owner.userId)).toMatchObject({
      ok: true,
      value: { state: 'delivered', attempts: 1, responseStatus: 200, body: { Type: 'TEST', Email: owner.email } },
    })
    receiver.answer(404)
    expect(await tryWebhook(notifications.context, owner.userId)).toMatchObject({
      ok: true,
      value: { state: 'failed', error: 'It answered with 404.' },
    })
    expect(await notifications.deliveriesOf(owner)).toHaveLength(2)
  })

  it('is refused without a webhook, and when it is tried too often', async () => {
    const other = await world.account()
    expect(await tryWebhook(notifications.context, other.userId)).toMatchObject({ refusal: { code: 'INVALID' } })
    const outcomes = []
    for (let trial = 0; trial < 11; trial += 1) outcomes.push(await tryWebhook(notifications.context, owner.userId))
    expect(outcomes.at(-1)).toMatchObject({
      refusal: { code: 'THROTTLED', retryAfterSeconds: expect.any(Number) as number },
    })
  })
})
