// Points as an SVG path in a box: from the left to the right, the highest at the top. Pure.

interface Box {
  /** Of x. */
  from: number
  to: number
  width: number
  height: number
}

/** So that neither the highest nor the lowest is cut by the edge. */
const marginPart = 0.06

/** y begins at 0, so that a small change of something great stays small. */
export function linePath(
  points: readonly { x: number; y: number }[],
  { from, to, width, height }: Box,
): { line: string; area: string } {
  const most = Math.max(...points.map(({ y }) => y), 0)
  const margin = height * marginPart
  const places = points.map(({ x, y }) => {
    const across = to > from ? ((x - from) / (to - from)) * width : width
    const up = most > 0 ? y / most : 0
    return { across: rounded(across), down: rounded(height - margin - up * (height - 2 * margin)) }
  })
  const [first] = places
  const last = places.at(-1)
  if (first === undefined || last === undefined) return { line: '', area: '' }
  const line = places.map(({ across, down }, index) => `${index === 0 ? 'M' : 'L'}${across} ${down}`).join('')
  return { line, area: `${line}L${last.across} ${height}L${first.across} ${height}Z` }
}

const rounded = (value: number): number => Math.round(value * 100) / 100
