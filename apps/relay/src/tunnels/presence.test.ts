import type { AgentPresence } from '@farport/protocol'
import { parseId, type DeviceId } from '@farport/vocabulary'
import { expect, test, vi } from 'vitest'
import { Presence } from './presence.ts'

const accountId = parseId('a', 'a-0000000000000001')!
const device = (number: number) => parseId('d', `d-${String(number).padStart(16, '0')}`)!

function world(isListening = true) {
  vi.useFakeTimers({ now: 1000 })
  const batches: AgentPresence[][] = []
  const gone: DeviceId[] = []
  const presence = new Presence({
    offlineGraceMs: 3000,
    batchMs: 150,
    batchLengthMax: 2,
    now: () => Date.now(),
    deliver: (batch) => batches.push(batch),
    onOffline: (id) => gone.push(id),
  })
  if (isListening) presence.snapshot()
  const enter = (number: number, externalAddress = '192.0.2.1') =>
    presence.entered({ accountId, deviceId: device(number), isOnline: true, at: Date.now(), externalAddress })
  return {
    presence,
    batches,
    gone,
    enter,
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

test('an agent that comes back within the grace never left', () => {
  using it = world()
  it.enter(1)
  it.presence.left(device(1))
  vi.advanceTimersByTime(2900)
  it.enter(1)
  vi.advanceTimersByTime(10_000)
  expect(it.told()).toEqual(['1 on'])
  expect(it.gone).toEqual([])
})

test('one that does not is told offline, within the grace and one batch', () => {
  using it = world()
  it.enter(1)
  vi.advanceTimersByTime(1000)
  it.presence.left(device(1))
  vi.advanceTimersByTime(3150)
  expect(it.told()).toEqual(['1 on', '1 off'])
  expect(it.batches.flat()[1]?.at).toBe(5000)
  expect(it.gone).toEqual([device(1)])
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
