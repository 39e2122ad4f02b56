// The quiet heading of a group of rows.

import type { ReactNode } from 'react'
import css from './SectionTitle.module.css'

export function SectionTitle({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className={css['line']}>
      <h2 className={css['title']}>{children}</h2>
      {end}
    </div>
  )
}
