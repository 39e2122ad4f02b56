// Things in a frame, one below the other, each with what can be done to it. On a narrow screen the deeds move below.

import type { ReactNode } from 'react'
import css from './RowList.module.css'

export function RowList({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className={css['list']} aria-label={label}>
      {children}
    </ul>
  )
}

interface RowProps {
  mark?: ReactNode
  title: ReactNode
  detail?: ReactNode
  end?: ReactNode
  children?: ReactNode
}

export function Row({ mark, title, detail, end, children }: RowProps) {
  return (
    <li className={css['row']}>
      <div className={css['line']}>
        {mark !== undefined && (
          <span className={css['mark']} aria-hidden>
            {mark}
          </span>
        )}
        <div className={css['text']}>
          <div className={css['title']}>{title}</div>
          {detail !== undefined && <div className={css['detail']}>{detail}</div>}
        </div>
        {end !== undefined && <div className={css['end']}>{end}</div>}
      </div>
      {children !== undefined && <div className={css['more']}>{children}</div>}
    </li>
  )
}
