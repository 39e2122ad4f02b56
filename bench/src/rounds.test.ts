import { expect, it, test } from 'vitest'
import { interleave, median } from './rounds.ts'

it('contenders take turns, and each gets its own answers', async () => {
  const order: string[] = []
  const answers = await interleave(['a', 'b'], 3, async (contender) => order.push(contender))
  expect(order.join('')).toBe('ababab')
  expect(answers).toEqual(
    new Map([
      ['a', [1, 3, 5]],
      ['b', [2, 4, 6]],
    ]),
  )
})

test.each<[number[], number]>([
  [[3], 3],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2],
  [[10, 9], 9],
  [[], Number.NaN],
])('of %j the middle one is %d', (values, expected) => {
  expect(median(values)).toBe(expected)
})
