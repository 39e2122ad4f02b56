import { describe, expect, test } from 'vitest'
import { parsePortRange, portCandidates } from './port-range.ts'

describe('a range of ports', () => {
  test.each([
    ['20000-29999', { first: 20_000, last: 29_999 }],
    ['2222', { first: 2222, last: 2222 }],
    [' 1-65535 ', { first: 1, last: 65_535 }],
  ])('%s is one', (text, range) => {
    expect(parsePortRange(text)).toEqual({ ok: true, value: range })
  })

  test.each(['', 'ssh', '0-10', '30-20', '1-65536', '1-2-3', '-5'])('"%s" is none', (text) => {
    expect(parsePortRange(text).ok).toBe(false)
  })
})

describe('the ports to try', () => {
  const range = { first: 10, last: 14 }
  const plain = { range, former: undefined, isTaken: () => false, attemptsMax: 10, random: () => 0 }
  const rows: [string, Partial<Parameters<typeof portCandidates>[0]>, number[]][] = [
    ['are all of the range', {}, [10, 11, 12, 13, 14]],
    ['begin at a random one and go round', { random: () => 0.5 }, [12, 13, 14, 10, 11]],
    ['begin with the former one', { former: 13 }, [13, 10, 11, 12, 14]],
    ['leave out a former one that is taken', { former: 13, isTaken: (port) => port === 13 }, [10, 11, 12, 14]],
    ['leave out a former one of another range', { former: 80 }, [10, 11, 12, 13, 14]],
    ['leave out what is taken', { isTaken: (port) => port < 13 }, [13, 14]],
    ['are no more than may be tried', { attemptsMax: 2, former: 14 }, [14, 10]],
    ['can be none', { isTaken: () => true }, []],
  ]
  test.each(rows)('%s', (_name, wish, expected) => {
    expect(portCandidates({ ...plain, ...wish })).toEqual(expected)
  })
})
