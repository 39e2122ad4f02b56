import { describe, expect, it } from 'vitest'
import { createBudgets, keyFrom, normalKey } from './budgets.ts'
import { createTestDatabase } from './test-database.ts'

const table = { guess: { points: 3, seconds: 900 }, knock: { points: 100, seconds: 900 } }

describe('a budget', () => {
  it('is used up across processes, and not by others', async () => {
    await using database = await createTestDatabase()
    const [here, there] = [createBudgets(database, table), createBudgets(database, table)]
    const spend = (budgets: typeof here, key: string) => budgets.spend(['knock', key], ['guess', key])
    const answers = await Promise.all([
      spend(here, 'ann'),
      spend(there, 'ann'),
      spend(here, 'ann'),
      spend(there, 'ann'),
    ])
    expect(answers.filter((answer) => answer.ok)).toHaveLength(3)
    const refused = answers.find((answer) => !answer.ok)
    expect(refused?.ok === false && refused.refusal.retryAfterSeconds).toBeGreaterThan(800)
    expect(await spend(here, 'bob')).toMatchObject({ ok: true })
  })

  it('can be filled up again', async () => {
    await using database = await createTestDatabase()
    const budgets = createBudgets(database, table)
    for (let time = 0; time < 4; time += 1) await budgets.spend(['guess', 'ann'])
    await budgets.refill('guess', 'ann')
    expect(await budgets.spend(['guess', 'ann'])).toMatchObject({ ok: true })
  })
})

it('a whole /64 has one budget, whichever of its addresses asks', async () => {
  await using database = await createTestDatabase()
  const budgets = createBudgets(database, table)
  for (const end of ['5', '6', '7'])
    expect(await budgets.spend(['guess', `2001:db8:0:1::${end}`])).toMatchObject({ ok: true })
  expect(await budgets.spend(['guess', '2001:db8:0:1::8'])).toMatchObject({ ok: false })
  expect(await budgets.spend(['guess', '2001:db8:0:2::8'])).toMatchObject({ ok: true })
})

it.each([
  ['ann@example.org', 'ann@example.org'],
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (key, normal) => {
  expect(normalKey(key)).toBe(normal)
})

it('what a peer may do about something is its own, for a whole /64', () => {
  const key = keyFrom('2001:db8:0:1::5', 'ann@example.org')
  expect(keyFrom('2001:db8:0:1::6', 'ann@example.org')).toBe(key)
  expect(keyFrom('2001:db8:0:2::5', 'ann@example.org')).not.toBe(key)
  expect(keyFrom('2001:db8:0:1::5', 'bob@example.org')).not.toBe(key)
})
