import { systemClock } from '@farport/basics'
import { eventually } from '@farport/testkit'
import { afterAll, expect, it } from 'vitest'
import { createLocalBus } from '#platform/bus'
import { createEvents } from '#platform/events'
import { createIds } from '#platform/ids'
import { silentLog } from '#platform/log'
import { createTestDatabase } from '#platform/test-database'
import { actorOf, createAccessChanges } from '../access/index.ts'
import type { Viewer } from './context.ts'
import type { GraphqlEngine } from './engine.ts'
import { createEventGroups } from './event-groups.ts'

const database = await createTestDatabase()
afterAll(() => database[Symbol.asyncDispose]())

const ids = createIds(systemClock)
const bus = createLocalBus(silentLog)
const events = createEvents({ bus, clock: systemClock, ids })
const accessChanges = createAccessChanges({ bus, database, log: silentLog })
const { queries } = database
const loadActor = async ({ accountId, isOperator }: Viewer) => actorOf({ userId: accountId, isOperator })
const asksAlike = () => true
const createAccountLoader = () => ({ load: async () => undefined })

/** Counts what it runs, and answers with the event's state. */
function countingEngine(delay: () => Promise<void> = async () => undefined): GraphqlEngine & { runs(): number } {
  let runs = 0
  return {
    runs: () => runs,
    check: () => [],
    async run(_question, context) {
      runs += 1
      await delay()
      return { data: context.event?.state }
    },
  }
}

const viewerOf = (language = 'en'): Viewer => ({
  accountId: ids('a'),
  credential: { kind: 'session', id: 's', expiresAt: new Date(), provenAt: new Date() },
  email: '',
  language,
  isOperator: false,
})

const listener = (deliver: (frame: Uint8Array) => void, wantsBatches = false) => ({
  wantsBatches,
  deliver,
  overrun: () => undefined,
})

/** What the counting engine answered with, one by one or in a batch. */
function statesIn(frame: Uint8Array): unknown[] {
  const read = JSON.parse(Buffer.from(frame).toString()) as { data?: unknown; events?: { data: unknown }[] } // as it is written
  return (read.events ?? [read]).map(({ data }) => data)
}

const announce = (accountId: Viewer['accountId'], ...states: string[]) =>
  database.transaction((tx) =>
    events.announce(tx, ...states.map((state) => ({ accountId, type: 'AUTH_LOGIN' as const, state }))),
  )

it('a thousand equal subscribers cost one execution a fact', async () => {
  const engine = countingEngine()
  const groups = createEventGroups({
    engine,
    events,
    queries,
    accessChanges,
    loadActor,
    createAccountLoader,
    asksAlike,
  })
  const viewer = viewerOf()
  let delivered = 0
  const subscriber = { wantsBatches: false, deliver: () => (delivered += 1), overrun: () => undefined }
  const members = Array.from({ length: 1000 }, () => groups.join(viewer, '{ event { id } }', { ...subscriber }))
  await announce(viewer.accountId, 'one', 'two')
  await eventually(() => delivered === 2000)
  expect(engine.runs()).toBe(2)
  for (const member of members) member[Symbol.dispose]()
  await announce(viewer.accountId, 'nobody hears it')
  expect(engine.runs()).toBe(2)
})

it('other queries, other accounts and other languages are groups of their own', async () => {
  const engine = countingEngine()
  const groups = createEventGroups({
    engine,
    events,
    queries,
    accessChanges,
    loadActor,
    createAccountLoader,
    asksAlike,
  })
  const viewer = viewerOf()
  const heard: unknown[] = []
  const subscriber = () => listener((frame) => heard.push(frame))
  groups.join(viewer, '{ event { id } }', subscriber())
  groups.join(viewer, '{ event { type } }', subscriber())
  groups.join({ ...viewer, language: 'ja' }, '{ event { id } }', subscriber())
  groups.join(viewerOf(), '{ event { id } }', subscriber())
  await announce(viewer.accountId, 'one')
  await eventually(() => heard.length === 3)
  expect(engine.runs()).toBe(3)
})

it('facts come in their order, however long the first takes', async () => {
  let first: (() => void) | undefined
  const engine = countingEngine(() =>
    engine.runs() === 1 ? new Promise((resolve) => (first = resolve)) : Promise.resolve(),
  )
  const groups = createEventGroups({
    engine,
    events,
    queries,
    accessChanges,
    loadActor,
    createAccountLoader,
    asksAlike,
  })
  const viewer = viewerOf()
  const heard: unknown[] = []
  groups.join(
    viewer,
    'q',
    listener((frame) => heard.push(statesIn(frame)[0])),
  )
  await announce(viewer.accountId, 'one', 'two', 'three')
  await eventually(() => first !== undefined)
  expect(heard).toEqual([])
  first?.()
  await eventually(() => heard.length === 3)
  expect(heard).toEqual(['one', 'two', 'three'])
})

it('a group that falls too far behind says so, and holds no more than its bound', async () => {
  const engine = countingEngine(() => new Promise(() => undefined))
  const groups = createEventGroups({
    engine,
    events,
    queries,
    accessChanges,
    loadActor,
    createAccountLoader,
    asksAlike,
  })
  const viewer = viewerOf()
  let overruns = 0
  groups.join(viewer, 'q', { wantsBatches: false, deliver: () => undefined, overrun: () => (overruns += 1) })
  await announce(viewer.accountId, ...Array.from({ length: 20_200 }, (_, index) => String(index)))
  expect(overruns).toBe(1)
})

it('those who take batches get the same bytes, in order, and none twice', async () => {
  const groups = createEventGroups({
    engine: countingEngine(),
    events,
    queries,
    accessChanges,
    loadActor,
    createAccountLoader,
    asksAlike,
  })
  const viewer = viewerOf()
  const heard: Uint8Array[][] = [[], []]
  for (const frames of heard)
    groups.join(
      viewer,
      'q',
      listener((frame) => frames.push(frame), true),
    )
  const states = Array.from({ length: 1200 }, (_, index) => String(index))
  await announce(viewer.accountId, ...states)
  await eventually(() => heard[0]?.flatMap(statesIn).length === states.length)
  expect(heard[0]?.flatMap(statesIn)).toEqual(states)
  expect(heard[0]?.length).toBeLessThan(6)
  expect(heard[1]?.every((frame, index) => frame === heard[0]?.[index])).toBe(true)
})

it('those who see the same are told what was executed once, and each what concerns them alone', async () => {
  const engine = countingEngine()
  const owner = viewerOf()
  const member = viewerOf()
  const grant = { permissions: ['VIEW'], scope: { over: 'account' }, isLicensed: false } as const
  const loadMember = async ({ accountId: userId }: Viewer) =>
    actorOf({ userId, isOperator: false }, userId === owner.accountId ? [] : [{ ...grant, accountId: owner.accountId }])
  const groups = createEventGroups({
    engine,
    events,
    queries,
    accessChanges,
    loadActor: loadMember,
    createAccountLoader,
    asksAlike: (query) => query === 'alike',
  })
  const heard: unknown[][] = []
  for (const query of ['alike', 'own']) {
    for (const viewer of [owner, member]) {
      const states: unknown[] = []
      heard.push(states)
      groups.join(
        viewer,
        query,
        listener((frame) => states.push(...statesIn(frame))),
      )
    }
  }
  const tell = (state: string) =>
    database.transaction((tx) =>
      events.announce(tx, { accountId: owner.accountId, type: 'DEVICE_STATE', state, deviceId: ids('d') }),
    )
  const allHeard = (state: string) => heard.every((states) => states.at(-1) === state)
  await eventually(async () => {
    await tell('warm-up')
    return allHeard('warm-up')
  })
  await tell('before')
  await eventually(() => allHeard('before'))
  const runsBefore = engine.runs()
  await tell('after')
  await eventually(() => allHeard('after'))
  expect(engine.runs() - runsBefore).toBe(3)
})

it('access that changes while it is being loaded is loaded again', async () => {
  const heard: unknown[] = []
  const engine: GraphqlEngine = {
    check: () => [],
    run: async (_question, context) => ({ data: context.actor?.isOperator }),
  }
  const viewer = viewerOf()
  let loads = 0
  let first: (() => void) | undefined
  const loadSlowly = async ({ accountId: userId }: Viewer) => {
    loads += 1
    if (loads > 1) return actorOf({ userId, isOperator: false })
    await new Promise<void>((resolve) => (first = resolve))
    return actorOf({ userId, isOperator: true })
  }
  const groups = createEventGroups({
    engine,
    events,
    queries,
    accessChanges,
    loadActor: loadSlowly,
    createAccountLoader,
    asksAlike,
  })
  groups.join(
    viewer,
    'q',
    listener((frame) => heard.push(...statesIn(frame))),
  )
  await eventually(() => first !== undefined)
  const change = { accountId: ids('a'), userIds: [viewer.accountId] }
  await database.transaction((tx) => accessChanges.announce(tx, change))
  first?.()
  await announce(viewer.accountId, 'one')
  await eventually(() => heard.length === 1)
  expect(heard).toEqual([false])
})
