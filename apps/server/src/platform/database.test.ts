import { eventually } from '@farport/testkit'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { afterCommit, violatedConstraint } from './database.ts'
import { createTestDatabase } from './test-database.ts'

const database = await createTestDatabase()
afterAll(() => database[Symbol.asyncDispose]())

const insert = { message: '{}', id: '00000000-0000-0000-0000-000000000001' }

describe('a transaction', () => {
  it.each([['40001'], ['40P01']])('begins again after a conflict (%s), and does its deeds once', async (state) => {
    let attempts = 0
    const deeds: number[] = []
    const answer = await database.transaction(async (tx) => {
      attempts += 1
      const attempt = attempts
      afterCommit(tx, () => deeds.push(attempt))
      if (attempt < 3) await sql.raw(`do $$ begin raise exception using errcode = '${state}'; end $$`).execute(tx)
      return attempt
    })
    expect(answer).toBe(3)
    expect(deeds).toEqual([3])
  })

  it('gives up when the conflict stays', async () => {
    let attempts = 0
    const work = database.transaction(async (tx) => {
      attempts += 1
      await sql`do $$ begin raise exception using errcode = '40001'; end $$`.execute(tx)
    })
    await expect(work).rejects.toMatchObject({ code: '40001' })
    expect(attempts).toBe(6)
  })

  it('that fails leaves nothing, neither rows nor deeds', async () => {
    const deeds: string[] = []
    const work = database.transaction(async (tx) => {
      afterCommit(tx, () => deeds.push('done'))
      await tx.insertInto('bus_messages').values(insert).execute()
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(deeds).toEqual([])
    expect(await database.queries.selectFrom('bus_messages').selectAll().execute()).toEqual([])
  })

  it('names the constraint that refused it', async () => {
    const add = () => database.transaction((tx) => tx.insertInto('bus_messages').values(insert).execute())
    await add()
    const error: unknown = await add().catch((thrown: unknown) => thrown)
    expect(violatedConstraint(error)).toBe('bus_messages_pkey')
    expect(violatedConstraint(new Error('something else'))).toBeUndefined()
  })
})

describe('a connection', () => {
  it('that is lost before a transaction begins is told by its first statement', async () => {
    const client = await database.pool.connect()
    const pid = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await database.pool.query('select pg_terminate_backend($1)', [pid.rows[0]?.pid])
    await client.query('begin')
    await expect(client.query('select 1')).rejects.toThrow(/terminat|not queryable|EPIPE|ECONNRESET/)
    client.release(true)
  })

  it('that is lost between two statements of a transaction is told by the next', async () => {
    const work = database.transaction(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      const pid = rows[0]?.pid
      await database.pool.query('select pg_terminate_backend($1)', [pid])
      await eventually(async () => {
        const { rowCount } = await database.pool.query('select from pg_stat_activity where pid = $1', [pid])
        return rowCount === 0
      })
      await sql`select 1`.execute(tx)
    })
    await expect(work).rejects.toThrow(/terminat|not queryable|EPIPE|ECONNRESET/)
    expect((await database.pool.query('select 1')).rowCount).toBe(1)
  })

  it('takes several questions of a transaction at once, and answers each', async () => {
    const answers = await database.transaction((tx) =>
      Promise.all([1, 2, 3].map((one) => sql<{ answer: number }>`select ${one}::int as answer`.execute(tx))),
    )
    expect(answers.map(({ rows }) => rows[0]?.answer)).toEqual([1, 2, 3])
  })
})

describe('a statement that comes again', () => {
  const named = () =>
    sql<{ statement: string }>`select statement from pg_prepared_statements where name like 'farport%'`

  it('is kept prepared', async () => {
    const rows = await database.transaction(async (tx) => {
      const ask = () => tx.selectFrom('bus_messages').select('message').where('id', '=', insert.id).execute()
      for (let time = 0; time < 3; time += 1) await ask()
      return (await named().execute(tx)).rows
    })
    expect(rows.filter(({ statement }) => statement.startsWith('select "message"'))).toHaveLength(1)
  })

  it('is asked as if for the first time when a migration has changed its table', async () => {
    await database.pool.query('create table changing (id int, word varchar(10))')
    const ask = () =>
      database.transaction((tx) => sql`select word from changing where id = ${1}`.execute(tx).then(({ rows }) => rows))
    for (let time = 0; time < 3; time += 1) await ask()
    await database.pool.query('alter table changing alter column word type text')
    await database.pool.query(`insert into changing values (1, 'after')`)
    expect(await ask()).toEqual([{ word: 'after' }])
  })
})
