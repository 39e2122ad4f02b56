// One agent per state directory: two with one key would look like a cloned disk.

import { readFileSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { accept, refuse, type Result } from '@farport/basics'
import { z } from 'zod'
import { writeWhole } from '@farport/program'

const lockFile = z.object({ pid: z.int().min(1), mark: z.string() })

/** Refused with the process that holds it. Disposing of it sets it free. */
export async function takeRunLock(directory: string): Promise<Result<AsyncDisposable, { pid: number }>> {
  const holder = await runningAgent(directory)
  if (holder !== undefined && holder !== process.pid) return refuse({ pid: holder })
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, 'running.json')
  await writeWhole(path, JSON.stringify({ pid: process.pid, mark: processMark(process.pid) ?? '' }))
  return accept({ [Symbol.asyncDispose]: () => rm(path, { force: true }) })
}

/** The agent that runs with this state, if it lives. */
export async function runningAgent(directory: string): Promise<number | undefined> {
  try {
    const { pid, mark } = lockFile.parse(JSON.parse(await readFile(join(directory, 'running.json'), 'utf8')))
    return processMark(pid) === mark ? pid : undefined
  } catch {
    return undefined // no lock, or a torn one: nobody holds it
  }
}

/**
 * What tells a process from a later one with the same number: the boot of the machine and when it was started in it.
 * Where there is no /proc, being alive has to do.
 */
function processMark(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return `${boot}/${fields[19]}`
  } catch {
    return isAlive(pid) ? 'alive' : undefined
  }
}

function isAlive(pid: number): boolean {
  if (process.platform === 'linux') return false
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
