// What is shared of a device with one person, and what becomes of it when somebody asks for a change.

import { accept, refuse, type Result } from '@farport/basics'
import { parseId, type AccountId, type DeviceId, type ServiceId } from '@farport/vocabulary'

export interface ShareTerms {
  readonly canScript: boolean
  /** all: also those that come later. */
  readonly services: 'all' | readonly ServiceId[]
}

export interface DeviceShare extends ShareTerms {
  readonly accountId: AccountId
  readonly deviceId: DeviceId
  /** The guest. */
  readonly userId: AccountId
  readonly createdBy: AccountId
  readonly createdAt: Date
}

/** Of one device, or one network. */
export const guestsMax = 1000

/** A service of the device, or the device itself, which stands for all of them. */
export interface ServiceWish {
  readonly action: 'ADD' | 'REMOVE'
  readonly service: 'all' | ServiceId
}

export interface ShareWish {
  /** Undefined: as it is; for a new guest, no. */
  readonly canScript: boolean | undefined
  /** None: the whole device. */
  readonly services: readonly ServiceWish[]
}

export type ShareChange =
  | { readonly change: 'none' }
  | { readonly change: 'add' | 'update'; readonly terms: ShareTerms }
  | { readonly change: 'remove' }

export type ShareRefusal = 'too-many-services' | 'service-action' | 'nothing'

export const shareRefusalMessages: Record<ShareRefusal, string> = {
  'too-many-services': 'That names more services than a device can have.',
  'service-action': 'A service is added or removed.',
  nothing: 'Choose the device, or a service of it, to share.',
}

export interface ServiceArgument {
  readonly action?: string | null | undefined
  readonly serviceId: string
}

const servicesNamedMax = 1000

/** Refused with an id when it names something else than the device or a service of it. */
export function parseServiceWishes(
  deviceId: DeviceId,
  present: readonly ServiceId[],
  wishes: readonly ServiceArgument[],
): Result<ServiceWish[], ShareRefusal | { readonly unknown: string }> {
  if (wishes.length > servicesNamedMax) return refuse('too-many-services')
  const parsed: ServiceWish[] = []
  for (const { action: text, serviceId } of wishes) {
    const action = text ?? 'ADD'
    if (action !== 'ADD' && action !== 'REMOVE') return refuse('service-action')
    const service = serviceId === deviceId ? 'all' : parseId('s', serviceId)
    if (service === undefined || (service !== 'all' && !present.includes(service))) {
      return refuse({ unknown: serviceId })
    }
    parsed.push({ action, service })
  }
  return accept(parsed)
}

/** `known`: as it is shared with the person now. `present`: the device's services. */
export function changeShare(
  known: ShareTerms | undefined,
  wish: ShareWish,
  present: readonly ServiceId[],
): Result<ShareChange, 'nothing'> {
  const terms: ShareTerms = {
    canScript: wish.canScript ?? known?.canScript ?? false,
    services: changeServices(known?.services ?? [], wish.services, present),
  }
  if (isEmpty(terms)) return known === undefined ? refuse('nothing') : accept({ change: 'remove' })
  if (known === undefined) return accept({ change: 'add', terms })
  return accept(isSame(known, terms) ? { change: 'none' } : { change: 'update', terms })
}

/** What is left of a share when services have gone. */
export function withoutServices(known: ShareTerms, gone: readonly ServiceId[]): ShareChange {
  if (known.services === 'all') return { change: 'none' }
  const services = known.services.filter((id) => !gone.includes(id))
  if (services.length === known.services.length) return { change: 'none' }
  const terms = { ...known, services }
  return isEmpty(terms) ? { change: 'remove' } : { change: 'update', terms }
}

function changeServices(
  known: ShareTerms['services'],
  wishes: readonly ServiceWish[],
  present: readonly ServiceId[],
): ShareTerms['services'] {
  if (wishes.length === 0) return 'all'
  const ofDevice = wishes.findLast((wish) => wish.service === 'all')?.action
  const start = ofDevice === undefined ? known : ofDevice === 'ADD' ? 'all' : []
  const removed = namesOf(wishes, 'REMOVE')
  if (start === 'all' && removed.size === 0) return 'all'
  const kept = new Set([...(start === 'all' ? present : start), ...namesOf(wishes, 'ADD')])
  // In the device's own order, so that the same services are the same list.
  return present.filter((id) => kept.has(id) && !removed.has(id))
}

function namesOf(wishes: readonly ServiceWish[], action: ServiceWish['action']): ReadonlySet<ServiceId> {
  return new Set(wishes.flatMap((wish) => (wish.action === action && wish.service !== 'all' ? wish.service : [])))
}

const isEmpty = ({ canScript, services }: ShareTerms): boolean =>
  !canScript && services !== 'all' && services.length === 0

function isSame(one: ShareTerms, other: ShareTerms): boolean {
  if (one.canScript !== other.canScript) return false
  if (one.services === 'all' || other.services === 'all') return one.services === other.services
  const ids = new Set(one.services)
  return ids.size === new Set(other.services).size && other.services.every((id) => ids.has(id))
}
