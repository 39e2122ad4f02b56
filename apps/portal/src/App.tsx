// Everything that stands around the pages: texts, theme, session, router.

import { DesignSystemProvider } from '@farport/design-system'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import i18next from 'i18next'
import { SessionProvider } from './features/identity/index.ts'
import { createLiveApi } from './live/live-api.ts'
import { ErrorBoundary } from './shell/ErrorBoundary.tsx'

const createApi = (options: { onSignedOut: () => void }) =>
  createLiveApi({ ...options, language: () => i18next.language })

export function App({ router }: { router: DataRouter }) {
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
        <SessionProvider createApi={createApi}>
          <RouterProvider router={router} />
        </SessionProvider>
      </ErrorBoundary>
    </DesignSystemProvider>
  )
}
