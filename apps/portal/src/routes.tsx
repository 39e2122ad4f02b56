// The map of the portal: every address and what stands there. All but sign-in and device list is loaded when first needed.

import { Navigate, type RouteObject } from 'react-router'
import { GuestRoute } from './features/identity/GuestRoute.tsx'
import { SignInPage } from './features/identity/SignInPage.tsx'
import { DevicesPage } from './pages/DevicesPage.tsx'
import { paths } from './paths.ts'
import { AppShell } from './shell/AppShell.tsx'
import { RouteCrash } from './shell/ErrorBoundary.tsx'
import type { PageHandle } from './shell/page-handle.ts'

const deviceSearch = { label: 'shell.searchDevices', path: paths.devices() } as const
const page = (handle: PageHandle): PageHandle => handle

export const routes: RouteObject[] = [
  {
    errorElement: <RouteCrash />,
    children: [
      {
        element: <GuestRoute />,
        children: [
          { path: 'sign-in', element: <SignInPage /> },
          {
            path: 'sign-up/:email?',
            lazy: async () => ({ Component: (await import('./features/identity/SignUpPage.tsx')).SignUpPage }),
          },
          {
            path: 'sign-up/verify',
            lazy: async () => ({ Component: (await import('./features/identity/SignUpVerifyPage.tsx')).SignUpVerifyPage }),
          },
        ],
      },
      {
        path: 'sign-up/verified',
        lazy: async () => ({ Component: (await import('./features/identity/VerifiedPage.tsx')).VerifiedPage }),
      },
      {
        path: 'welcome',
        lazy: async () => ({ Component: (await import('./features/identity/WelcomePage.tsx')).WelcomePage }),
      },
      {
        element: <AppShell />,
        children: [
          {
            path: 'devices',
            element: <DevicesPage />,
            handle: page({ title: 'shell.devices', search: deviceSearch }),
          },
          { path: '*', element: <Navigate to={paths.devices()} replace /> },
        ],
      },
    ],
  },
]
