// Where this person is signed in: the server and a bearer token, in a file for their eyes only.

import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret } from '@farport/basics'
import { z } from 'zod'
import { CommandRefusal } from '../refusal.ts'

export interface SignIn {
  serverUrl: string
  email: string
  token: Secret
}

const fileShape = z.object({ serverUrl: z.url(), email: z.string(), token: z.string().min(1) })

const pathIn = (folder: string) => join(folder, 'sign-in.json')

/** Undefined when nobody is signed in. */
export async function readSignIn(folder: string): Promise<SignIn | undefined> {
  const path = pathIn(folder)
  const content = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new CommandRefusal(`${path} cannot be read. Is it yours?`, 1, { cause: error })
  })
  if (content === undefined) return undefined
  const parsed = fileShape.safeParse(parseJson(content))
  if (!parsed.success) throw new CommandRefusal(`${path} is damaged. Sign in again: farport signin`)
  return { ...parsed.data, token: new Secret(parsed.data.token) }
}

export async function writeSignIn(folder: string, { serverUrl, email, token }: SignIn): Promise<void> {
  const path = pathIn(folder)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    // A new file in the old one's place: the mode of an old one would stay.
    await rm(`${path}.new`, { force: true })
    await writeFile(`${path}.new`, `${JSON.stringify({ serverUrl, email, token: token.reveal() })}\n`, { mode: 0o600 })
    await rename(`${path}.new`, path)
  } catch (error) {
    throw new CommandRefusal(`Your sign-in cannot be kept in ${folder}. Is it yours, and the disk not full?`, 1, {
      cause: error,
    })
  }
}

export async function forgetSignIn(folder: string): Promise<void> {
  await rm(pathIn(folder), { force: true })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Told as damaged by the caller.
    return undefined
  }
}
