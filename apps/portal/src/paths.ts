// Every link of the portal. Nobody else writes an address.

const segment = (id: string) => encodeURIComponent(id)

export const paths = {
  signIn: (next?: string) => (next === undefined ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`),
  signUp: (email?: string) => (email === undefined || email === '' ? '/sign-up' : `/sign-up/${segment(email)}`),
  signUpVerify: (email?: string) =>
    email === undefined ? '/sign-up/verify' : `/sign-up/verify?email=${encodeURIComponent(email)}`,
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
  settings: () => '/settings',
  settingsOptions: () => '/settings/options',
  outbox: () => '/settings/outbox',
} as const

/** Where to go after sign-in: only a path of this site, else the device list. */
export function safeNextPath(next: string | null): string {
  const isOwnPath = next !== null && /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-')
  return isOwnPath ? next : paths.devices()
}
