// A program's log on the disk: appended, and rotated by size, so that it never fills the disk.

import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'

export interface LogFile extends Disposable {
  readonly path: string
  /** Never throws: a log that cannot be written is no reason to stop what it tells of. False when it was lost. */
  write(bytes: Uint8Array): boolean
}

export interface LogFileLimits {
  bytesMax: number
  /** How many full files are kept beside the one being written: `server.log.1` is the newest. */
  keptMax: number
}

export const logFileLimits: LogFileLimits = { bytesMax: 8 * 1024 * 1024, keptMax: 3 }

/** Written synchronously: what a program said just before it died must not be lost with us. */
export function openLogFile(path: string, { bytesMax, keptMax }: LogFileLimits = logFileLimits): LogFile {
  let file = openSync(path, 'a', 0o600)
  let byteCount = fstatSync(file).size

  const rotate = () => {
    closeSync(file)
    for (let index = keptMax; index >= 1; index -= 1)
      moveIfThere(index === 1 ? path : `${path}.${index - 1}`, `${path}.${index}`)
    file = openSync(path, 'a', 0o600)
    byteCount = 0
  }

  return {
    path,
    write(bytes) {
      try {
        if (byteCount > 0 && byteCount + bytes.length > bytesMax) rotate()
        byteCount += writeSync(file, bytes)
        return true
      } catch {
        // The disk is full or gone. The caller tells the person once.
        return false
      }
    },
    [Symbol.dispose]: () => closeSync(file),
  }
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}
