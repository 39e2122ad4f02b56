// A network: services that belong together. Here: how it has to look.

import { accept, refuse, type Result } from '@farport/basics'
import { limits, type AccountId, type DeviceId, type NetworkId, type ServiceId } from '@farport/vocabulary'
import type { ResourceFacts } from '../../access/index.ts'

export interface Network {
  readonly id: NetworkId
  readonly accountId: AccountId
  readonly name: string
  readonly createdAt: Date
}

/** A network as somebody stands to it. */
export type SeenNetwork = Network & ResourceFacts

/** A service in a network. */
export interface Place extends PlaceSettings {
  readonly networkId: NetworkId
  readonly serviceId: ServiceId
  readonly deviceId: DeviceId
}

/** What is special about a service in this network. */
export interface PlaceSettings {
  /** Undefined: as the service is called. */
  readonly name: string | undefined
  /** The local port that it is bound to; undefined: any. */
  readonly port: number | undefined
}

export interface PlaceWish {
  readonly name?: string | null | undefined
  readonly port?: number | null | undefined
}

export type NetworkRefusal = 'empty' | 'too-short' | 'too-long' | 'not-text'

export const networkRefusalMessages: Record<NetworkRefusal, string> = {
  empty: 'Cannot be empty',
  'too-short': `A network name has at least ${limits.networkNameLengthMin} characters`,
  'too-long': `Cannot exceed ${limits.nameLengthMax} characters`,
  'not-text': 'Cannot contain control characters',
}

export function parseNetworkName(text: string): Result<string, NetworkRefusal> {
  const name = text.normalize('NFC').trim()
  if (name === '') return refuse('empty')
  // As the database counts them: not the halves of one.
  if (Array.from(name).length < limits.networkNameLengthMin) return refuse('too-short')
  if (name.length > limits.nameLengthMax) return refuse('too-long')
  return notText.test(name) ? refuse('not-text') : accept(name)
}

/** What is left out stays as it is; null or empty takes it away. */
export function changedPlace(old: PlaceSettings, wish: PlaceWish): Result<PlaceSettings, NetworkRefusal> {
  const name = wish.name === undefined ? old.name : wish.name?.normalize('NFC').trim() || undefined
  if (name !== undefined && name.length > limits.nameLengthMax) return refuse('too-long')
  if (name !== undefined && notText.test(name)) return refuse('not-text')
  const port = wish.port === undefined ? old.port : clamp(wish.port ?? 0) || undefined
  return accept({ name, port })
}

export const usualPlace: PlaceSettings = { name: undefined, port: undefined }

export interface ServiceCounts {
  readonly inNetwork: number
  /** In all networks of the account. */
  readonly inAccount: number
}

/** Why no other service fits in; undefined when one does. */
export function fullness({ inNetwork, inAccount }: ServiceCounts): 'network-full' | 'account-full' | undefined {
  if (inNetwork >= limits.servicesPerNetworkMax) return 'network-full'
  return inAccount >= limits.networkServicesPerAccountMax ? 'account-full' : undefined
}

const clamp = (port: number): number => Math.min(limits.portMax, Math.max(0, port))

/** Control characters, separators of lines, and halves of characters. */
const notText = /[\p{Cc}\p{Cs}\u2028\u2029]/u
