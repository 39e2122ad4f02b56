// One Farport per data directory. The kernel holds the lock (through SQLite's file locking) for as long as the process
// lives, so a dead process never leaves a stale one; a note beside it says who has it.

import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { accept, refuse, type Result } from '@farport/basics'

const sqliteBusy = 5

/** Refuses with a sentence while another living process holds it. */
export async function takeLock(dataDir: string): Promise<Result<AsyncDisposable, string>> {
  const holderNote = join(dataDir, 'lock-holder')
  const file = new DatabaseSync(join(dataDir, 'lock'))
  try {
    file.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if (isBusy(error)) return refuse(alreadyRunning(dataDir, await readFile(holderNote, 'utf8').catch(() => '')))
    throw error
  }
  await writeFile(holderNote, String(process.pid))
  return accept({
    async [Symbol.asyncDispose]() {
      await rm(holderNote, { force: true })
      file.close()
    },
  })
}

function alreadyRunning(dataDir: string, holder: string): string {
  const who = /^\d+$/.test(holder) ? ` (process ${holder})` : ''
  return `Farport is already running on ${dataDir}${who}. Stop it first, or start this one with another --data-dir and --port.`
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}
