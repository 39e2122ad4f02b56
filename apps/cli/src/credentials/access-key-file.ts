// Access keys, for programs that nobody signs in: from the environment, or from a profile in `~/.farport/credentials`.
//
//   [DEFAULT]
//   FARPORT_ACCESS_KEY_ID=FP…
//   FARPORT_SECRET_ACCESS_KEY=…
//
// Names of profiles are case-sensitive, and without a dot. R3_ACCESS_KEY_ID and R3_SECRET_ACCESS_KEY are read as well.

import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { accept, refuse, Secret, type Result } from '@farport/basics'
import { CommandRefusal } from '../refusal.ts'

export interface AccessKey {
  id: string
  secret: Secret<Buffer>
}

export const defaultProfile = 'DEFAULT'

type Values = ReadonlyMap<string, string>

const idNames = ['FARPORT_ACCESS_KEY_ID', 'R3_ACCESS_KEY_ID']
const secretNames = ['FARPORT_SECRET_ACCESS_KEY', 'R3_SECRET_ACCESS_KEY']
const base64 = /^[A-Za-z0-9+/]+={0,2}$/
const readableByOthers = 0o077

/** The environment wins. Undefined when there is no key, and no profile was asked for. */
export async function readAccessKey(options: {
  folder: string
  environment: Readonly<Record<string, string | undefined>>
  /** Undefined: the default one. */
  profile: string | undefined
}): Promise<AccessKey | undefined> {
  const { folder, environment, profile } = options
  const given = new Map(Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1])))
  if (profile === undefined && [...idNames, ...secretNames].some((name) => given.has(name))) {
    return orThrow(toAccessKey(given, 'The environment'))
  }
  const path = join(folder, 'credentials')
  const content = await readPrivate(path)
  const profiles = content === undefined ? new Map<string, Values>() : orThrow(parseCredentials(content, path))
  const values = profiles.get(profile ?? defaultProfile)
  if (values !== undefined) return orThrow(toAccessKey(values, `The profile ${profile ?? defaultProfile} in ${path}`))
  if (profile === undefined) return undefined
  throw new CommandRefusal(`There is no profile [${profile}] in ${path}. Capital and small letters differ.`)
}

/** The file, in the form that INI has. */
export function parseCredentials(content: string, path: string): Result<Map<string, Values>, string> {
  const profiles = new Map<string, Map<string, string>>()
  let name = defaultProfile
  for (const [index, line] of content.split(/\r?\n/).entries()) {
    const text = line.trim()
    if (text === '' || text.startsWith('#') || text.startsWith(';')) continue
    const section = /^\[([^[\].]+)\]$/.exec(text)?.[1]?.trim()
    const [, key, value] = /^([A-Za-z0-9_]+)\s*=\s*(.*)$/.exec(text) ?? []
    if (section !== undefined) name = section
    else if (key === undefined || value === undefined) return refuse(notUnderstood(path, index + 1))
    else profiles.set(name, (profiles.get(name) ?? new Map<string, string>()).set(key, unquoted(value)))
  }
  return accept(profiles)
}

function toAccessKey(values: Values, where: string): Result<AccessKey, string> {
  const id = idNames.map((name) => values.get(name)).find((value) => value !== undefined)
  const secret = secretNames.map((name) => values.get(name)).find((value) => value !== undefined)
  if (id === undefined) return refuse(`${where} has no ${idNames[0]}.`)
  if (secret === undefined) return refuse(`${where} has no ${secretNames[0]}.`)
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(id)) return refuse(`${where} has no proper ${idNames[0]}.`)
  if (!base64.test(secret)) return refuse(`${where} has no proper ${secretNames[0]}: it is written in base64.`)
  return accept({ id, secret: new Secret(Buffer.from(secret, 'base64')) })
}

/** Undefined when there is no such file. */
async function readPrivate(path: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(path)
    if ((mode & readableByOthers) === 0 || process.platform === 'win32') return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new CommandRefusal(`${path} cannot be read. Is it yours?`, 1, { cause: error })
  }
  throw new CommandRefusal(`${path} has secrets, and others can read it. Run: chmod 600 ${path}`)
}

function unquoted(value: string): string {
  return /^"(.*)"$/.exec(value)?.[1] ?? value
}

/** Without the line itself, which may be a secret. */
function notUnderstood(path: string, line: number): string {
  return `Line ${line} of ${path} is neither [a profile] nor NAME=value. Names of profiles have no dot.`
}

function orThrow<Value>(result: Result<Value, string>): Value {
  if (result.ok) return result.value
  throw new CommandRefusal(result.refusal)
}
