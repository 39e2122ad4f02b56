import { expect, test } from 'vitest'
import { Rates } from './rates.ts'

function ratesAt(clock: { ms: number }, askersMax = 10) {
  return new Rates({ perSecond: 2, burst: 3, askersMax, now: () => clock.ms })
}

test('so many at once are let through, and then as many as time brings', () => {
  const clock = { ms: 0 }
  const rates = ratesAt(clock)
  expect([1, 2, 3, 4].map(() => rates.mayAsk('a'))).toEqual([true, true, true, false])
  clock.ms = 500
  expect([1, 2].map(() => rates.mayAsk('a'))).toEqual([true, false])
  clock.ms = 60_000
  expect([1, 2, 3, 4].map(() => rates.mayAsk('a'))).toEqual([true, true, true, false])
})

test('one who asks too much takes nothing from another', () => {
  const rates = ratesAt({ ms: 0 })
  for (let at = 0; at < 10; at += 1) rates.mayAsk('a')
  expect([rates.mayAsk('a'), rates.mayAsk('b')]).toEqual([false, true])
})

test('a clock that goes back gives nothing, and takes nothing', () => {
  const clock = { ms: 1000 }
  const rates = ratesAt(clock)
  rates.mayAsk('a')
  clock.ms = 0
  expect([1, 2, 3].map(() => rates.mayAsk('a'))).toEqual([true, true, false])
})

test('no more askers are kept than there is room for: who has asked least lately goes', () => {
  const rates = ratesAt({ ms: 0 }, 2)
  for (const key of ['a', 'a', 'a', 'b', 'c']) rates.mayAsk(key)
  expect(rates.mayAsk('a')).toBe(true)
})
