import { expect, it } from 'vitest'
import { nodeFlagsForAnswering } from './answering.ts'

const room = ['--min-semi-space-size=64', '--max-semi-space-size=128']

it.each([
  ['a machine with room', 8, undefined, room],
  ['a small machine', 2, undefined, []],
  ['an operator with a choice of their own', 8, '--max-semi-space-size=64', []],
  ['an operator with another choice', 8, '--trace-warnings', room],
])('Node is told for %s', (_, gibibytes, own, flags) => {
  expect(nodeFlagsForAnswering(gibibytes * 2 ** 30, own)).toEqual(flags)
})
