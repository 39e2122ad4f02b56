import { expect, it } from 'vitest'
import { mutantsOf } from './mutants.ts'

const mutated = (text: string) => mutantsOf('a.ts', text).map((mutant) => mutant.text)

it.each([
  ['if (!decide(actor, need(owner), device).allowed) return', ['if (!({ allowed: true as const }).allowed) return']],
  ['if (!actsFor(actor, id)) return', ['if (!(true as boolean)) return']],
  ['const verdict = devicePolicy.rename(actor, device)', ['const verdict = ({ allowed: true as const })']],
  ['devicePolicy.permissions(actor, device)', []],
  ['export function decide(actor: Actor) {', []],
  ['decided(actor)', []],
])('in %s', (text, expected) => {
  expect(mutated(text)).toEqual(expected)
})

it('one place is changed at a time', () => {
  const two = 'decide(a) || decide(b)'
  expect(mutated(two)).toEqual([
    '({ allowed: true as const }) || decide(b)',
    'decide(a) || ({ allowed: true as const })',
  ])
})
