// The map of the portal: every address and what stands there. All but sign-in and device list is loaded when first needed.

import { Navigate, type RouteObject } from 'react-router'
import { GuestRoute } from './features/identity/guest/GuestRoute.tsx'
import { MemberRoute } from './features/identity/guest/MemberRoute.tsx'
import { SignInPage } from './features/identity/sign-in/SignInPage.tsx'
import { loadLaterTexts } from './i18n/start.ts'
import { DevicesPage } from './pages/DevicesPage.tsx'
import { paths } from './paths.ts'
import { AppShell } from './shell/AppShell.tsx'
import { loadPage } from './shell/load-page.ts'
import { toDevice, toList, type PageHandle } from './shell/page-handle.ts'
import { RouteCrash } from './shell/RouteCrash.tsx'

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

/** For pages whose texts are not among the first. */
const withLaterTexts =
  <Module,>(code: () => Promise<Module>) =>
  async () => {
    const [module] = await Promise.all([code(), loadLaterTexts()])
    return module
  }

/** The code of the pages that are loaded when first needed. */
const load = {
  devicePages: () => import('./pages/device-routes.tsx'),
  addPages: () => import('./pages/add-routes.tsx'),
  signUpPage: () => import('./features/identity/sign-up/SignUpPage.tsx'),
  signUpVerifyPage: () => import('./features/identity/sign-up/SignUpVerifyPage.tsx'),
  verifiedPage: () => import('./features/identity/sign-up/VerifiedPage.tsx'),
  providerSignUpPage: () => import('./features/identity/sign-up/ProviderSignUpPage.tsx'),
  signUpPasswordPage: () => import('./features/identity/sign-up/SignUpPasswordPage.tsx'),
  forgotPasswordPage: () => import('./features/identity/passwords/ForgotPasswordPage.tsx'),
  forgotPasswordVerifyPage: () => import('./features/identity/passwords/ForgotPasswordVerifyPage.tsx'),
  updatePasswordPage: () => import('./features/identity/passwords/UpdatePasswordPage.tsx'),
  mfaVerifyPage: () => import('./features/identity/sign-in/MfaVerifyPage.tsx'),
  accountRecoveryPage: withLaterTexts(() => import('./features/identity/recovery/AccountRecoveryPage.tsx')),
  deviceCodePage: withLaterTexts(() => import('./features/identity/device/DeviceCodePage.tsx')),
  restoreEmailPage: withLaterTexts(() => import('./features/identity/account/overview/RestoreEmailPage.tsx')),
  welcomePage: () => import('./features/identity/sign-up/WelcomePage.tsx'),
  devicePage: () => import('./pages/DevicePage.tsx'),
  addPage: () => import('./pages/AddPage.tsx'),
  connectionsPage: () => import('./pages/ConnectionsPage.tsx'),
  settingsPage: () => import('./pages/SettingsPage.tsx'),
  optionsPage: () => import('./pages/OptionsPage.tsx'),
  notificationSettingsPage: withLaterTexts(() => import('./features/notifications/NotificationSettingsPage.tsx')),
  outboxPage: withLaterTexts(() => import('./features/identity/outbox/OutboxPage.tsx')),
  accountPage: withLaterTexts(() => import('./pages/AccountPage.tsx')),
  accountOverviewPage: () => import('./features/identity/account/overview/AccountOverviewPage.tsx'),
  accountSecurityPage: () => import('./features/identity/account/security/AccountSecurityPage.tsx'),
  accessKeysPage: () => import('./features/identity/account/access-keys/AccessKeysPage.tsx'),
  logsPage: () => import('./pages/LogsPage.tsx'),
}

const guestRoutes: RouteObject[] = [
  { path: 'sign-in', element: <SignInPage /> },
  {
    path: 'sign-up/:email?',
    lazy: async () => ({ Component: (await loadPage(load.signUpPage)).SignUpPage }),
  },
  {
    path: 'sign-up/verify',
    lazy: async () => ({ Component: (await loadPage(load.signUpVerifyPage)).SignUpVerifyPage }),
  },
  {
    path: 'sign-up/provider',
    lazy: async () => ({ Component: (await loadPage(load.providerSignUpPage)).ProviderSignUpPage }),
  },
  {
    path: 'forgot-password',
    lazy: async () => ({ Component: (await loadPage(load.forgotPasswordPage)).ForgotPasswordPage }),
  },
  {
    path: 'forgot-password/verify',
    lazy: async () => ({ Component: (await loadPage(load.forgotPasswordVerifyPage)).ForgotPasswordVerifyPage }),
  },
  {
    path: 'mfa-verify',
    lazy: async () => ({ Component: (await loadPage(load.mfaVerifyPage)).MfaVerifyPage }),
  },
  {
    path: 'account-recovery',
    lazy: async () => ({ Component: (await loadPage(load.accountRecoveryPage)).AccountRecoveryPage }),
  },
]

/** One form each, without the frame. */
const memberRoutes: RouteObject[] = [
  {
    path: 'update-password',
    lazy: async () => ({ Component: (await loadPage(load.updatePasswordPage)).UpdatePasswordPage }),
  },
  {
    path: 'device',
    lazy: async () => ({ Component: (await loadPage(load.deviceCodePage)).DeviceCodePage }),
  },
]

/** For strangers and for those signed in: a link in a mail may be opened by either. */
const linkRoutes: RouteObject[] = [
  {
    path: 'sign-up/verified',
    lazy: async () => ({ Component: (await loadPage(load.verifiedPage)).VerifiedPage }),
  },
  {
    path: 'sign-up/password',
    lazy: async () => ({ Component: (await loadPage(load.signUpPasswordPage)).SignUpPasswordPage }),
  },
  {
    path: 'restore-email',
    lazy: async () => ({ Component: (await loadPage(load.restoreEmailPage)).RestoreEmailPage }),
  },
  {
    path: 'welcome',
    lazy: async () => ({ Component: (await loadPage(load.welcomePage)).WelcomePage }),
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
    lazy: async () => ({ Component: (await loadPage(load.devicePage)).DevicePage }),
    children: [
      {
        path: 'details',
        handle: inDevices,
        lazy: async () => ({ Component: (await loadPage(load.devicePages)).DetailsRoute }),
      },
      {
        path: 'edit',
        handle: inDevices,
        lazy: async () => ({ Component: (await loadPage(load.devicePages)).EditRoute }),
      },
      {
        path: 'logs',
        handle: inDevices,
        lazy: async () => ({ Component: (await loadPage(load.devicePages)).LogsRoute }),
      },
      {
        path: 'add',
        handle: inDevices,
        lazy: async () => ({ Component: (await loadPage(load.devicePages)).AddServiceRoute }),
      },
      {
        path: ':serviceId',
        children: [
          { index: true, element: <Navigate to="connect" replace /> },
          {
            path: 'connect',
            handle: inDevices,
            lazy: async () => ({ Component: (await loadPage(load.devicePages)).ConnectRoute }),
          },
          {
            path: 'edit',
            handle: inDevices,
            lazy: async () => ({ Component: (await loadPage(load.devicePages)).EditServiceRoute }),
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
    lazy: async () => ({ Component: (await loadPage(load.addPage)).AddPage }),
  },
  {
    path: 'add/linux',
    handle: page({ title: 'devices.add', back: toList('add') }),
    lazy: async () => ({ Component: (await loadPage(load.addPages)).LinuxRoute }),
  },
  {
    path: 'add/raspberrypi',
    handle: page({ title: 'devices.add', back: toList('add') }),
    lazy: async () => ({ Component: (await loadPage(load.addPages)).RaspberryPiRoute }),
  },
  {
    path: 'add/this-system',
    handle: page({ title: 'devices.add', back: toList('add') }),
    lazy: async () => ({ Component: (await loadPage(load.addPages)).ThisSystemRoute }),
  },
  { path: 'add/*', element: <Navigate to={paths.add()} replace /> },
]

const connectionsPage = async () => ({ Component: (await loadPage(load.connectionsPage)).ConnectionsPage })

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
    lazy: async () => ({ Component: (await loadPage(load.settingsPage)).SettingsPage }),
    children: [
      {
        path: 'options',
        handle: page({ title: 'shell.settings', back: toList('settings') }),
        lazy: async () => ({ Component: (await loadPage(load.optionsPage)).OptionsPage }),
      },
      {
        path: 'notifications',
        handle: page({ title: 'shell.notifications', back: toList('settings') }),
        lazy: async () => ({ Component: (await loadPage(load.notificationSettingsPage)).NotificationSettingsPage }),
      },
    ],
  },
]

const inOutbox = {
  title: 'shell.outbox',
  search: { label: 'shell.searchMails', path: paths.outbox() },
} as const
const outboxPage = async () => ({ Component: (await loadPage(load.outboxPage)).OutboxPage })

const outboxRoutes: RouteObject[] = [
  { path: 'settings/outbox', handle: page(inOutbox), lazy: outboxPage },
  { path: 'settings/outbox/:mailId', handle: page({ ...inOutbox, back: toList('outbox') }), lazy: outboxPage },
]

const accountRoutes: RouteObject[] = [
  {
    path: 'account',
    handle: page({ title: 'shell.account' }),
    lazy: async () => ({ Component: (await loadPage(load.accountPage)).AccountPage }),
    children: [
      {
        path: 'overview',
        handle: page({ title: 'shell.account', back: toList('account') }),
        lazy: async () => ({ Component: (await loadPage(load.accountOverviewPage)).AccountOverviewPage }),
      },
      {
        path: 'security',
        handle: page({ title: 'account.security', back: toList('account') }),
        lazy: async () => ({ Component: (await loadPage(load.accountSecurityPage)).AccountSecurityPage }),
      },
      {
        path: 'accessKey',
        handle: page({ title: 'account.keys', back: toList('account') }),
        lazy: async () => ({ Component: (await loadPage(load.accessKeysPage)).AccessKeysPage }),
      },
      { path: '*', element: <Navigate to={paths.accountOverview()} replace /> },
    ],
  },
]

/** Behind the sign-in, in the frame. */
const pageRoutes: RouteObject[] = [
  ...connectionRoutes,
  ...deviceRoutes,
  ...addRoutes,
  {
    path: 'logs',
    handle: page({ title: 'logs.title' }),
    lazy: async () => ({ Component: (await loadPage(load.logsPage)).LogsPage }),
  },
  ...accountRoutes,
  ...settingsRoutes,
  ...outboxRoutes,
  { path: '*', element: <Navigate to={paths.devices()} replace /> },
]

export const routes: RouteObject[] = [
  {
    errorElement: <RouteCrash />,
    // Nothing yet: the page behind is blank for a moment only.
    HydrateFallback: () => null,
    children: [
      { element: <GuestRoute />, children: guestRoutes },
      { element: <MemberRoute />, children: memberRoutes },
      ...linkRoutes,
      {
        element: <AppShell />,
        children: [{ errorElement: <RouteCrash />, children: pageRoutes }],
      },
    ],
  },
]

/** Fetches the code of all pages ahead of the first click on them. What fails now is loaded when it is needed. */
export async function warmUpPages(): Promise<void> {
  await Promise.allSettled(Object.values(load).map((one) => one()))
}
