import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeLock } from './lock.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'farport-lock-'))
})
afterEach(() => rm(dir, { recursive: true }))

/** Another process that takes the lock, says so, and keeps it. */
async function startHolder() {
  const program = `
    const { takeLock } = await import(${JSON.stringify(import.meta.resolve('./lock.ts'))})
    await takeLock(${JSON.stringify(dir)})
    process.send('taken')
    setInterval(() => {}, 1000)`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(holder, 'message')
  return holder
}

describe('the lock', () => {
  it('is refused while another process holds it, and free once that one was killed', async () => {
    const holder = await startHolder()
    expect(await takeLock(dir)).toEqual({
      ok: false,
      refusal: expect.stringContaining(`already running on ${dir} (process ${holder.pid})`) as string,
    })
    const ended = once(holder, 'exit')
    holder.kill('SIGKILL')
    await ended
    const lock = await takeLock(dir)
    if (!lock.ok) throw new Error(lock.refusal)
    await lock.value[Symbol.asyncDispose]()
  })

  it('is free again once it was given back', async () => {
    const first = await takeLock(dir)
    if (!first.ok) throw new Error(first.refusal)
    expect((await takeLock(dir)).ok).toBe(false)
    await first.value[Symbol.asyncDispose]()
    const second = await takeLock(dir)
    if (!second.ok) throw new Error(second.refusal)
    await second.value[Symbol.asyncDispose]()
  })
})
