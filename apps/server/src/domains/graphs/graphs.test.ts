import type { TimeSeriesResolution, TimeSeriesType } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Actor, Scope } from '../../access/index.ts'
import { connect, takeProxyClosed, takeProxyOpened } from '#domains/connections'
import { ensureActivityPartitions, recordActivity, type ActivitySubject } from '#domains/devices'
import { createTestDomains, type TestDomains } from '../../test-domains.ts'
import { readAccountTimeSeries } from './operations/read-account-time-series.ts'
import { createActivityLoader, readTimeSeries, type Span } from './operations/read-time-series.ts'
import { lengthUsual, periodsUntil } from './periods.ts'
import { timeZone } from './time-zone.ts'

let world: TestDomains
beforeAll(async () => {
  world = await createTestDomains()
  await ensureActivityPartitions(world.database, world.clock)
})
afterAll(() => world[Symbol.asyncDispose]())

const createdAt = new Date(0)

function spanOf(resolution: TimeSeriesResolution, length = lengthUsual[resolution]): Span {
  const nowMs = world.clock.nowMs
  return { ...periodsUntil(nowMs, { resolution, length, zone: timeZone('UTC') }), nowMs }
}

async function dataOf(subject: ActivitySubject, type: TimeSeriesType, resolution: TimeSeriesResolution) {
  const span = spanOf(resolution)
  const loader = createActivityLoader(world.database.queries, span)
  const request = { type, resolution, length: span.startsMs.length }
  const series = await readTimeSeries(loader, { subject, createdAt }, request)
  if (!series.ok) throw new Error(series.refusal.message)
  return series.value.data
}

describe('a graph', () => {
  it('shows what relays tell of a device', async () => {
    const owner = world.person()
    const relay = await world.relay()
    const { device } = await world.device(owner)
    const subject = { accountId: owner.userId, id: device.id, track: 'online' as const }
    const waits = [10, 20, 30, 40].map((seconds) => seconds * 1000)
    for (const [step, waitMs] of waits.entries()) {
      await world.setPresence(relay.id, device, step % 2 === 0)
      world.clock.nowMs += waitMs
    }
    const sum = async (type: TimeSeriesType) =>
      (await dataOf(subject, type, 'DAY')).reduce((whole, value) => whole + value, 0)
    expect(await sum('ONLINE')).toBe(2)
    expect(await sum('OFFLINE')).toBe(2)
    expect(await sum('ONLINE_DURATION')).toBe(40)
  })

  it('shows the sessions of a service, and of its device', async () => {
    const owner = world.person()
    const relay = await world.relay()
    const { device, service } = await world.device(owner, { online: relay.id })
    const connecting = connect(world.connections, owner, { serviceId: service.id, hostIP: '0.0.0.0' })
    const connectionId = await vi.waitFor(() => {
      const order = relay.orders.find((one) => one.type === 'open-proxy')
      if (order === undefined) throw new Error('no order came')
      return order.connectionId
    })
    await takeProxyOpened(world.connections, relay.id, { connectionId, host: 'relay.example', port: 20_001 })
    await connecting
    world.clock.nowMs += 90_000
    const usage = { txBytes: 1, rxBytes: 2 }
    await takeProxyClosed(world.connections, relay.id, { connectionId, end: 'idle', usage })
    for (const subject of [
      { accountId: owner.userId, id: device.id, track: 'device-connected' as const },
      { accountId: owner.userId, id: service.id, track: 'service-connected' as const },
    ]) {
      const sum = async (type: TimeSeriesType) =>
        (await dataOf(subject, type, 'DAY')).reduce((whole, value) => whole + value, 0)
      expect(await Promise.all((['CONNECT', 'DISCONNECT', 'CONNECT_DURATION'] as const).map(sum))).toEqual([1, 1, 90])
    }
  })

  it('of fifty devices and their services takes one query', async () => {
    let queries = 0
    const counted = world.database.queries.withPlugin({
      transformQuery({ node }) {
        queries += 1
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    const loader = createActivityLoader(counted, spanOf('DAY'))
    const [accountId, ids] = [world.devices.ids('a'), world.devices.ids]
    const subjects = Array.from({ length: 50 }, (): ActivitySubject[] => [
      { accountId, id: ids('d'), track: 'online' },
      { accountId, id: ids('s'), track: 'service-connected' },
    ]).flat()
    const answers = await Promise.all(subjects.map((subject) => loader.load(subject)))
    expect(answers).toEqual(subjects.map(() => ({ ok: true, value: undefined })))
    expect(queries).toBe(1)
  })

  it('is refused with too many others', async () => {
    const loader = createActivityLoader(world.database.queries, spanOf('HOUR', 744))
    const accountId = world.devices.ids('a')
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => loader.load({ accountId, id: world.devices.ids('d'), track: 'online' })),
    )
    expect(answers[0]).toMatchObject({ ok: false, refusal: { code: 'LIMIT_EXCEEDED' } })
  })
})

describe('the graph of an account', () => {
  const request = { type: 'ONLINE', resolution: 'DAY', length: 7 } as const
  const ask = (actor: Actor, accountId: AccountId, resolution: TimeSeriesResolution = 'DAY') =>
    readAccountTimeSeries(world.database.queries, actor, accountId, {
      request: { ...request, resolution },
      span: spanOf(resolution),
    })

  it('is for those who see all of its devices', async () => {
    const [owner, member, guest] = [world.person(), world.person(), world.person()]
    const grant = (scope: Scope) => ({
      ...member,
      grants: [{ accountId: owner.userId, permissions: ['VIEW' as const], scope, isLicensed: true }],
    })
    expect(await ask(owner, owner.userId)).toMatchObject({ ok: true })
    expect(await ask(grant({ over: 'account' }), owner.userId)).toMatchObject({ ok: true })
    expect(await ask(grant({ over: 'tags', operator: 'ANY', tagIds: [] }), owner.userId)).toMatchObject({
      refusal: { code: 'FORBIDDEN' },
    })
    expect(await ask(guest, owner.userId)).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
  })

  it('knows what changes just now, at the beginning of an hour, too', async () => {
    world.clock.nowMs = Date.parse('2026-11-20T15:00:00Z')
    const owner = world.person()
    const subject = { accountId: owner.userId, id: world.devices.ids('d'), track: 'online' as const }
    const tell = (deed: 'begins' | 'ends', at: Date) =>
      world.database.transaction((tx) => recordActivity(tx, [{ ...subject, deed, at }]))
    await tell('begins', new Date(world.clock.nowMs - 90 * 60_000))
    await tell('ends', new Date(world.clock.nowMs))
    const series = await readAccountTimeSeries(world.database.queries, owner, owner.userId, {
      request: { type: 'ONLINE_DURATION', resolution: 'HOUR', length: 24 },
      span: spanOf('HOUR'),
    })
    expect(series).toMatchObject({ ok: true })
    const [before, last, present] = (series.ok ? series.value.data : []).slice(-3)
    expect([before, last, present]).toEqual([1800, 3600, 0])
    expect((await dataOf(subject, 'ONLINE_DURATION', 'HOUR')).slice(-3)).toEqual([1800, 3600, 0])
    expect((await dataOf(subject, 'OFFLINE', 'HOUR')).at(-1)).toBe(1)
  })

  it.each(['SECOND', 'MINUTE'] as const)('is not drawn by the %s', async (resolution) => {
    const owner = world.person()
    expect(await ask(owner, owner.userId, resolution)).toMatchObject({ refusal: { code: 'INVALID' } })
  })
})
