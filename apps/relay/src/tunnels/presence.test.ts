import type { AgentPresence } from '@farport/protocol'
import { parseId, type DeviceId } from '@farport/vocabulary'
import { expect, test, vi } from 'vitest'
import { Presence } from './presence.ts'

const accountId = parseId('a', 'a-0000000000000001')!
const device = (number: number) => parseId('d', `d-${String(number).padStart(16, '0')}`)!

const limits = {
  offlineGraceMs: 3000,
  presenceBatchMs: 150,
  dropsFree: 1,
  dropMemoryMs: 60_000,
  restlessMs: 20_000,
  dropsMax: 100,
}

function world(isListening = true) {
  vi.useFakeTimers({ now: 1000 })
  const batches: AgentPresence[][] = []
  const gone: DeviceId[] = []
  const presence = new Presence({
    limits,
    batchLengthMax: 2,
    now: () => Date.now(),
    serverNow: () => Date.now(),
    deliver: (batch) => batches.push(batch),
    onOffline: (id) => gone.push(id),
  })
  if (isListening) presence.snapshot()
  const arrival = (number: number, externalAddress = '192.0.2.1') => ({
    accountId,
    deviceId: device(number),
    enteredAt: Date.now(),
    externalAddress,
  })
  return {
    presence,
    batches,
    gone,
    arrival,
    /** Its tunnel comes, and streams to it open. */
    enter(number: number, externalAddress?: string) {
      presence.entered(device(number))
      presence.usable(arrival(number, externalAddress))
    },
    told: () => batches.flat().map((agent) => `${Number(agent.deviceId.slice(2))} ${agent.isOnline ? 'on' : 'off'}`),
    [Symbol.dispose]() {
      presence[Symbol.dispose]()
      vi.useRealTimers()
    },
  }
}

test('changes travel together, and no batch is longer than allowed', () => {
  using it = world()
  for (const number of [1, 2, 3]) it.enter(number)
  expect(it.batches).toEqual([])
  vi.advanceTimersByTime(150)
  expect(it.batches.map((batch) => batch.length)).toEqual([2, 1])
})

test('an agent that comes back within the grace never left, but has a new tunnel', () => {
  using it = world()
  it.enter(1)
  it.presence.left(device(1))
  vi.advanceTimersByTime(2900)
  it.enter(1)
  vi.advanceTimersByTime(10_000)
  expect(it.told()).toEqual(['1 on', '1 on'])
  expect(it.batches.flat().map((agent) => agent.enteredAt)).toEqual([1000, 3900])
  expect(it.gone).toEqual([])
})

test('one whose streams are tried for longer than the grace stays online until it is known', () => {
  using it = world()
  it.enter(1)
  it.presence.left(device(1))
  it.presence.entered(device(1))
  vi.advanceTimersByTime(10_000)
  expect(it.told()).toEqual(['1 on'])
  it.presence.unusable(it.arrival(1))
  vi.advanceTimersByTime(150)
  expect(it.told()).toEqual(['1 on', '1 off'])
})

test('one that does not come back is told offline, within the grace and one batch', () => {
  using it = world()
  it.enter(1)
  vi.advanceTimersByTime(1000)
  it.presence.left(device(1))
  vi.advanceTimersByTime(3150)
  expect(it.told()).toEqual(['1 on', '1 off'])
  expect(it.batches.flat()[1]).toMatchObject({ enteredAt: 1000, at: 5000 })
  expect(it.gone).toEqual([device(1)])
})

test('a tunnel through which no stream opens is offline, until one does', () => {
  using it = world()
  it.presence.entered(device(1))
  it.presence.unusable(it.arrival(1))
  vi.advanceTimersByTime(1000)
  expect(it.presence.snapshot()).toEqual([])
  it.presence.usable(it.arrival(1))
  vi.advanceTimersByTime(1000)
  expect(it.told()).toEqual(['1 off', '1 on'])
})

test('one that keeps leaving is told twice, and then only when it has stayed', () => {
  using it = world()
  for (let turn = 0; turn < 10; turn += 1) {
    it.enter(1)
    vi.advanceTimersByTime(1000)
    it.presence.left(device(1))
    vi.advanceTimersByTime(4000)
  }
  expect(it.told()).toEqual(['1 on', '1 off', '1 on', '1 off'])
  it.enter(1)
  expect(it.presence.snapshot()).toEqual([])
  vi.advanceTimersByTime(20_150)
  expect(it.told().at(-1)).toBe('1 on')
  expect(it.told()).toHaveLength(5)
})

test('one that left long ago comes back at once', () => {
  using it = world()
  for (let turn = 0; turn < 5; turn += 1) {
    it.enter(1)
    vi.advanceTimersByTime(200)
    expect(it.told().at(-1)).toBe('1 on')
    it.presence.left(device(1))
    vi.advanceTimersByTime(70_000)
  }
})

test('coming back from another address is told', () => {
  using it = world()
  it.enter(1)
  vi.advanceTimersByTime(1000)
  it.enter(1, '192.0.2.2')
  vi.advanceTimersByTime(1000)
  expect(it.batches.flat().map((agent) => agent.externalAddress)).toEqual(['192.0.2.1', '192.0.2.2'])
})

test('while the server is away nothing is sent, and the snapshot has it all', () => {
  using it = world(false)
  it.enter(1)
  it.enter(2)
  it.presence.left(device(2))
  vi.advanceTimersByTime(10_000)
  expect(it.batches).toEqual([])
  expect(it.presence.snapshot().map((agent) => agent.deviceId)).toEqual([device(1)])
})

test('an agent in its grace is part of the snapshot', () => {
  using it = world(false)
  it.enter(1)
  it.presence.left(device(1))
  expect(it.presence.snapshot()).toHaveLength(1)
})

test('moments from before the server had said what time it is are put right', () => {
  using it = world(false)
  it.enter(1)
  it.presence.shift(50_000)
  expect(it.presence.snapshot()).toMatchObject([{ enteredAt: 51_000, at: 51_000 }])
})
