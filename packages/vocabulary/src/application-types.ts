// The kinds of program that a service can be: how each is named, reached and launched. Ids are those of the API.

export type TransportProtocol = 'TCP' | 'UDP'

/** Templates hold bracketed tokens: host, port, id, username, app, path. */
export interface LaunchTemplates {
  /** Opened by the system, by its scheme. */
  readonly url?: string
  /** Run in a terminal, per system; `default` where no other fits. */
  readonly command?: { readonly default?: string; readonly windows?: string; readonly mac?: string }
}

export interface ApplicationType {
  readonly id: number
  readonly name: string
  /** The usual port, 0 when there is none. */
  readonly port: number
  /** It can be a web link. */
  readonly proxy: boolean
  readonly scheme?: string
  readonly protocol: TransportProtocol
  readonly description: string
  readonly launch: LaunchTemplates
  /** `offered` in forms; `legacy` only on services that have it already; `device` is the device itself. */
  readonly use: 'offered' | 'legacy' | 'device'
}

export const applicationId = {
  tcp: 1,
  vnc: 4,
  rdp: 5,
  http: 7,
  https: 8,
  ssh: 28,
  smb: 34,
  bulkService: 35,
  screenView: 48,
  socks: 49,
  udp: 32_769,
} as const

const tcp = { proxy: false, protocol: 'TCP', use: 'offered' } as const
const udp = { proxy: false, protocol: 'UDP', use: 'offered', launch: {} } as const
const schemeUrl = { url: '[scheme]://[host]:[port]' }
const http = { ...tcp, port: 80, proxy: true, scheme: 'http', launch: { url: 'http://[host]:[port]' } } as const
const https = { ...tcp, port: 443, proxy: true, scheme: 'https', launch: { url: 'https://[host]:[port]' } } as const

export const applicationTypes: readonly ApplicationType[] = [
  { ...tcp, id: 1, name: 'TCP', port: 0, description: 'Any TCP port.', launch: {} },
  {
    ...tcp,
    id: 4,
    name: 'VNC',
    port: 5900,
    scheme: 'vnc',
    description: 'Remote desktop by VNC.',
    launch: {
      url: 'vnc://[username]@[host]:[port]',
      command: {
        windows: '"[path]" -Username "[username]" [host]:[port]',
        mac: 'open -a "[app]" --args [host]:[port]',
      },
    },
  },
  {
    ...tcp,
    id: 5,
    name: 'RDP',
    port: 3389,
    scheme: 'rdp',
    description: 'Windows remote desktop.',
    launch: { url: 'rdp://full%20address=s%3A[host]%3A[port]', command: { windows: 'mstsc /v: [host]:[port]' } },
  },
  { ...http, id: 7, name: 'HTTP', description: 'A web site without encryption.' },
  { ...https, id: 8, name: 'HTTPS', description: 'A web site with encryption.' },
  { ...https, id: 10, name: 'Secure Browser', description: 'A web site with encryption.', use: 'legacy' },
  {
    ...tcp,
    id: 28,
    name: 'SSH',
    port: 22,
    scheme: 'ssh',
    description: 'Secure shell: a terminal, files by scp and sftp.',
    launch: {
      url: 'ssh://[username]@[host]:[port]',
      command: { default: 'ssh -l [username] [host] -p [port]', windows: 'ssh [username]@[host] -p [port]' },
    },
  },
  { ...http, id: 30, name: 'Browser', description: 'A web site without encryption.', use: 'legacy' },
  { ...https, id: 33, name: 'Secure Browser', description: 'A web site with encryption.', use: 'legacy' },
  {
    ...tcp,
    id: 34,
    name: 'SMB',
    port: 445,
    scheme: 'smb',
    description: 'Shared folders by SMB (Samba).',
    launch: { url: 'smb://[host]:[port]', command: { windows: '\\\\[host]:[port]' } },
  },
  { ...tcp, id: 35, name: 'Bulk Service', port: 0, description: 'The device itself.', launch: {}, use: 'device' },
  {
    ...tcp,
    id: 37,
    name: 'NxWitness',
    port: 7001,
    proxy: true,
    scheme: 'https',
    description: 'Nx Witness video server.',
    launch: schemeUrl,
  },
  {
    ...tcp,
    id: 38,
    name: 'Nextcloud',
    port: 443,
    proxy: true,
    scheme: 'https',
    description: 'Nextcloud files and calendars.',
    launch: schemeUrl,
  },
  { ...tcp, id: 39, name: 'OpenVPN TCP', port: 1194, description: 'OpenVPN over TCP.', launch: {} },
  { ...tcp, id: 41, name: 'Minecraft', port: 25_565, description: 'A Minecraft (Java) server.', launch: {} },
  {
    ...tcp,
    id: 42,
    name: 'Admin Panel',
    port: 29_999,
    proxy: true,
    scheme: 'http',
    description: 'The admin panel of the agent.',
    launch: schemeUrl,
  },
  { ...tcp, id: 43, name: 'Terraria', port: 7777, description: 'A Terraria server.', launch: {} },
  { ...tcp, id: 44, name: 'Redis', port: 6379, scheme: 'redis', description: 'A Redis database.', launch: schemeUrl },
  {
    ...tcp,
    id: 45,
    name: 'MySQL',
    port: 3306,
    scheme: 'mysql',
    description: 'A MySQL or MariaDB database.',
    launch: schemeUrl,
  },
  {
    ...tcp,
    id: 46,
    name: 'PostgreSQL',
    port: 5432,
    scheme: 'postgresql',
    description: 'A PostgreSQL database.',
    launch: schemeUrl,
  },
  {
    ...tcp,
    id: 47,
    name: 'Docker API',
    port: 2375,
    description: 'The API of a Docker engine.',
    launch: { command: { default: 'docker -H [host]:[port] ps' } },
  },
  {
    ...tcp,
    id: 48,
    name: 'ScreenView',
    port: 5900,
    description: 'The screen of the device, in the browser.',
    launch: {},
  },
  {
    ...tcp,
    id: 49,
    name: 'SOCKS Proxy',
    port: 1080,
    scheme: 'socks5',
    description: 'Browse as if from the device: its agent is the SOCKS5 server.',
    launch: {},
  },
  { ...udp, id: 32_769, name: 'UDP', port: 0, description: 'Any UDP port.' },
  { ...udp, id: 32_770, name: 'WireGuard', port: 51_820, description: 'A WireGuard tunnel.' },
  { ...udp, id: 32_771, name: 'Minecraft Bedrock', port: 19_132, description: 'A Minecraft Bedrock server.' },
  { ...udp, id: 32_772, name: 'OpenVPN UDP', port: 1194, description: 'OpenVPN over UDP.' },
]

/** The type of the id; for an id that is unknown, plain TCP. */
export function applicationTypeOf(id: number): ApplicationType {
  return typeById.get(id) ?? fallbackType
}

/** Forms and pickers show these, the likeliest first. */
export const preferredApplications: readonly number[] = [48, 49, 8, 7, 28, 4, 5, 34]

/** The chips of the add-service form. */
export const quickApplications: readonly number[] = [5, 7, 8, 28, 48, 49]

/** Chosen at first in the add-service form. */
export const defaultApplication: number = applicationId.https

/** What a newly registered device gets when its registration names no services. */
export const defaultServices: readonly number[] = [applicationId.ssh]

const typeById = new Map(applicationTypes.map((type) => [type.id, type]))
const fallbackType: ApplicationType = applicationTypes[0]! // the table begins with TCP
