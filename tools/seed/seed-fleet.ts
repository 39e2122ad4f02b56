// Seeds a fleet into a database: accounts, their devices, and the people around them.

import type { AccountId } from '@farport/vocabulary'
import type { Database } from '../../apps/server/src/platform/database.ts'
import { createRandom } from './random.ts'
import { ensurePerson, seedCompany, shareDevices } from './seed-company.ts'
import { seedDevices } from './seed-devices.ts'
import { seedHistory } from './seed-history.ts'
import { ensureSeedRelay } from './seed-relay.ts'
import { accountIdOf, analyze, countDevices } from './seed-store.ts'

export interface AccountWish {
  readonly email: string
  readonly devices: number
  /** With an organization, guests, networks and a past. */
  readonly hasCompany: boolean
}

export interface FleetOptions {
  readonly seed: string
  readonly accounts: readonly AccountWish[]
  readonly passwordHash: string | undefined
  readonly nowMs: number
  onProgress?(done: number): void
}

/** Accounts that have devices already, by their addresses. */
export async function accountsInUse({ queries }: Database, emails: readonly string[]): Promise<string[]> {
  const inUse: string[] = []
  for (const email of emails) {
    const id = await accountIdOf(queries, email)
    if (id !== undefined && (await countDevices(queries, id)) > 0) inUse.push(email)
  }
  return inUse
}

export async function seedFleet(database: Database, options: FleetOptions): Promise<void> {
  const { nowMs, passwordHash } = options
  const relayId = await ensureSeedRelay(database.queries, nowMs)
  let done = 0
  for (const { email, devices: count, hasCompany } of options.accounts) {
    const accountId = await ensurePerson(database.queries, email, passwordHash)
    const numberFirst = (await countDevices(database.queries, accountId)) + 1
    const random = createRandom(`${options.seed} ${email} ${numberFirst}`)
    const wish = { accountId, count, numberFirst, relayId, nowMs }
    const before = done
    const first = await seedDevices(database, random, wish, (reached) => options.onProgress?.(before + reached))
    done += count
    if (!hasCompany) continue
    await seedCompany(database, random, { accountId, nowMs, passwordHash }, first)
    await seedHistory(database, random, { accountId, nowMs }, first)
    await seedPartner(database, options, { accountId, relayId })
  }
  await analyze(database.queries)
}

const partnerDevices = 30
const partnerShares = 25

/** Somebody else who shares some of their devices with the account. */
async function seedPartner(
  database: Database,
  { seed, nowMs, passwordHash }: FleetOptions,
  { accountId: guestId, relayId }: { accountId: AccountId; relayId: string },
): Promise<void> {
  const email = 'partner@example.org'
  const accountId = await ensurePerson(database.queries, email, passwordHash)
  const numberFirst = (await countDevices(database.queries, accountId)) + 1
  const random = createRandom(`${seed} ${email} ${numberFirst}`)
  const wish = { accountId, count: partnerDevices, numberFirst, relayId, nowMs }
  const devices = await seedDevices(database, random, wish, () => undefined)
  await database.transaction((tx) =>
    shareDevices(tx, { accountId, nowMs }, guestId, devices.slice(0, partnerShares), 'whole'),
  )
}
