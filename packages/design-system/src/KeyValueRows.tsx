// Facts as label and value, one under the other; a value can be copied or left out.

import type { ReactNode } from 'react'
import { CopyButton } from './CopyButton.tsx'
import css from './KeyValueRows.module.css'

export interface KeyValueRow {
  label: string
  /** A row without a value is left out. */
  value: ReactNode | null | undefined
  /** With its label, adds a copy button. */
  copy?: { value: string; label: string }
  isMonospaced?: boolean
}

export function KeyValueRows({ rows }: { rows: readonly KeyValueRow[] }) {
  return (
    <dl className={css['rows']}>
      {rows
        .filter((row) => row.value !== null && row.value !== undefined && row.value !== '')
        .map((row) => (
          <div key={row.label} className={css['row']}>
            <dt className={css['label']}>{row.label}</dt>
            <dd className={css['value']} data-mono={row.isMonospaced === true || undefined}>
              <span>{row.value}</span>
              {row.copy !== undefined && <CopyButton value={row.copy.value} label={row.copy.label} />}
            </dd>
          </div>
        ))}
    </dl>
  )
}
