// What the router shows when a page throws. A page that could not be loaded comes back by itself.

import { Button, ErrorState, Panel } from '@farport/design-system'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { Crash } from './ErrorBoundary.tsx'
import { PageLoadError } from './load-page.ts'

const lookAgainMs = 2000

export function RouteCrash() {
  const fault = useRouteError()
  return fault instanceof PageLoadError ? <PageNotLoaded /> : <Crash fault={fault} />
}

function PageNotLoaded() {
  const { t } = useTranslation()
  useEffect(() => {
    const timer = setInterval(() => void reloadWhenReady(), lookAgainMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <Panel>
      <ErrorState
        title={t('shell.unreachableTitle')}
        hint={t('shell.unreachable')}
        action={<Button onClick={() => location.reload()}>{t('shell.tryAgain')}</Button>}
      />
    </Panel>
  )
}

/** A reload also brings the pages of a newer version, whose names differ. */
async function reloadWhenReady(): Promise<void> {
  const answer = await fetch('/readyz', { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok === true) location.reload()
}
