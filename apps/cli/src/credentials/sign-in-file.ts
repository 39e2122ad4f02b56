// Where this person is signed in: the server and the tokens, in a file for their eyes only.

import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret } from '@farport/basics'
import { z } from 'zod'
import { CommandRefusal } from '../refusal.ts'

export interface SignIn {
  serverUrl: string
  email: string
  /** What requests carry. */
  token: Secret
  /** When it ends, by the clock of this machine; undefined: it is used until it is refused. */
  expiresAtMs: number | undefined
  /** What the next ones are had for, once. */
  refreshToken: Secret | undefined
}

const fileShape = z.object({
  serverUrl: z.url(),
  email: z.string(),
  token: z.string().min(1),
  expiresAtMs: z.number().optional(),
  refreshToken: z.string().min(1).optional(),
})

export const signInPath = (folder: string) => join(folder, 'sign-in.json')

/** Undefined when nobody is signed in. */
export async function readSignIn(folder: string): Promise<SignIn | undefined> {
  const path = signInPath(folder)
  const content = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new CommandRefusal(`${path} cannot be read. Is it yours?`, 1, { cause: error })
  })
  if (content === undefined) return undefined
  const parsed = fileShape.safeParse(parseJson(content))
  if (!parsed.success) throw new CommandRefusal(`${path} is damaged. Sign in again: farport signin`)
  const { serverUrl, email, token, expiresAtMs, refreshToken } = parsed.data
  return {
    serverUrl,
    email,
    token: new Secret(token),
    expiresAtMs,
    refreshToken: refreshToken === undefined ? undefined : new Secret(refreshToken),
  }
}

export async function writeSignIn(folder: string, signIn: SignIn): Promise<void> {
  const path = signInPath(folder)
  const { token, refreshToken, ...plain } = signIn
  const content = { ...plain, token: token.reveal(), refreshToken: refreshToken?.reveal() }
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    // A new file in the old one's place: the mode of an old one would stay.
    await rm(`${path}.new`, { force: true })
    await writeFile(`${path}.new`, `${JSON.stringify(content)}\n`, { mode: 0o600 })
    await rename(`${path}.new`, path)
  } catch (error) {
    throw new CommandRefusal(`Your sign-in cannot be kept in ${folder}. Is it yours, and the disk not full?`, 1, {
      cause: error,
    })
  }
}

export async function forgetSignIn(folder: string): Promise<void> {
  await rm(signInPath(folder), { force: true })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Told as damaged by the caller.
    return undefined
  }
}
