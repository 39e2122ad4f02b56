import { describe, expect, it } from 'vitest'
import { linePath } from './line-path.ts'

const box = { from: 0, to: 10, width: 100, height: 50 }

describe('a line in a box', () => {
  it.each([
    ['of nothing is none', [], ''],
    ['has its highest point at the top, and 0 at the bottom', [point(0, 0), point(10, 4)], 'M0 47L100 3'],
    ['lies at the bottom when it is 0 everywhere', [point(0, 0), point(10, 0)], 'M0 47L100 47'],
    ['stands where its moments are', [point(5, 1), point(10, 2)], 'M50 25L100 3'],
  ])('%s', (_, points, line) => {
    expect(linePath(points, box).line).toBe(line)
  })

  it('of one moment stands at the right', () => {
    expect(linePath([point(3, 1)], { ...box, from: 3, to: 3 }).line).toBe('M100 3')
  })

  it('has the area below it', () => {
    expect(linePath([point(0, 0), point(10, 4)], box).area).toBe('M0 47L100 3L100 50L0 50Z')
  })
})

function point(x: number, y: number) {
  return { x, y }
}
