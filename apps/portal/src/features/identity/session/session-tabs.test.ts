import { expect, it } from 'vitest'
import { parseTabNews } from './session-tabs.ts'

it.each([
  [
    { kind: 'signed-in', viewerId: 'a-1' },
    { kind: 'signed-in', viewerId: 'a-1' },
  ],
  [
    { kind: 'signed-out', hasExpired: true },
    { kind: 'signed-out', hasExpired: true },
  ],
  [{ kind: 'signed-in' }, undefined],
  [{ kind: 'elsewhere' }, undefined],
  ['signed-out', undefined],
  [null, undefined],
])('another window says %j', (data, news) => {
  expect(parseTabNews(data)).toEqual(news)
})
