// A network: services that belong together. Here: how it has to look.

import { accept, refuse, type Result } from '@farport/basics'
import {
  limits,
  parsePlainName,
  plainNameRefusalMessage,
  type AccountId,
  type NetworkId,
  type PlainNameRefusal,
} from '@farport/vocabulary'
import type { ResourceFacts } from '../../access/index.ts'

export interface Network {
  readonly id: NetworkId
  readonly accountId: AccountId
  readonly name: string
  readonly createdAt: Date
}

/** A network as somebody stands to it. */
export type SeenNetwork = Network & ResourceFacts

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

export type NetworkRefusal = PlainNameRefusal | 'too-short'

export function networkRefusalMessage(refusal: NetworkRefusal): string {
  if (refusal === 'too-short') return `A network name has at least ${limits.networkNameLengthMin} characters`
  return plainNameRefusalMessage(refusal, limits.nameLengthMax)
}

export function parseNetworkName(text: string): Result<string, NetworkRefusal> {
  const name = parsePlainName(text, limits.nameLengthMax)
  // As the database counts them: not the halves of one.
  if (name.ok && Array.from(name.value).length < limits.networkNameLengthMin) return refuse('too-short')
  return name
}

/** What is left out stays as it is; null or empty takes it away. */
export function changedPlace(old: PlaceSettings, wish: PlaceWish): Result<PlaceSettings, NetworkRefusal> {
  const name = parsePlainName(wish.name ?? '', limits.nameLengthMax)
  if (!name.ok && name.refusal !== 'empty') return name
  const port = wish.port === undefined ? old.port : clamp(wish.port ?? 0) || undefined
  const called = name.ok ? name.value : undefined
  return accept({ name: wish.name === undefined ? old.name : called, port })
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
