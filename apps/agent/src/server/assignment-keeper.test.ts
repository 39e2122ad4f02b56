import { accept, refuse, type Result } from '@farport/basics'
import { generatePrivateKey, publicKeyText, type Assignment } from '@farport/protocol'
import { parseId } from '@farport/vocabulary'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { AssignmentKeeper, type Standing } from './assignment-keeper.ts'
import type { ApiRefusal } from './server-api.ts'

const base: Assignment = {
  accountId: parseId('a', 'a-0000000000000001')!,
  deviceId: parseId('d', 'd-0000000000000001')!,
  deviceName: 'device',
  revision: 1,
  relays: [],
  ticketKeys: [publicKeyText(generatePrivateKey())],
  tunnelTicket: 'ticket',
  renewAt: 0,
  services: [],
}
const away = refuse<ApiRefusal>({ kind: 'unreachable', message: 'away' })
const deleted = refuse<ApiRefusal>({ kind: 'refused', code: 'not-enrolled', message: 'Deleted.' })

function world(answer: () => Result<Assignment, ApiRefusal>) {
  vi.useFakeTimers({ now: 0 })
  const seen = { asked: 0, kept: [] as number[], standings: [] as Standing['state'][] }
  const keeper = new AssignmentKeeper({
    initial: undefined,
    ask: async () => {
      seen.asked += 1
      return answer()
    },
    keep: async ({ revision }) => void seen.kept.push(revision),
    now: () => Date.now(),
    random: () => 0.5,
    log: pino({ level: 'silent' }),
    onAssignment: () => undefined,
    onStanding: ({ state }) => seen.standings.push(state),
  })
  return {
    keeper,
    seen,
    [Symbol.dispose]() {
      keeper[Symbol.dispose]()
      vi.useRealTimers()
    },
  }
}

test('it asks again before the assignment is due, and keeps what it got', async () => {
  using it = world(() => accept({ ...base, renewAt: Date.now() + 100_000 }))
  await it.keeper.refresh()
  expect(it.seen).toMatchObject({ asked: 1, kept: [1] })
  await vi.advanceTimersByTimeAsync(79_000)
  expect(it.seen.asked).toBe(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(it.seen.asked).toBe(2)
})

test('nudges that come together are one question, and one more for what came meanwhile', async () => {
  using it = world(() => accept({ ...base, renewAt: Date.now() + 100_000 }))
  it.keeper.nudged(1)
  it.keeper.nudged(2)
  it.keeper.nudged(3)
  await it.keeper.refresh()
  expect(it.seen.asked).toBe(2)
  it.keeper.nudged(1)
  expect(it.seen.asked).toBe(2)
})

test('a server that is away is asked again, ever more rarely, and what is known stays', async () => {
  let isAway = false
  using it = world(() => (isAway ? away : accept({ ...base, renewAt: Date.now() + 10_000 })))
  await it.keeper.refresh()
  isAway = true
  await vi.advanceTimersByTimeAsync(600_000)
  expect(it.keeper.current).toBeDefined()
  expect(it.seen.asked).toBeGreaterThan(8)
  expect(it.seen.asked).toBeLessThan(30)
  isAway = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(it.seen.kept.length).toBeGreaterThan(1)
})

test('a deleted device knows nothing any more, asks rarely, and comes back when it is restored', async () => {
  let isDeleted = true
  using it = world(() => (isDeleted ? deleted : accept({ ...base, renewAt: Date.now() + 10_000 })))
  await it.keeper.refresh()
  expect(it.keeper.current).toBeUndefined()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(it.seen.asked).toBeLessThanOrEqual(5)
  isDeleted = false
  await vi.advanceTimersByTimeAsync(1_800_000)
  expect(it.keeper.current).toBeDefined()
  expect(it.seen.standings).toEqual(['not-enrolled', 'enrolled'])
})

test('one that is closed while it keeps an answer leaves no timer', async () => {
  using it = world(() => accept({ ...base, renewAt: Date.now() + 100_000 }))
  const asked = it.keeper.refresh()
  // Two turns: it has the answer, and has begun to keep it.
  await Promise.resolve()
  await Promise.resolve()
  it.keeper[Symbol.dispose]()
  await asked
  expect(vi.getTimerCount()).toBe(0)
})

test('one that is closed asks no more', async () => {
  using it = world(() => away)
  await it.keeper.refresh()
  it.keeper[Symbol.dispose]()
  await it.keeper.refresh()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(it.seen.asked).toBe(1)
})
