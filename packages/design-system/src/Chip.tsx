// A small label with a meaning: a state, a kind, a number.

import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Tone } from './tones.ts'
import css from './Chip.module.css'

interface ChipProps {
  tone?: Tone
  children: ReactNode
  title?: string
  isStruck?: boolean
}

export function Chip({ tone = 'neutral', children, title, isStruck = false }: ChipProps) {
  return (
    <span className={clsx(css['chip'], isStruck && css['struck'])} data-tone={tone} title={title}>
      {children}
    </span>
  )
}
