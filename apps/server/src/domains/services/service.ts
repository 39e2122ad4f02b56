// A service: a port that a device's agent connects streams to. Here: how one has to look.

import { accept, refuse, type Result } from '@farport/basics'
import {
  applicationId,
  applicationTypeOf,
  ipVersionOf,
  limits,
  parsePlainName,
  plainNameRefusalMessage,
  type AccountId,
  type Attributes,
  type DeviceId,
  type DeviceState,
  type ServiceId,
} from '@farport/vocabulary'

export interface Service {
  readonly id: ServiceId
  readonly accountId: AccountId
  readonly deviceId: DeviceId
  readonly name: string
  readonly application: number
  /** As the device sees it. */
  readonly host: string
  readonly port: number
  readonly enabled: boolean
  readonly attributes: Attributes
  readonly createdAt: Date
}

/** What a person may say about a service; what is left out stays, or gets its default. */
export interface ServiceWish {
  readonly name?: string | null | undefined
  readonly application?: number | null | undefined
  readonly host?: string | null | undefined
  readonly port?: number | null | undefined
  readonly enabled?: boolean | null | undefined
}

export type ServiceSettings = Pick<Service, 'name' | 'application' | 'host' | 'port' | 'enabled'>

export type ServiceRefusal = 'name-too-long' | 'name-not-text' | 'host-invalid' | 'application-invalid'

const nameRefusals = { 'too-long': 'name-too-long', 'not-text': 'name-not-text' } as const

export const serviceRefusalMessages: Record<ServiceRefusal, string> = {
  'name-too-long': plainNameRefusalMessage('too-long', limits.nameLengthMax),
  'name-not-text': plainNameRefusalMessage('not-text', limits.nameLengthMax),
  'host-invalid': 'Please enter a valid host name or IP address.',
  'application-invalid': 'There is no such type of service.',
}

const hostDefault = 'localhost'
/** A port that nobody stated, for a type that has no usual one. */
const portDefault = 1

export function newService(wish: ServiceWish): Result<ServiceSettings, ServiceRefusal> {
  const application = wish.application ?? applicationId.tcp
  const type = applicationTypeOf(application)
  return checkService({
    application,
    name: wish.name ?? '',
    host: wish.host ?? hostDefault,
    port: wish.port ?? (type.port || portDefault),
    enabled: wish.enabled ?? true,
  })
}

export function changedService(old: ServiceSettings, wish: ServiceWish): Result<ServiceSettings, ServiceRefusal> {
  return checkService({
    application: wish.application ?? old.application,
    name: wish.name ?? old.name,
    host: wish.host ?? old.host,
    port: wish.port ?? old.port,
    enabled: wish.enabled ?? old.enabled,
  })
}

function checkService(wish: ServiceSettings): Result<ServiceSettings, ServiceRefusal> {
  const type = applicationTypeOf(wish.application)
  if (type.id !== wish.application || type.use === 'device') return refuse('application-invalid')
  const name = parsePlainName(wish.name, limits.nameLengthMax)
  if (!name.ok && name.refusal !== 'empty') return refuse(nameRefusals[name.refusal])
  const host = wish.host.trim() || hostDefault
  if (!isHost(host)) return refuse('host-invalid')
  return accept({ ...wish, name: name.ok ? name.value : type.name, host, port: clampPort(wish.port) })
}

export function clampPort(port: number): number {
  if (!Number.isFinite(port)) return 0
  return Math.min(limits.portMax, Math.max(0, Math.trunc(port)))
}

const hostLabel = /^(?!-)[a-zA-Z0-9_-]{1,63}(?<!-)$/

/** A host name or an IP address, by its form. */
export function isHost(text: string): boolean {
  if (text.length > limits.hostLengthMax) return false
  // Digits and dots, or anything with a colon, can only be an address; that of a link may name its zone.
  if (text.includes(':')) return ipVersionOf(text.replace(/%[a-zA-Z0-9_.-]{1,32}$/, '')) === 6
  if (/^[0-9.]+$/.test(text)) return ipVersionOf(text) === 4
  return text
    .replace(/\.$/, '')
    .split('.')
    .every((label) => hostLabel.test(label))
}

/** active while its device is online and it is enabled. */
export function serviceState(service: { enabled: boolean }, device: { isOnline: boolean }): DeviceState {
  return service.enabled && device.isOnline ? 'active' : 'inactive'
}

/** A name for DNS: letters, digits and dashes, none at the ends. */
export function subdomainOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .slice(0, limits.subdomainLengthMax)
    .replaceAll(/^-+|-+$/g, '')
}
