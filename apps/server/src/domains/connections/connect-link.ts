// A connect link: a stable public address of a service. What a person may say about one, and what it looks like.

import { accept, refuse, type Result } from '@farport/basics'
import { applicationTypeOf, isIpRange, limits, type AccountId, type ServiceId } from '@farport/vocabulary'

export interface ConnectLink {
  readonly accountId: AccountId
  readonly serviceId: ServiceId
  /** The stable part of its name; nobody guesses it. */
  readonly code: string
  /** For services that are no web pages: of all links one port each. */
  readonly port: number | undefined
  readonly passwordHash: string | undefined
  readonly enabled: boolean
  /** Addresses and ranges; without any, all. */
  readonly allow: readonly string[]
  /** Those that may not, whatever `allow` says. */
  readonly deny: readonly string[]
  readonly createdAt: Date
  /** Who was let in before has to come in anew: its password changed, or it was switched off. */
  readonly visitsFrom: Date
}

export interface LinkArguments {
  /** Undefined leaves it as it is, and so do asterisks; null takes it away. */
  readonly password?: string | null | undefined
  readonly enabled?: boolean | null | undefined
  readonly allow?: readonly string[] | null | undefined
  readonly deny?: readonly string[] | null | undefined
}

export interface LinkChange {
  readonly password: 'keep' | 'none' | { readonly text: string }
  readonly enabled: boolean | undefined
  readonly allow: readonly string[] | undefined
  readonly deny: readonly string[] | undefined
}

export type LinkRefusal = 'password-too-long' | 'password-without-page' | 'address' | 'too-many-addresses'

export const linkRefusalMessages: Record<LinkRefusal, string> = {
  'password-too-long': `Cannot exceed ${limits.linkPasswordLengthMax} characters`,
  'password-without-page':
    'Only web pages can ask for a password: the link of this service is a port. ' +
    'Limit who may use it by addresses instead.',
  address: 'Addresses are IP addresses, or ranges of them such as 192.0.2.0/24.',
  'too-many-addresses': 'A list has at most 100 addresses.',
}

const addressesMax = 100

export function parseLinkChange(wish: LinkArguments): Result<LinkChange, LinkRefusal> {
  const password = parsePassword(wish.password)
  if (!password.ok) return password
  const allow = parseAddresses(wish.allow)
  if (!allow.ok) return allow
  const deny = parseAddresses(wish.deny)
  if (!deny.ok) return deny
  const enabled = wish.enabled ?? undefined
  return accept({ password: password.value, enabled, allow: allow.value, deny: deny.value })
}

function parsePassword(text: string | null | undefined): Result<LinkChange['password'], LinkRefusal> {
  if (text === undefined) return accept('keep')
  const password = text?.trim() ?? ''
  if (password === '') return accept('none')
  // What a form shows in the place of a password, and sends back.
  if (/^\*+$/.test(password)) return accept('keep')
  return password.length > limits.linkPasswordLengthMax ? refuse('password-too-long') : accept({ text: password })
}

function parseAddresses(
  texts: readonly string[] | null | undefined,
): Result<readonly string[] | undefined, LinkRefusal> {
  if (texts === undefined || texts === null) return accept(undefined)
  if (texts.length > addressesMax) return refuse('too-many-addresses')
  const addresses = new Set<string>()
  for (const text of texts) {
    const address = text.length > 64 ? '' : text.trim().toLowerCase()
    if (!isIpRange(address)) return refuse('address')
    addresses.add(address)
  }
  return accept([...addresses])
}

/** 80 bits. */
export const linkCodeBytes = 10

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** A DNS label. */
export function linkCodeOf(random: Uint8Array): string {
  let bits = 0n
  for (const byte of random.subarray(0, linkCodeBytes)) bits = (bits << 8n) | BigInt(byte)
  let code = ''
  for (; code.length < 16; bits >>= 5n) code = alphabet[Number(bits & 31n)] + code
  return code
}

/** Beside those that relays open for connections. */
export const linkPorts = { first: 30_000, last: 39_999 } as const

/** Whether its link is a port: only a web page can be told from others by its name. */
export const needsPort = (service: { readonly application: number }): boolean =>
  !applicationTypeOf(service.application).proxy

/** What nobody would ever be asked for must not look like a protection. One that is there may stay, and be taken away. */
export function judgeLinkChange(
  { password }: Pick<LinkChange, 'password'>,
  service: { readonly application: number },
): Result<void, LinkRefusal> {
  return typeof password === 'object' && needsPort(service) ? refuse('password-without-page') : accept(undefined)
}

/** `https://` and a name of its own for web pages; else the port is what is stable. */
export function linkUrl(
  link: Pick<ConnectLink, 'code' | 'port'>,
  service: { readonly application: number },
  linksDomain: string,
  httpsPort = 443,
): string {
  const host = `${link.code}.${linksDomain}`
  if (!needsPort(service)) return httpsPort === 443 ? `https://${host}` : `https://${host}:${httpsPort}`
  const scheme = applicationTypeOf(service.application).protocol.toLowerCase()
  return link.port === undefined ? `${scheme}://${host}` : `${scheme}://${host}:${link.port}`
}

/** Whether those who were let in have to come in anew. */
export const endsVisits = (
  before: Pick<ConnectLink, 'passwordHash' | 'enabled'>,
  after: Pick<ConnectLink, 'passwordHash' | 'enabled'>,
): boolean => before.passwordHash !== after.passwordHash || (before.enabled && !after.enabled)

/** What is shown in the place of a password. */
export const maskedPassword = '********'
