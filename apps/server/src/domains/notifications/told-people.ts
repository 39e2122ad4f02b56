// Who is told of what happened, and by which methods: those who may see it, each as they have it. Pure.

import type { EventType } from '@farport/contract'
import { parseId, type AccountId, type DeviceId, type TagId } from '@farport/vocabulary'
import { decide, type Actor } from '../../access/index.ts'
import type { EventRecord } from '#platform/events'
import { methodsFor, type DeviceMethods, type Methods } from './notification-settings.ts'

/** What is known of those who might be told of some events. */
export interface Crowd {
  /** By account: its members, each with the grant of their role in it and no other. */
  readonly membersOf: ReadonlyMap<AccountId, readonly Actor[]>
  /** By device: the people of other accounts who see it. */
  readonly guestsOf: ReadonlyMap<DeviceId, readonly AccountId[]>
  /** By device: what its account has put on it. */
  readonly tagsOf: ReadonlyMap<DeviceId, readonly TagId[]>
}

/** Whether anybody is told of events like this. */
export function isTold({ type, action }: Pick<EventRecord, 'type' | 'action'>): boolean {
  if (type === 'DEVICE_SHARE') return action === 'add' || action === 'remove'
  return toldTypes.has(type)
}

const toldTypes: ReadonlySet<EventType> = new Set(['DEVICE_STATE', 'DEVICE_TRANSFER'])

/** Never whoever did it: they know. */
export function peopleToTell(event: EventRecord, crowd: Crowd): AccountId[] {
  const people = concerned(event, crowd)
  return [...new Set(people)].filter((userId) => userId !== event.actorId)
}

function concerned(event: EventRecord, crowd: Crowd): readonly AccountId[] {
  switch (event.type) {
    case 'DEVICE_STATE':
      return [event.accountId, ...membersWhoSee(event, crowd), ...guests(event, crowd)]
    case 'DEVICE_SHARE':
      return usersOf(event)
    // Each of the two accounts has an event of its own.
    case 'DEVICE_TRANSFER':
      return [event.accountId]
    default:
      return []
  }
}

function membersWhoSee({ accountId, deviceId }: EventRecord, { membersOf, tagsOf }: Crowd): AccountId[] {
  const members = membersOf.get(accountId)
  if (members === undefined || deviceId === null) return []
  const device = { accountId, id: deviceId, tagIds: tagsOf.get(deviceId) ?? [], share: undefined, isAmongFirst: false }
  return members.filter((member) => decide(member, 'VIEW', device).allowed).map((member) => member.userId)
}

function guests({ deviceId }: EventRecord, { guestsOf }: Crowd): readonly AccountId[] {
  return (deviceId && guestsOf.get(deviceId)) ?? []
}

function usersOf({ data }: EventRecord): AccountId[] {
  const { users } = data
  return Array.isArray(users) ? users.flatMap((user) => parseId('a', user) ?? []) : []
}

/** How somebody has it. */
export interface Listener {
  readonly methods: Methods
  readonly hasWebhook: boolean
  readonly methodsOf: ReadonlyMap<DeviceId, DeviceMethods>
}

/** What one person is told, each in the order in which it happened. */
export interface News {
  readonly inPortal: readonly EventRecord[]
  readonly byMail: readonly EventRecord[]
  readonly byWebhook: readonly EventRecord[]
}

export function newsFor(events: readonly EventRecord[], { methods, hasWebhook, methodsOf }: Listener): News {
  const wants = (event: EventRecord) => methodsFor(methods, event.deviceId ? methodsOf.get(event.deviceId) : undefined)
  return {
    inPortal: events.filter((event) => wants(event).inPortal),
    // Sharing and handing over write mails of their own, whatever the settings.
    byMail: events.filter((event) => event.type === 'DEVICE_STATE' && wants(event).byMail),
    byWebhook: hasWebhook ? events : [],
  }
}
