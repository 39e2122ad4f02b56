// One set-up at a time in a clone: the second waits, and then finds the work done.

import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stampFolder } from './places.mjs'

const lockFile = join(stampFolder, 'lock')
const heartbeatMs = 1000
/** A lock that was not touched for so long belongs to a process that died. */
const silenceMsMax = 15_000

/** @param {() => Promise<void>} work */
export async function withLock(work) {
  await takeLock()
  const heartbeat = setInterval(() => utimesSync(lockFile, new Date(), new Date()), heartbeatMs)
  try {
    await work()
  } finally {
    clearInterval(heartbeat)
    rmSync(lockFile, { force: true })
  }
}

async function takeLock() {
  mkdirSync(stampFolder, { recursive: true })
  for (let tries = 0; !tryToCreate(); tries += 1) {
    if (tries === 0) console.error('setup: waiting for another set-up of this clone to finish')
    if (isAbandoned()) rmSync(lockFile, { force: true })
    else await sleep(200)
  }
}

function tryToCreate() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    return true
  } catch (fault) {
    if (fault.code === 'EEXIST') return false
    throw fault
  }
}

function isAbandoned() {
  try {
    const isSilent = Date.now() - statSync(lockFile).mtimeMs > silenceMsMax
    return isSilent || !isAlive(Number(readFileSync(lockFile, 'utf8')))
  } catch (fault) {
    if (fault.code === 'ENOENT') return false
    throw fault
  }
}

/** A lock without a number was created this moment: its owner is about to write it. */
function isAlive(pid) {
  if (!(pid > 0)) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (fault) {
    return fault.code === 'EPERM'
  }
}
