import { expect, it } from 'vitest'
import { dropMonthsBefore, ensurePartitions, monthPartitions } from './partitions.ts'
import { createTestDatabase } from './test-database.ts'

const namesOf = (from: string, to: string) =>
  monthPartitions('kept', new Date(from), new Date(to)).map(({ name, fromMs, toMs }) => [
    name,
    new Date(fromMs).toISOString().slice(0, 10),
    new Date(toMs).toISOString().slice(0, 10),
  ])

it.each([
  ['one moment', '2026-11-20', '2026-11-20', [['kept_2026_11', '2026-11-01', '2026-12-01']]],
  ['the end of a month', '2026-11-30T23:59:59.999Z', '2026-11-30T23:59:59.999Z', [['kept_2026_11', '2026-11-01', '2026-12-01']]], // prettier-ignore
  ['the turn of a year', '2026-12-31', '2027-01-01', [['kept_2026_12', '2026-12-01', '2027-01-01'], ['kept_2027_01', '2027-01-01', '2027-02-01']]], // prettier-ignore
])('there is a partition for each month of %s', (_, from, to, expected) => {
  expect(namesOf(from, to)).toEqual(expected)
})

it('months that are past their time go, and nothing else', async () => {
  await using database = await createTestDatabase()
  await database.pool.query('create table kept (at timestamptz not null) partition by range (at)')
  await database.pool.query('create table kept_default partition of kept default')
  await ensurePartitions(database, monthPartitions('kept', new Date('2026-09-01'), new Date('2026-11-01')))
  const moments = ['2020-01-01', '2026-09-30', '2026-10-01', '2026-11-20', '2030-01-01']
  await database.pool.query('insert into kept select unnest($1::timestamptz[])', [moments])
  expect(await dropMonthsBefore(database, 'kept', new Date('2026-10-15'))).toEqual(['kept_2026_09'])
  const { rows } = await database.pool.query<{ at: Date }>('select at from kept order by at')
  expect(rows.map(({ at }) => at.toISOString().slice(0, 10))).toEqual(['2026-10-01', '2026-11-20', '2030-01-01'])
})
