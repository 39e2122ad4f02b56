import { expect, it } from 'vitest'
import { nodeOptionsForAnswering } from './answering.ts'

it.each([
  ['a machine with room', 8, undefined, '--max-semi-space-size=128'],
  ['a small machine', 2, undefined, ''],
  [
    'an operator with a choice of their own',
    8,
    '--max-semi-space-size=64',
    '--max-semi-space-size=128 --max-semi-space-size=64',
  ],
  ['an operator of a small machine', 1, '--trace-warnings', '--trace-warnings'],
])('Node is told for %s', (_, gibibytes, own, options) => {
  expect(nodeOptionsForAnswering(gibibytes * 2 ** 30, own)).toBe(options)
})
