// What the URL of a webhook may be, by its form. Where its name leads is looked at when it is used.

import { isIP } from 'node:net'
import { accept, refuse, type Result } from '@farport/basics'
import type { AddressGuard } from './webhook-address.ts'

export const webhookUrlLengthMax = 2048

export const webhookUrlMessages = {
  invalid: 'Please provide a valid URL',
  'with-credentials': 'A webhook cannot have a user name or a password in its URL; check its signature instead.',
  'odd-port': 'Webhooks go to port 80, to port 443, or to one from 1024 that is not known for something else.',
  internal: 'This address is internal. The operator of this installation would have to allow its network.',
} as const

export type WebhookUrlRefusal = keyof typeof webhookUrlMessages

/** The URL in its usual form. */
export function parseWebhookUrl(text: string, mayReach: AddressGuard): Result<string, WebhookUrlRefusal> {
  const trimmed = text.trim()
  const url = trimmed.length > webhookUrlLengthMax ? null : URL.parse(trimmed)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === null || !isWeb || !/^https?:\/\//i.test(trimmed)) return refuse('invalid')
  if (url.username !== '' || url.password !== '') return refuse('with-credentials')
  if (url.port !== '' && !isWebPort(Number(url.port))) return refuse('odd-port')
  const address = addressIn(url)
  if (address !== undefined && !mayReach(address)) return refuse('internal')
  url.hash = ''
  return url.href.length > webhookUrlLengthMax ? refuse('invalid') : accept(url.href)
}

/** The host when it is an address, without the brackets of IPv6. The URL has made `0x7f.1` an address already. */
export function addressIn({ hostname }: URL): string | undefined {
  const plain = hostname.replace(/^\[|\]$/g, '')
  return isIP(plain) === 0 ? undefined : plain
}

/** Nobody is to be made to speak HTTP to a mail server or a database. */
function isWebPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && !takenPorts.has(port))
}

/** What browsers do not speak HTTP to, and databases. */
const takenPorts: ReadonlySet<number> = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 4222, 5060, 5061, 5432, 5672,
  6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9092, 10080, 11211, 27017,
])
