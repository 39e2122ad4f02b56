import { expect, it } from 'vitest'
import { faultsOf, type Deed, type Kept } from './lanes.ts'

const rename = (number: number, outcome: Deed['outcome']): Deed => ({ kind: 'rename', number, outcome })
const change = (number: number, outcome: Deed['outcome']): Deed => ({ kind: 'attributes', number, outcome })
const lane = {
  deviceId: 'd',
  deeds: [
    change(1, 'acknowledged'),
    rename(2, 'acknowledged'),
    change(3, 'acknowledged'),
    rename(4, 'acknowledged'),
    change(5, 'unknown'),
    rename(6, 'unknown'),
  ],
}
const whole: Kept = { name: 'd 4', counter: 3, renames: ['d 2', 'd 4'], attributesChanged: 2 }

it.each<[string, Partial<Kept>, string[]]>([
  ['all that was acknowledged is there', {}, []],
  [
    'what nobody knows of was done',
    { name: 'd 6', counter: 5, renames: ['d 2', 'd 4', 'd 6'], attributesChanged: 3 },
    [],
  ],
  ['a fact is lost', { renames: ['d 4'] }, ['d: d 2 was acknowledged, and is not in the log']],
  ['a fact is doubled', { renames: ['d 2', 'd 4', 'd 4'] }, ['d: d 4 is in the log 2 times']],
  ['a fact is made up', { renames: ['d 2', 'd 4', 'x'] }, ['d: x is in the log, and nobody asked']],
  ['a change is lost', { attributesChanged: 1 }, ['d: 2 of 3 changes were acknowledged, and 1 are in the log']],
  ['the state is older than it may be', { name: 'd 2' }, ['d: its name is d 2, and should be d 4 or d 6']],
  ['a counter is older than it may be', { counter: 1 }, ['d: its counter is 1, and should be 3 or 5']],
])('%s', (_, change, faults) => {
  expect(faultsOf(lane, { ...whole, ...change })).toEqual(faults)
})
