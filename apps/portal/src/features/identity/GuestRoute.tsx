// Pages for strangers. Whoever is signed in already goes on to where they wanted.

import { LoadingScreen } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useSearchParams } from 'react-router'
import { safeNextPath } from '../../paths.ts'
import { useSession } from './session.tsx'

export function GuestRoute() {
  const { t } = useTranslation()
  const { session } = useSession()
  const [search] = useSearchParams()
  if (session.kind === 'loading') return <LoadingScreen label={t('shell.loading')} />
  if (session.kind === 'signed-in') return <Navigate to={safeNextPath(search.get('next'))} replace />
  return <Outlet />
}
