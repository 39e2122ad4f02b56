// A notice that stays in the page: what is the matter, and what to do about it.

import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Tone } from './tones.ts'
import css from './NoticeBanner.module.css'

interface NoticeBannerProps {
  tone: Tone
  title?: string
  children?: ReactNode
  action?: ReactNode
}

export function NoticeBanner({ tone, title, children, action }: NoticeBannerProps) {
  const Icon =
    tone === 'success' ? IconCircleCheck : tone === 'danger' || tone === 'warning' ? IconAlertTriangle : IconInfoCircle
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={css['banner']}
      style={{ '--tint': `var(--tint-${tone})`, '--mark': `var(--dot-${tone})` }}
    >
      <Icon size={18} className={css['icon']} aria-hidden />
      <div className={css['text']}>
        {title !== undefined && <strong>{title}</strong>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {action !== undefined && <div className={css['action']}>{action}</div>}
    </div>
  )
}
