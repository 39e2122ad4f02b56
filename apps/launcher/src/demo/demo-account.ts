// Who may sign in to the demo device, and the key by which its SSH server is known. Made once, kept in a folder.

import { randomInt } from 'node:crypto'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import ssh2 from 'ssh2'

export const demoAccountName = 'demo'

export interface DemoAccount {
  name: string
  password: string
}

// Without letters and digits that look alike: it is read from a screen and typed.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** 60 bits: more than anybody guesses through a server that closes after a few wrong ones. */
export async function readOrMakeDemoAccount(folder: string): Promise<DemoAccount> {
  const path = join(folder, 'password')
  const password = await readOrMake(path, () =>
    [1, 2, 3].map(() => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')).join('-'),
  )
  return { name: demoAccountName, password }
}

/** An OpenSSH private key. */
export async function readOrMakeHostKey(folder: string): Promise<string> {
  const key = await readOrMake(join(folder, 'host-key'), () =>
    ssh2.utils.generateKeyPairSync('ed25519').private.trimEnd(),
  )
  return `${key}\n`
}

async function readOrMake(path: string, make: () => string): Promise<string> {
  const kept = await readFile(path, 'utf8').catch(() => '')
  if (kept.trim() !== '') return kept.trim()
  const folder = join(path, '..')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const made = make()
  await writeFile(`${path}.new`, `${made}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return made
}
