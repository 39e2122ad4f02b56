import { expect, test } from 'vitest'
import { ArrivalLine } from './arrival-line.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

function lineWith(places: { free: number }) {
  const begun: string[] = []
  const line = new ArrivalLine<string>({
    perTurn: 2,
    hasRoom: () => places.free > 0,
    begin(waiting) {
      places.free -= 1
      begun.push(waiting)
    },
  })
  return { line, begun }
}

test('a few begin at each turn, in their order', async () => {
  const { line, begun } = lineWith({ free: 9 })
  for (const name of ['a', 'b', 'c', 'd', 'e']) line.join(name)
  expect(begun).toEqual([])
  await turn()
  expect(begun).toEqual(['a', 'b'])
  await turn()
  await turn()
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(line.size).toBe(0)
})

test('who finds no room begins when somebody has made some', async () => {
  const places = { free: 1 }
  const { line, begun } = lineWith(places)
  for (const name of ['a', 'b']) line.join(name)
  await turn()
  await turn()
  expect(begun).toEqual(['a'])
  places.free = 1
  line.next()
  await turn()
  expect(begun).toEqual(['a', 'b'])
})

test('who has left the line does not begin', async () => {
  const { line, begun } = lineWith({ free: 9 })
  for (const name of ['a', 'b', 'c']) line.join(name)
  line.leave('a')
  await turn()
  expect(begun).toEqual(['b', 'c'])
})

test('nobody begins after the end', async () => {
  const { line, begun } = lineWith({ free: 9 })
  line.join('a')
  line[Symbol.dispose]()
  await turn()
  expect(begun).toEqual([])
})
