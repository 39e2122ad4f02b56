import { randomUUID } from 'node:crypto'
import { parseConnectionId } from '@farport/vocabulary'
import { expect, test } from 'vitest'
import { CutConnections } from './cut-connections.ts'

const connectionId = () => parseConnectionId(randomUUID())!
const hourMs = 3_600_000

test('a connection stays cut for as long as any ticket lives', () => {
  let nowMs = 0
  const cut = new CutConnections(() => nowMs)
  const ended = connectionId()
  cut.add(ended)
  expect([cut.has(ended), cut.has(connectionId())]).toEqual([true, false])
  nowMs = 12 * hourMs - 1
  expect(cut.has(ended)).toBe(true)
  nowMs += 1
  expect(cut.has(ended)).toBe(false)
  cut.add(connectionId())
  expect(cut.size).toBe(1)
})

test('however many are cut, memory is bounded, and the latest are known', () => {
  const cut = new CutConnections(() => 0)
  const first = connectionId()
  cut.add(first)
  const many = Array.from({ length: 10_000 }, connectionId)
  for (const each of many) cut.add(each)
  expect(cut.size).toBe(10_000)
  expect(cut.has(first)).toBe(false)
  expect(many.every((each) => cut.has(each))).toBe(true)
})
