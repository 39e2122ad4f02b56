import { accept } from '@farport/basics'
import { expect, test } from 'vitest'
import type { ServiceConnection } from './service-connection.ts'
import type { ServicePipe } from './service-pipe.ts'
import { ServicePool } from './service-pool.ts'

const connectionsMax = 300
const idleMs = 20_000

/** Over pipes that carry nothing. */
function createPool(): { pool: ServicePool; pipes: { isOver: boolean }[]; pass: (ms: number) => void } {
  const pipes: { isOver: boolean }[] = []
  let nowMs = 0
  const open = async () => {
    const pipe = { isOver: false }
    pipes.push(pipe)
    const carried: ServicePipe = {
      start: () => undefined,
      write: () => true,
      consumed: () => undefined,
      end: () => undefined,
      destroy: () => (pipe.isOver = true),
    }
    return accept(carried)
  }
  const pool = new ServicePool({ open, connectionsMax, idleMs, now: () => nowMs })
  return { pool, pipes, pass: (ms) => (nowMs += ms) }
}

async function openAll(pool: ServicePool): Promise<ServiceConnection[]> {
  const opened = await Promise.all(Array.from({ length: connectionsMax }, () => pool.open()))
  return opened.flatMap((each) => (each.ok ? [each.value] : []))
}

test('as many as were open at once wait for the next requests', async () => {
  const { pool, pipes } = createPool()
  for (const connection of await openAll(pool)) pool.giveBack(connection)
  const taken = Array.from({ length: connectionsMax }, () => pool.takeIdle())
  expect(new Set(taken).size).toBe(connectionsMax)
  expect(pool.takeIdle()).toBeUndefined()
  expect(pipes.some(({ isOver }) => isOver)).toBe(false)
})

test('one more than there may be is refused while all carry something, and takes the place of one that waits', async () => {
  const { pool, pipes } = createPool()
  const [first] = await openAll(pool)
  expect(await pool.open()).toEqual({ ok: false, refusal: 'busy' })
  if (first !== undefined) pool.giveBack(first)
  expect((await pool.open()).ok).toBe(true)
  expect(pipes.map(({ isOver }) => isOver).indexOf(true)).toBe(0)
  expect(pool.size).toBe(connectionsMax)
})

test('who waits for too long is closed', async () => {
  const { pool, pipes, pass } = createPool()
  const [early, late] = await openAll(pool)
  if (early !== undefined) pool.giveBack(early)
  pass(idleMs - 1)
  if (late !== undefined) pool.giveBack(late)
  pass(1)
  pool.closeIdle()
  expect(pipes.map(({ isOver }) => isOver).slice(0, 2)).toEqual([true, false])
})
