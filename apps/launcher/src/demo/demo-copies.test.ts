import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createTempDir, type TempDir } from '@farport/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDemoCopies, demoCopiesMax } from './demo-copies.ts'

let dir: TempDir
let running: string[]
beforeEach(async () => {
  dir = await createTempDir('demo-copies')
  running = []
})
afterEach(() => dir[Symbol.asyncDispose]())

const copies = () =>
  createDemoCopies({
    folder: dir.path,
    start(folder) {
      const name = basename(folder)
      running.push(name)
      return { stop: async () => void (running = running.filter((one) => one !== name)) }
    },
  })

async function keep(name: string, state: string): Promise<void> {
  await mkdir(join(dir.path, name))
  await writeFile(join(dir.path, name, 'status.json'), JSON.stringify({ state, since: 0 }))
}

describe('copies of the demo device', () => {
  it('run again after a restart, but for those that were deleted', async () => {
    await keep('kept', 'online')
    await keep('deleted', 'not-enrolled')
    await mkdir(join(dir.path, 'unclaimed'))
    await copies().startKept()
    expect(running.toSorted()).toEqual(['kept', 'unclaimed'])
    expect((await readdir(dir.path)).toSorted()).toEqual(['kept', 'unclaimed'])
  })

  it('are so many, also when many want one at once', async () => {
    const all = copies()
    await all.startKept()
    await Promise.all(Array.from({ length: demoCopiesMax + 3 }, () => all.startAnother()))
    expect(running).toHaveLength(demoCopiesMax)
  })

  it('make room when they are deleted', async () => {
    const all = copies()
    for (let count = 0; count < demoCopiesMax; count += 1) await all.startAnother()
    const [gone = ''] = running
    await writeFile(join(dir.path, gone, 'status.json'), '{"state":"not-enrolled","since":0}')
    await all.startAnother()
    expect(running).toHaveLength(demoCopiesMax)
    expect(running).not.toContain(gone)
  })
})
