// Every link of the portal. Nobody else writes an address.

const segment = (id: string) => encodeURIComponent(id)

export const paths = {
  /** `error`: a code that the page has a sentence for. */
  signIn: (next?: string, error?: string) => withQuery('/sign-in', { next, error }),
  signUp: (email?: string, next?: string) =>
    withQuery(email === undefined || email === '' ? '/sign-up' : `/sign-up/${segment(email)}`, { next }),
  signUpVerify: (email?: string) => withQuery('/sign-up/verify', { email }),
  signUpVerified: () => '/sign-up/verified',
  mfaVerify: (next?: string) => withQuery('/mfa-verify', { next }),
  accountRecovery: (next?: string) => withQuery('/account-recovery', { next }),
  forgotPassword: (email?: string) => withQuery('/forgot-password', { email }),
  forgotPasswordVerify: (email?: string) => withQuery('/forgot-password/verify', { email }),
  updatePassword: () => '/update-password',
  deviceCode: (code?: string) => withQuery('/device', { code }),
  welcome: () => '/welcome',

  connections: () => '/connections',
  session: (serviceId: string, sessionId: string) => `/connections/${segment(serviceId)}/${segment(sessionId)}`,

  devices: () => '/devices',
  device: (deviceId: string) => `/devices/${segment(deviceId)}`,
  deviceDetails: (deviceId: string) => `/devices/${segment(deviceId)}/details`,
  deviceEdit: (deviceId: string) => `/devices/${segment(deviceId)}/edit`,
  deviceLogs: (deviceId: string) => `/devices/${segment(deviceId)}/logs`,
  addService: (deviceId: string) => `/devices/${segment(deviceId)}/add`,
  serviceConnect: (deviceId: string, serviceId: string) =>
    `/devices/${segment(deviceId)}/${segment(serviceId)}/connect`,
  serviceEdit: (deviceId: string, serviceId: string) => `/devices/${segment(deviceId)}/${segment(serviceId)}/edit`,

  add: () => '/add',
  addPlatform: (platform: 'linux' | 'raspberrypi' | 'this-system') => `/add/${platform}`,

  logs: () => '/logs',
  account: () => '/account',
  accountOverview: () => '/account/overview',
  accountSecurity: () => '/account/security',
  accountKeys: () => '/account/accessKey',
  settings: () => '/settings',
  settingsOptions: () => '/settings/options',
  settingsNotifications: () => '/settings/notifications',
  outbox: () => '/settings/outbox',
  /** `search`: the list beside it stays searched. */
  outboxMail: (mailId: string, search?: string) => withQuery(`/settings/outbox/${segment(mailId)}`, { q: search }),
} as const

/** What is undefined or empty is left out. */
function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value = '']) =>
    value === '' ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return given.length === 0 ? path : `${path}?${given.join('&')}`
}

/** Where to go after sign-in: only a path of this site, else the device list. */
export function safeNextPath(next: string | null): string {
  const isOwnPath = next !== null && /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-')
  return isOwnPath ? next : paths.devices()
}
