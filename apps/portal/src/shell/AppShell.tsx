// The frame around every page behind the sign-in.

import { AppFrame, Button, LoadingScreen, NoticeBanner } from '@farport/design-system'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useLocation, useMatches } from 'react-router'
import { RegistrationNotices } from '../features/devices/RegistrationNotices.tsx'
import { isNewOperator, useSession } from '../features/identity/index.ts'
import { LiveEvents } from '../live/live-events.tsx'
import { paths } from '../paths.ts'
import { BottomBar } from './BottomBar.tsx'
import { Header } from './Header.tsx'
import { NavigationProgress } from './NavigationProgress.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { currentPage } from './page-handle.ts'
import { Sidebar } from './Sidebar.tsx'
import { useLayout } from './use-layout.ts'

export function AppShell() {
  const { t } = useTranslation()
  const { session, api, check } = useSession()
  const { pathname, search } = useLocation()

  switch (session.kind) {
    case 'loading':
      return <LoadingScreen label={t('shell.loading')} />
    case 'unreachable':
      return (
        <div style={{ maxWidth: 520, margin: '20vh auto', padding: '0 1rem' }}>
          <NoticeBanner
            tone="warning"
            title={t('shell.unreachableTitle')}
            action={
              <Button size="xs" variant="default" onClick={() => void check()}>
                {t('shell.tryAgain')}
              </Button>
            }
          >
            {t('shell.unreachable')}
          </NoticeBanner>
        </div>
      )
    case 'signed-out':
      return <Navigate to={pathname === '/' ? paths.signIn() : paths.signIn(`${pathname}${search}`)} replace />
    case 'signed-in':
      if (isNewOperator(session.viewer)) return <Navigate to={paths.welcome()} replace />
      return (
        <LiveEvents key={session.viewer.id} refresh={api.refresh}>
          <RegistrationNotices />
          <SignedInFrame />
        </LiveEvents>
      )
  }
}

function SignedInFrame() {
  const { t } = useTranslation()
  const { isPhone, hasTwoPanels, hasFixedSidebar } = useLayout()
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  const page = currentPage(useMatches(), { hasTwoPanels })

  return (
    <AppFrame
      skipLabel={t('shell.skip')}
      sidebarLabel={t('shell.navigation')}
      sidebar={<Sidebar onNavigate={() => setIsDrawerOpen(false)} />}
      isSidebarFixed={hasFixedSidebar}
      isDrawerOpen={isDrawerOpen}
      onDrawerClose={() => setIsDrawerOpen(false)}
      banner={<OfflineBanner />}
      header={
        <Header page={page} isPhone={isPhone} onMenu={hasFixedSidebar ? undefined : () => setIsDrawerOpen(true)} />
      }
      bottomBar={isPhone && page?.isRoot !== false ? <BottomBar /> : undefined}
    >
      <NavigationProgress />
      <Suspense fallback={<LoadingScreen label={t('shell.loading')} />}>
        <Outlet />
      </Suspense>
    </AppFrame>
  )
}
