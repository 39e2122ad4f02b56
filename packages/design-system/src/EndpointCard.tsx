// An address to use, large. Pointing at a copy button shows the very text that it would copy.

import { useState, type ReactNode } from 'react'
import { CopyButton } from './CopyButton.tsx'
import css from './EndpointCard.module.css'

export interface EndpointCopy {
  label: string
  value: string
  icon?: ReactNode
}

interface EndpointCardProps {
  title: string
  address: string
  copies: readonly EndpointCopy[]
  actions?: ReactNode
  /** Under the buttons: a command to paste, for instance. */
  children?: ReactNode
  /** Under the address: who may use it, how long it lives. */
  note?: ReactNode
}

export function EndpointCard({ title, address, copies, actions, children, note }: EndpointCardProps) {
  const [preview, setPreview] = useState<EndpointCopy | undefined>(undefined)
  return (
    <section className={css['card']} aria-label={title}>
      <p className={css['title']}>{preview?.label ?? title}</p>
      <p className={css['address']} data-preview={preview !== undefined || undefined}>
        {preview?.value ?? address}
      </p>
      <div className={css['bar']}>
        <div className={css['copies']}>
          {copies.map((copy) => (
            <CopyButton
              key={copy.label}
              look="button"
              label={copy.label}
              value={copy.value}
              icon={copy.icon}
              onPreview={(isPreviewed) => setPreview(isPreviewed ? copy : undefined)}
            />
          ))}
        </div>
        {actions}
      </div>
      {children !== undefined && <div className={css['more']}>{children}</div>}
      {note !== undefined && <div className={css['note']}>{note}</div>}
    </section>
  )
}
