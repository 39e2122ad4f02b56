// The map of the portal: every address and what stands there. All but sign-in and device list is loaded when first needed.

import { Navigate, type RouteObject } from 'react-router'
import { GuestRoute } from './features/identity/GuestRoute.tsx'
import { SignInPage } from './features/identity/SignInPage.tsx'
import { DevicesPage } from './pages/DevicesPage.tsx'
import { paths } from './paths.ts'
import { AppShell } from './shell/AppShell.tsx'
import { RouteCrash } from './shell/ErrorBoundary.tsx'
import { toDevice, toList, type PageHandle } from './shell/page-handle.ts'

const page = (handle: PageHandle): PageHandle => handle
const inDevices = page({
  title: 'shell.devices',
  back: toDevice,
  search: { label: 'shell.searchDevices', path: paths.devices() },
})
const inConnections = {
  title: 'shell.connections',
  search: { label: 'shell.searchConnections', path: paths.connections() },
} as const

const devicePages = () => import('./pages/device-routes.tsx')
const addPages = () => import('./pages/add-routes.tsx')

const guestRoutes: RouteObject[] = [
  { path: 'sign-in', element: <SignInPage /> },
  {
    path: 'sign-up/:email?',
    lazy: async () => ({ Component: (await import('./features/identity/SignUpPage.tsx')).SignUpPage }),
  },
  {
    path: 'sign-up/verify',
    lazy: async () => ({ Component: (await import('./features/identity/SignUpVerifyPage.tsx')).SignUpVerifyPage }),
  },
]

/** For strangers and for those signed in: a link in a mail may be opened by either. */
const linkRoutes: RouteObject[] = [
  {
    path: 'sign-up/verified',
    lazy: async () => ({ Component: (await import('./features/identity/VerifiedPage.tsx')).VerifiedPage }),
  },
  {
    path: 'welcome',
    lazy: async () => ({ Component: (await import('./features/identity/WelcomePage.tsx')).WelcomePage }),
  },
]

const deviceRoutes: RouteObject[] = [
  {
    path: 'devices',
    element: <DevicesPage />,
    handle: page({ title: 'shell.devices', search: { label: 'shell.searchDevices', path: paths.devices() } }),
  },
  {
    path: 'devices/:deviceId',
    handle: inDevices,
    lazy: async () => ({ Component: (await import('./pages/DevicePage.tsx')).DevicePage }),
    children: [
      { path: 'details', handle: inDevices, lazy: async () => ({ Component: (await devicePages()).DetailsRoute }) },
      { path: 'edit', handle: inDevices, lazy: async () => ({ Component: (await devicePages()).EditRoute }) },
      { path: 'logs', handle: inDevices, lazy: async () => ({ Component: (await devicePages()).LogsRoute }) },
      { path: 'add', handle: inDevices, lazy: async () => ({ Component: (await devicePages()).AddServiceRoute }) },
      {
        path: ':serviceId',
        children: [
          { index: true, element: <Navigate to="connect" replace /> },
          { path: 'connect', handle: inDevices, lazy: async () => ({ Component: (await devicePages()).ConnectRoute }) },
          {
            path: 'edit',
            handle: inDevices,
            lazy: async () => ({ Component: (await devicePages()).EditServiceRoute }),
          },
          { path: '*', element: <Navigate to="../connect" replace /> },
        ],
      },
    ],
  },
]

const addRoutes: RouteObject[] = [
  {
    path: 'add',
    handle: page({ title: 'devices.add', back: toList('devices') }),
    lazy: async () => ({ Component: (await import('./pages/AddPage.tsx')).AddPage }),
  },
  {
    path: 'add/linux',
    handle: page({ title: 'devices.add', back: toList('add') }),
    lazy: async () => ({ Component: (await addPages()).LinuxRoute }),
  },
  {
    path: 'add/raspberrypi',
    handle: page({ title: 'devices.add', back: toList('add') }),
    lazy: async () => ({ Component: (await addPages()).RaspberryPiRoute }),
  },
  {
    path: 'add/this-system',
    handle: page({ title: 'devices.add', back: toList('add') }),
    lazy: async () => ({ Component: (await addPages()).ThisSystemRoute }),
  },
  { path: 'add/*', element: <Navigate to={paths.add()} replace /> },
]

const connectionsPage = async () => ({ Component: (await import('./pages/ConnectionsPage.tsx')).ConnectionsPage })

const connectionRoutes: RouteObject[] = [
  { path: 'connections', handle: page(inConnections), lazy: connectionsPage },
  {
    path: 'connections/:serviceId/:sessionId?',
    handle: page({ ...inConnections, back: toList('connections') }),
    lazy: connectionsPage,
  },
]

const settingsRoutes: RouteObject[] = [
  {
    path: 'settings',
    handle: page({ title: 'shell.settings' }),
    lazy: async () => ({ Component: (await import('./pages/SettingsPage.tsx')).SettingsPage }),
    children: [
      {
        path: 'options',
        handle: page({ title: 'shell.settings', back: toList('settings') }),
        lazy: async () => ({ Component: (await import('./pages/OptionsPage.tsx')).OptionsPage }),
      },
      {
        path: 'outbox',
        handle: page({ title: 'shell.outbox', back: toList('settings') }),
        lazy: async () => ({ Component: (await import('./features/identity/OutboxPage.tsx')).OutboxPage }),
      },
    ],
  },
]

export const routes: RouteObject[] = [
  {
    errorElement: <RouteCrash />,
    // Nothing yet: the page behind is blank for a moment only.
    HydrateFallback: () => null,
    children: [
      { element: <GuestRoute />, children: guestRoutes },
      ...linkRoutes,
      {
        element: <AppShell />,
        children: [
          ...connectionRoutes,
          ...deviceRoutes,
          ...addRoutes,
          {
            path: 'logs',
            handle: page({ title: 'logs.title' }),
            lazy: async () => ({ Component: (await import('./pages/LogsPage.tsx')).LogsPage }),
          },
          ...settingsRoutes,
          { path: '*', element: <Navigate to={paths.devices()} replace /> },
        ],
      },
    ],
  },
]
