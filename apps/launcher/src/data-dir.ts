// The folder where an installation keeps everything, and the one secret in it.

import { randomBytes } from 'node:crypto'
import { access, chmod, constants, mkdir, open, readFile, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { accept, refuse, Secret, type Result } from '@farport/basics'
import { codeOf, explainSystemError } from './system-errors.ts'

/** Below this a database soon loses the next write. */
const freeBytesMin = 200 * 1024 * 1024

/** Made if missing; nobody else may look into it. Answers with its absolute path. */
export async function prepareDataDir(dataDir: string): Promise<Result<string, string>> {
  const path = resolve(dataDir)
  try {
    await makeFolder(join(path, 'logs'))
    if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o700)
    await access(path, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = await statfs(path)
    const freeBytes = bavail * bsize
    if (freeBytes < freeBytesMin) return refuse(diskIsFull(path, freeBytes))
    return accept(path)
  } catch (error) {
    const sentence = explainSystemError(error, path)
    if (sentence === undefined) throw error
    return refuse(sentence)
  }
}

/** The installation's secret: the given one, or the one in the folder, made at the first start. */
export async function readOrMakeSecret(dataDir: string, given: string | undefined): Promise<Result<Secret, string>> {
  if (given !== undefined && given !== '') {
    return isSecret(given)
      ? accept(new Secret(given))
      : refuse('FARPORT_SECRET must be 32 bytes in base64url: 43 characters.')
  }
  const path = join(dataDir, 'secret')
  const kept = (await readIfThere(path)) ?? (await makeSecret(path))
  if (isSecret(kept)) return accept(new Secret(kept))
  return refuse(
    `${path} is damaged. Bring it back from a backup. Without it every sign-in and every agent's trust is lost; to accept that, delete the file.`,
  )
}

/** With the folders above it. (Node's own `recursive` never comes back from places like /proc.) */
async function makeFolder(path: string): Promise<void> {
  const make = () =>
    mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
      if (codeOf(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error
    })
  try {
    await make()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await make()
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** On the disk before it is used: what it protects must not outlive it. */
async function makeSecret(path: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(`${secret}\n`)
  await file.sync()
  return secret
}

const mebibytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MiB`

function isSecret(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}

function diskIsFull(path: string, freeBytes: number): string {
  return `The disk of ${path} is nearly full: ${mebibytes(freeBytes)} are free, and Farport needs ${mebibytes(freeBytesMin)}. Free some space, or choose another --data-dir.`
}
