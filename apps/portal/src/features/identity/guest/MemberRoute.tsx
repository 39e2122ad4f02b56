// Pages of a single form for those who are signed in. Others sign in first, and come back.

import { LoadingScreen } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useLocation } from 'react-router'
import { paths } from '../../../paths.ts'
import { useSession } from '../session.tsx'
import { UnreachablePage } from '../sign-in/UnreachablePage.tsx'

export function MemberRoute() {
  const { t } = useTranslation()
  const { session } = useSession()
  const { pathname, search } = useLocation()
  switch (session.kind) {
    case 'loading':
      return <LoadingScreen label={t('shell.loading')} />
    case 'unreachable':
      return <UnreachablePage />
    case 'signed-out':
      return <Navigate to={paths.signIn(`${pathname}${search}`)} replace />
    case 'signed-in':
      return <Outlet />
  }
}
