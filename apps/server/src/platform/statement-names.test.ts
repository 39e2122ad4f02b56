import { describe, expect, it } from 'vitest'
import { createStatementNames } from './statement-names.ts'

const second = (text: string) => {
  const names = createStatementNames()
  names.nameOf(text)
  return names.nameOf(text)
}

describe('a statement', () => {
  it('gets a name when it comes again, and keeps it', () => {
    const names = createStatementNames()
    const text = 'update "devices" set "name" = $1 where "id" = $2'
    expect([names.nameOf(text), names.nameOf(text), names.nameOf(text)]).toEqual([undefined, 'farport_0', 'farport_0'])
  })

  it.each([
    ['by a key', 'select "id" from "devices" where "id" = $1 for update of "devices"', true],
    ['that begins on another line', '\n  with mine as (select 1 as "id") select "id" from mine', true],
    ['that adds', 'insert into "events" ("id") values ($1)', true],
    ['that sorts', 'select "id" from "devices" where "account_id" = $1 order by "name"', false],
    ['that sorts on another line', 'select "id"\n from "devices"\n ORDER BY "name"', false],
    ['that takes a few', 'select "id" from "devices" where "account_id" = $1 limit $2', false],
    ['that counts', 'select count("id") as "total" from "devices" where "account_id" = $1', false],
    ['that groups', 'select max("at") from "events" group by "account_id"', false],
    ['of every column', 'select * from "devices" where "id" = $1', false],
    ['that answers with every column', 'update "devices" set "name" = $1 returning *', false],
    ['that is no question', 'begin', false],
    ['that is very long', `insert into "events" ("id") values ${'($1),'.repeat(1000)}`, false],
  ])('%s', (_, text, isNamed) => {
    expect(second(text) !== undefined).toBe(isNamed)
  })

  it('that was forbidden gets no name again', () => {
    const names = createStatementNames()
    const text = 'select "id" from "devices" where "id" = $1'
    names.nameOf(text)
    names.nameOf(text)
    names.forbid(text)
    expect(names.nameOf(text)).toBeUndefined()
  })

  it('gets no name when there are enough, and new ones do not crowd out those that come often', () => {
    const names = createStatementNames()
    const text = (index: number) => `select ${index} where $1`
    for (let index = 0; index < 1001; index += 1) names.nameOf(text(index))
    expect(names.nameOf(text(0))).toBeUndefined()
    let named = 0
    for (let index = 2; index < 1001; index += 1) if (names.nameOf(text(index)) !== undefined) named += 1
    expect(named).toBe(400)
  })
})
