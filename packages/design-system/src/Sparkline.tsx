// A small line over time, without axes: how something went, not how much it was. Below it, what was the case when.

import { linePath } from './line-path.ts'
import type { Tone } from './tones.ts'
import css from './Sparkline.module.css'

export interface SparklinePoint {
  x: number
  y: number
}

export interface SparklineBand {
  from: number
  to: number
  tone: Tone
  label: string
}

interface SparklineProps {
  /** What a screen reader says of it. */
  label: string
  /** In the order of x. */
  points: readonly SparklinePoint[]
  /** In their order; they make the width, together with the points. */
  bands?: readonly SparklineBand[]
}

const [width, height] = [100, 36]

export function Sparkline({ label, points, bands = [] }: SparklineProps) {
  const ends = [...points.map(({ x }) => x), ...bands.flatMap(({ from, to }) => [from, to])]
  const [from, to] = [Math.min(...ends), Math.max(...ends)]
  const { line, area } = linePath(points, { from, to, width, height })
  const part = (span: number) => `${(100 * span) / Math.max(1, to - from)}%`
  return (
    <div role="img" aria-label={label} className={css['sparkline']}>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className={css['drawing']} aria-hidden>
        <path d={area} className={css['area']} />
        <path d={line} className={css['line']} vectorEffect="non-scaling-stroke" />
      </svg>
      {bands.length > 0 && (
        <div className={css['bands']}>
          {bands.map((band) => (
            <span
              key={band.from}
              title={band.label}
              className={css['band']}
              style={{ width: part(band.to - band.from), '--band': `var(--dot-${band.tone})` }}
            />
          ))}
        </div>
      )}
    </div>
  )
}
