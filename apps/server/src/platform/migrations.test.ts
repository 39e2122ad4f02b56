import { describe, expect, it } from 'vitest'
import { migrate, missingMigrations, readMigrations, type Migration } from './migrations.ts'
import { createTestDatabase } from './test-database.ts'

const migration = (name: string, checksum = name): Migration => ({ name, checksum, sql: '' })
const one = migration('2026-11-20-0001-one.sql')
const two = migration('2026-11-20-0002-two.sql')

describe('what is still to be applied', () => {
  it.each([
    ['to an empty database', [], [one, two]],
    ['after the first', [one], [two]],
    ['when all are', [one, two], []],
  ])('%s', (_, applied, missing) => {
    expect(missingMigrations([one, two], applied)).toEqual(missing)
  })

  it.each([
    ['changed after it was applied', [migration(one.name, 'other')], 'was changed after it was applied'],
    ['from a later version', [one, two, migration('2027-01-01-0001-later.sql')], 'this version does not'],
    ['added before one that is applied', [two], 'was added before'],
  ])('is refused when a migration was %s', (_, applied, words) => {
    expect(() => missingMigrations([one, two], applied)).toThrow(words)
  })
})

describe('migrating', () => {
  it('several processes at once apply each migration once', async () => {
    await using database = await createTestDatabase()
    const extra = { name: '2099-01-01-0001-extra.sql', checksum: 'x', sql: 'create table extra (id int)' }
    const all = [...readMigrations(), extra]
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.connection, all)))
    expect(applied.flat()).toEqual([extra.name])
  })

  it('a migration that fails leaves nothing behind', async () => {
    await using database = await createTestDatabase()
    const broken = {
      name: '2099-01-01-0001-broken.sql',
      checksum: 'x',
      sql: 'create table half (id int); select nonsense',
    }
    await expect(migrate(database.connection, [...readMigrations(), broken])).rejects.toThrow('broken.sql failed')
    expect((await database.pool.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }])
  })
})
