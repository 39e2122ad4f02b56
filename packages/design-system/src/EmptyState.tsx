// An empty place: what would be here, and what to do next.

import type { ReactNode } from 'react'
import css from './EmptyState.module.css'

interface EmptyStateProps {
  icon?: ReactNode
  title: string
  hint?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon, title, hint, action }: EmptyStateProps) {
  return (
    <div className={css['empty']}>
      {icon !== undefined && (
        <div className={css['icon']} aria-hidden>
          {icon}
        </div>
      )}
      <p className={css['title']}>{title}</p>
      {hint !== undefined && <p className={css['hint']}>{hint}</p>}
      {action !== undefined && <div className={css['action']}>{action}</div>}
    </div>
  )
}
