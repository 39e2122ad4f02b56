// What a run of the seeding is asked for, from its command line.

import { parseArgs } from 'node:util'
import { accept, refuse, type Result } from '@farport/basics'

export interface SeedSettings {
  readonly devices: number
  /** The devices are spread over so many accounts. */
  readonly accounts: number
  /** Of the first account; the others get a number behind their name. */
  readonly email: string
  /** Undefined: one is made up, and printed. */
  readonly password: string | undefined
  /** The same seed makes the same fleet. */
  readonly seed: string
  /** Also into an account that has devices. */
  readonly more: boolean
  readonly dataDir: string | undefined
}

export const usage = `Fills accounts with a believable fleet, to try things out with.

  npm run seed -- [options]

  --devices <count>    How many devices. 1000.
  --accounts <count>   Over how many accounts they are spread. 1.
  --email <address>    Whose they are; the account is made when there is none. fleet@example.org
  --password <text>    For an account that is made. One is made up and printed.
  --seed <text>        The same text makes the same fleet. farport
  --more               Also when the account has devices already.
  --data-dir <folder>  Of the installation whose embedded database is filled. .farport
                       With DATABASE_URL, that database is.

The devices have no agent. Those that are shown online cannot be connected to.
`

const countMax = 5_000_000
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** The refusal is the sentence for the person; that of `--help` is the usage. */
export function readSeedSettings(words: readonly string[]): Result<SeedSettings, string> {
  const given = parseWords(words)
  if (!given.ok) return given
  const { devices, accounts, email, password, seed, more, help, 'data-dir': dataDir } = given.value
  if (help === true) return refuse(usage)
  const [deviceCount, accountCount] = [Number(devices ?? 1000), Number(accounts ?? 1)]
  if (!isCount(deviceCount, countMax)) return refuse(`--devices is a number from 1 to ${countMax}.`)
  if (!isCount(accountCount, deviceCount)) return refuse('--accounts is a number from 1 to that of the devices.')
  const address = (email ?? 'fleet@example.org').trim().toLowerCase()
  if (!emailPattern.test(address)) return refuse('--email is an e-mail address.')
  if (password !== undefined && (password.length < 7 || password.length > 64)) {
    return refuse('--password has 7 to 64 characters.')
  }
  return accept({
    devices: deviceCount,
    accounts: accountCount,
    email: address,
    password,
    seed: seed ?? 'farport',
    more: more ?? false,
    dataDir,
  })
}

/** The address of the account in that place, the first being 0. */
export function emailOfAccount(email: string, place: number): string {
  return place === 0 ? email : email.replace('@', `-${place + 1}@`)
}

/** How many devices the account in that place gets. */
export function shareOfAccount({ devices, accounts }: SeedSettings, place: number): number {
  return Math.floor(devices / accounts) + (place < devices % accounts ? 1 : 0)
}

const isCount = (value: number, max: number): boolean => Number.isInteger(value) && value >= 1 && value <= max

function parseWords(words: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = {
    devices: text,
    accounts: text,
    email: text,
    password: text,
    seed: text,
    more: flag,
    help: flag,
    'data-dir': text,
  }
  try {
    return accept(parseArgs({ args: [...words], options }).values)
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}
