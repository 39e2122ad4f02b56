// The card in which strangers are met: sign-in, sign-up and what belongs to them.

import type { ReactNode } from 'react'
import { OfflineBanner } from '../../../shell/OfflineBanner.tsx'
import { Brand } from './Brand.tsx'
import { GuestPreferences } from './GuestPreferences.tsx'
import css from './GuestPage.module.css'

export function GuestPage({
  title,
  hint,
  children,
  foot,
}: {
  title: string
  hint?: ReactNode
  children?: ReactNode
  foot?: ReactNode
}) {
  return (
    <div className={css['page']}>
      <div className={css['banner']}>
        <OfflineBanner />
      </div>
      <main className={css['card']}>
        <Brand />
        <h1 className={css['title']}>{title}</h1>
        {hint !== undefined && <p className={css['hint']}>{hint}</p>}
        {children}
        {foot !== undefined && <div className={css['foot']}>{foot}</div>}
      </main>
      <GuestPreferences />
    </div>
  )
}
