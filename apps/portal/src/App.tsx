// Everything that stands around the pages: texts, theme, session, router.

import { DesignSystemProvider } from '@farport/design-system'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { SessionProvider, type SessionStore } from './features/identity/index.ts'
import { ErrorBoundary } from './shell/ErrorBoundary.tsx'

interface AppProps {
  router: DataRouter
  session: SessionStore
}

export function App({ router, session }: AppProps) {
  const { t } = useTranslation()
  const texts = useMemo(
    () => ({
      copied: t('shell.copied'),
      cancel: t('shell.cancel'),
      save: t('shell.save'),
      edit: t('shell.edit'),
      close: t('shell.close'),
      resizePanels: t('shell.resizePanels'),
      fieldRequired: t('shell.fieldRequired'),
      fieldTooLong: t('shell.fieldTooLong'),
    }),
    [t],
  )
  return (
    <DesignSystemProvider texts={texts}>
      <ErrorBoundary>
        <SessionProvider store={session}>
          <RouterProvider router={router} />
        </SessionProvider>
      </ErrorBoundary>
    </DesignSystemProvider>
  )
}
