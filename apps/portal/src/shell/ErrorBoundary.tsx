// Catches what no page foresaw, says so, and starts again.

import { Button, ErrorState } from '@farport/design-system'
import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from './ErrorBoundary.module.css'

interface ErrorBoundaryState {
  fault: unknown
}

export class ErrorBoundary extends Component<{ children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { fault: undefined }

  static getDerivedStateFromError(fault: unknown): ErrorBoundaryState {
    return { fault }
  }

  override render(): ReactNode {
    return this.state.fault === undefined ? this.props.children : <Crash fault={this.state.fault} />
  }
}

export function Crash({ fault }: { fault: unknown }) {
  const { t } = useTranslation()
  return (
    <div className={css['crash']}>
      <ErrorState
        title={t('shell.crashTitle')}
        action={<Button onClick={() => location.reload()}>{t('shell.restart')}</Button>}
      />
      <pre className={css['trace']}>{fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}</pre>
    </div>
  )
}
