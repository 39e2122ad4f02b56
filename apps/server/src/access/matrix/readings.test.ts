import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actors } from './test-actors.ts'
import { createMatrix, type Matrix } from './test-matrix.ts'
import { readings } from './test-readings.ts'

let matrix: Matrix
beforeAll(async () => {
  matrix = await createMatrix()
  // So that there are guests to be seen.
  for (const actor of actors) await matrix.ask(actor, () => '{ login { id } }')
})
afterAll(() => matrix[Symbol.asyncDispose]())

const rows = readings.map((row) => [[row.field, row.how].join(' ').trim(), row] as const)

describe.each(rows)('%s', (_, row) => {
  it('is shown to those who may see it, and to nobody else', async () => {
    const outcomes: Record<string, string> = {}
    for (const actor of actors) {
      const { code, data, one } = await matrix.ask(actor, (things) => `{ login { ${row.ask(things)} } }`)
      const answer = JSON.stringify(data)
      outcomes[actor.name] = code ?? (row.shows(answer, one) ? 'shown' : 'hidden')
      if (outcomes[actor.name] === 'shown' && row.says !== undefined) expect(answer).toContain(row.says(actor))
    }
    expect(outcomes).toEqual(Object.fromEntries(actors.map((actor) => [actor.name, row.expected(actor)])))
  })
})
