import { parseConnectionId, parseId } from '@farport/vocabulary'
import { expect, test } from 'vitest'
import { ClosedFacts, type ClosedFact } from './closed-facts.ts'

const accountId = parseId('a', 'a-0000000000000001')!
const connection = (number: number) => parseConnectionId(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`)!

function fact(number: number): ClosedFact {
  const usage = { connectionId: connection(number), accountId, txBytes: 0, rxBytes: 0, streams: 0 }
  return { type: 'proxy-closed', end: 'idle', at: number, usage }
}

const ids = (facts: ClosedFact[]) => facts.map((each) => each.at)

test('a fact is sent once while the channel holds', () => {
  const facts = new ClosedFacts(10)
  facts.add(fact(1))
  expect(ids(facts.takeUnsent(1))).toEqual([1])
  expect(ids(facts.takeUnsent(2))).toEqual([])
})

test('a channel that broke before the pong has delivered nothing', () => {
  const facts = new ClosedFacts(10)
  facts.add(fact(1))
  facts.takeUnsent(7)
  facts.confirm(6)
  facts.channelBroke()
  expect(ids(facts.takeUnsent(1))).toEqual([1])
})

test('what a pong has confirmed is not sent again, but can be told again', () => {
  const facts = new ClosedFacts(10)
  facts.add(fact(1))
  facts.takeUnsent(7)
  facts.confirm(7)
  facts.channelBroke()
  expect(facts.undelivered).toBe(0)
  expect(ids(facts.takeUnsent(1))).toEqual([])
  expect(facts.get(connection(1))?.at).toBe(1)
})

test('at the limit the oldest delivered fact is forgotten first', () => {
  const facts = new ClosedFacts(2)
  facts.add(fact(1))
  facts.add(fact(2))
  facts.takeUnsent(1)
  facts.confirm(1)
  facts.add(fact(3))
  facts.add(fact(4))
  expect([1, 2, 3, 4].map((number) => facts.get(connection(number)) !== undefined)).toEqual([false, false, true, true])
  facts.add(fact(5))
  expect(ids(facts.takeUnsent(2))).toEqual([4, 5])
})
