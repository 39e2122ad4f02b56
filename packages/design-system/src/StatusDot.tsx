// A small round mark of a state. Colour is never alone: the label says it too, visibly or to a screen reader.

import { clsx } from 'clsx'
import type { Tone } from './tones.ts'
import css from './StatusDot.module.css'

interface StatusDotProps {
  tone: Tone
  label: string
  /** A soft ring that breathes, for something in use or under way. */
  isPulsing?: boolean
  size?: number
}

export function StatusDot({ tone, label, isPulsing = false, size = 9 }: StatusDotProps) {
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={clsx(css['dot'], isPulsing && css['pulsing'])}
      style={{ '--dot': `var(--dot-${tone})`, '--dot-size': `${size}px` }}
    />
  )
}
