// One process at a time: whoever makes the file has the lock. One that was left by a process that died is taken over.

import { open, rm, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { CommandRefusal } from '../refusal.ts'

const lookMs = 50
/** Longer than the exchange of a token may take. */
const staleMs = 40_000
const waitMsMax = 60_000

export async function withFileLock<Answer>(path: string, work: () => Promise<Answer>): Promise<Answer> {
  const startedMs = performance.now()
  while (!(await take(path))) {
    if (performance.now() - startedMs > waitMsMax) {
      throw new CommandRefusal(`Another farport holds ${path}. If there is none, remove the file.`)
    }
    await removeStale(path)
    await pause(lookMs)
  }
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw new CommandRefusal(`${path} cannot be made. Is the folder yours, and the disk not full?`, 1, { cause: error })
  }
}

async function removeStale(path: string): Promise<void> {
  const made = await stat(path).catch(() => undefined) // gone meanwhile: the next attempt has it
  if (made !== undefined && Date.now() - made.mtimeMs > staleMs) await rm(path, { force: true })
}
