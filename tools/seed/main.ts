// `npm run seed`: fills accounts of an installation with a believable fleet.

import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { Secret } from '@farport/basics'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { openDatabasePlace, waitForDatabase } from '../../apps/server/src/platform/database-place.ts'
import { silentLog } from '../../apps/server/src/platform/log.ts'
import { migrate, readMigrations } from '../../apps/server/src/platform/migrations.ts'
import { hashPassword } from '../../apps/server/src/platform/password-hashing.ts'
import { showProgress } from './progress.ts'
import { accountsInUse, seedFleet } from './seed-fleet.ts'
import { emailOfAccount, readSeedSettings, shareOfAccount, type SeedSettings } from './settings.ts'

const settings = readSeedSettings(process.argv.slice(2))
if (settings.ok) {
  await run(settings.value)
} else {
  process.stderr.write(`${settings.refusal.trimEnd()}\n`)
  process.exitCode = 2
}

async function run(wish: SeedSettings): Promise<void> {
  const { DATABASE_URL: databaseUrl, FARPORT_DATA_DIR: dataDir } = process.env
  await using place = await openDatabasePlace({
    databaseUrl: databaseUrl === undefined || databaseUrl === '' ? undefined : new Secret(databaseUrl),
    dataDir: path.resolve(wish.dataDir ?? dataDir ?? '.farport'),
    log: silentLog,
  })
  await waitForDatabase(place.connection, silentLog)
  await migrate(place.connection, readMigrations())
  await using database = openDatabase({ connection: place.connection, log: silentLog })

  const emails = Array.from({ length: wish.accounts }, (_, index) => emailOfAccount(wish.email, index))
  const inUse = wish.more ? [] : await accountsInUse(database, emails)
  if (inUse.length > 0) {
    process.stderr.write(`${inUse.join(', ')} has devices already. With --more, others are added to them.\n`)
    process.exitCode = 1
    return
  }
  const password = wish.password ?? randomBytes(9).toString('base64url')
  const progress = showProgress('devices', wish.devices)
  await seedFleet(database, {
    seed: wish.seed,
    accounts: emails.map((email, index) => ({ email, devices: shareOfAccount(wish, index), hasCompany: index === 0 })),
    passwordHash: await hashPassword(password),
    nowMs: Date.now(),
    onProgress: (done) => progress.told(done),
  })
  progress.end()
  process.stdout.write(`Accounts that were made sign in with the password ${password}: ${emails.join(', ')}\n`)
}
