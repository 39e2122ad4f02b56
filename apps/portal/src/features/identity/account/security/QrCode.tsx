// A text as a QR code, drawn as one path. Always dark on light: many cameras do not read the reverse.

import { useMemo } from 'react'
import { encode } from 'uqr'
import css from './QrCode.module.css'

const quietZone = 2

export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => draw(text), [text])
  return (
    <svg
      className={css['code']}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}

/** Each run of dark modules in a row is one stroke of the path. */
function draw(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const strokes = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1] === true) return []
      const end = row.indexOf(false, x)
      return [`M${x} ${y}h${(end === -1 ? size : end) - x}v1H${x}z`]
    }),
  )
  return { path: strokes.join(''), size }
}
