// Copies of the demo device, for people who claim one: agents with a folder each, that lead to the same demo services.

import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PassingProgram } from '../started-programs.ts'

/** Each is a program that stays. */
export const demoCopiesMax = 10

export interface DemoCopies {
  /** Those that are kept from earlier. */
  startKept(): Promise<void>
  /** One more, which waits to be claimed. Does nothing when there are as many as may be. */
  startAnother(): Promise<void>
}

export function createDemoCopies(means: {
  /** Where they have their folders. */
  folder: string
  start: (folder: string) => PassingProgram
}): DemoCopies {
  const running = new Map<string, PassingProgram>()
  let turn = Promise.resolve()

  /** One wish after the other: two at a time might count the same folders. */
  function inTurn(deed: () => Promise<void>): Promise<void> {
    turn = turn.then(deed, deed)
    return turn
  }

  function start(name: string): void {
    if (!running.has(name)) running.set(name, means.start(join(means.folder, name)))
  }

  /** The names of those that are anybody's; what is left of the others goes. */
  async function clearOut(): Promise<string[]> {
    const names = await readdir(means.folder).catch(() => [])
    const kept: string[] = []
    for (const name of names) {
      const folder = join(means.folder, name)
      if (!(await wasRemoved(folder))) {
        kept.push(name)
        continue
      }
      await running.get(name)?.stop()
      running.delete(name)
      await rm(folder, { recursive: true, force: true })
    }
    return kept
  }

  return {
    startKept: () =>
      inTurn(async () => {
        for (const name of await clearOut()) start(name)
      }),
    startAnother: () =>
      inTurn(async () => {
        const kept = await clearOut()
        if (kept.length >= demoCopiesMax) return
        const name = randomBytes(6).toString('hex')
        await mkdir(join(means.folder, name), { recursive: true, mode: 0o700 })
        start(name)
      }),
  }
}

/** Its device was deleted, as its agent says of itself. */
async function wasRemoved(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'status.json'), 'utf8').catch(() => '')
  return /"state":\s*"not-enrolled"/.test(text)
}
