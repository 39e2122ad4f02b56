import { describe, expect, it } from 'vitest'
import { addPathPoint, averageRoundTripMs, pathPointsMax, type PathPoint } from './path-history.ts'

const point = (atSeconds: number, change: Partial<PathPoint> = {}): PathPoint => ({
  at: atSeconds * 1000,
  path: 'relay',
  txBytes: '0',
  rxBytes: '0',
  streams: 1,
  ...change,
})
const recorded = (points: readonly PathPoint[]) =>
  points.reduce((kept, one) => addPathPoint(kept, one), [] as readonly PathPoint[])

describe('the history of a path', () => {
  it.each([
    ['the first point', [], point(0), 1],
    ['a point after ten seconds', [point(0)], point(10), 2],
    ['a point sooner', [point(0)], point(9), 1],
    ['a point sooner, of another path', [point(0)], point(1, { path: 'tcp' }), 2],
    ['a point sooner than the age of the session asks for', [point(0), point(3600)], point(3650), 2],
    ['a point as late as the age of the session asks for', [point(0), point(3600)], point(3700), 3],
  ])('keeps or leaves %s', (_, before, added, count) => {
    expect(addPathPoint(before, added)).toHaveLength(count)
  })

  it('is the same list when nothing is kept, so that nothing has to be written', () => {
    const points = [point(0)]
    expect(addPathPoint(points, point(1))).toBe(points)
  })

  it('of a week reaches back to its beginning, in few points', () => {
    const seconds = Array.from({ length: 7 * 24 * 360 }, (_, index) => index * 10)
    const points = recorded(seconds.map((at) => point(at)))
    expect(points.length).toBeLessThanOrEqual(pathPointsMax)
    expect(points.length).toBeGreaterThan(20)
    expect([points[0]?.at, points.at(-1)?.at ?? 0]).toEqual([0, expect.closeTo(604_790_000, -8)])
  })

  it('of a path that changes all the time keeps the newest', () => {
    const points = recorded(
      Array.from({ length: 1000 }, (_, index) => point(index, { path: index % 2 ? 'tcp' : 'relay' })),
    )
    expect(points).toHaveLength(pathPointsMax)
    expect(points.at(-1)?.at).toBe(999_000)
  })

  it.each([
    ['nothing was measured', [point(0)], undefined],
    ['some was', [point(0), point(10, { roundTripMs: 10 }), point(20, { roundTripMs: 21 })], 16],
  ])('has an average round trip, when %s', (_, points, average) => {
    expect(averageRoundTripMs(points)).toBe(average)
  })
})
