// For tests: what the contract shows of things that belong to somebody, and to whom.

import type { RefusalCode, RolePermission } from '@farport/contract'
import type { ActorRow, Target } from './test-actors.ts'
import type { Case } from './test-world.ts'

type Outcome = RefusalCode | 'shown' | 'hidden'

export interface ReadingRow {
  field: string
  how?: string
  /** Fields of `login`. */
  ask: (one: Case) => string
  shows: (answer: string, one: Case) => boolean
  expected: (actor: ActorRow) => Outcome
}

const signedIn = (expected: (actor: ActorRow) => Outcome) => (actor: ActorRow) =>
  actor.isNobody === true ? 'UNAUTHENTICATED' : expected(actor)

/** Found by its id in the actor's own lists, or in those of the organization for its members. */
const listed = (target: Target) => signedIn((actor) => (actor.may[target].includes('VIEW') ? 'shown' : 'hidden'))

/** Of a thing that is seen: to those with the permission. */
const onSeen = (target: Target, needs: RolePermission, otherwise: Outcome) =>
  signedIn(({ may }) => (may[target].includes(needs) ? 'shown' : may[target].includes('VIEW') ? otherwise : 'hidden'))

/** Of the account itself. */
const ofAccount = (needs: RolePermission | undefined, otherwise: Outcome = 'FORBIDDEN') =>
  signedIn(({ may, isMember }) => {
    if (!isMember) return 'NOT_FOUND'
    return needs === undefined || may.account.includes(needs) ? 'shown' : otherwise
  })

/** Where somebody finds a device of the organization: members there, guests among their own. */
const device = (one: Case, fields: string) => `device(id: ["${one.device}"]) { id ${fields} }`
const inOrganization = (fields: string) => (one: Case) => `account(id: "${one.account}") { ${fields} }`
const includes = (pick: (one: Case) => string) => (answer: string, one: Case) => answer.includes(pick(one))
const isFilled = (field: string) => (answer: string) => new RegExp(`"${field}":(?!null|\\[\\])`).test(answer)

const memberOnly = (target: Target) =>
  signedIn(({ may, isMember }) => (!isMember ? 'NOT_FOUND' : may[target].includes('VIEW') ? 'shown' : 'hidden'))

export const readings: readonly ReadingRow[] = [
  {
    field: 'devices',
    how: 'of the organization',
    ask: (one) => `account(id: "${one.account}") { devices(name: "${one.device}") { items { id } } }`,
    shows: includes((one) => one.device),
    expected: memberOnly('device'),
  },
  {
    field: 'devices',
    how: 'of oneself',
    ask: (one) => `account { devices(name: "${one.device}") { items { id } } }`,
    shows: includes((one) => one.device),
    expected: signedIn(({ name, may, isMember }) =>
      name === 'the owner' || (!isMember && may.device.includes('VIEW')) ? 'shown' : 'hidden',
    ),
  },
  {
    field: 'device',
    ask: (one) => device(one, 'name'),
    shows: includes((one) => one.device),
    expected: listed('device'),
  },
  {
    field: 'device',
    how: 'with its services',
    ask: (one) => device(one, 'services { id }'),
    shows: includes((one) => one.service),
    expected: listed('service'),
  },
  {
    field: 'network',
    ask: (one) => `network(id: "${one.network}") { id }`,
    shows: includes((one) => one.network),
    expected: listed('network'),
  },
  {
    field: 'networks',
    how: 'of the organization',
    ask: inOrganization('networks { id }'),
    shows: includes((one) => one.network),
    expected: memberOnly('network'),
  },
  {
    field: 'access',
    how: 'of a device',
    ask: (one) => device(one, 'access { user { id } }'),
    shows: (answer, one) => answer.includes(one.device),
    expected: listed('device'),
  },
  {
    field: 'reach',
    ask: (one) => device(one, 'reach { user { id } through }'),
    shows: isFilled('reach'),
    expected: onSeen('device', 'MANAGE', 'hidden'),
  },
  {
    field: 'restoreCode',
    ask: (one) => device(one, 'restoreCode'),
    shows: isFilled('restoreCode'),
    expected: onSeen('device', 'MANAGE', 'FORBIDDEN'),
  },
  {
    field: 'events',
    how: 'of a device',
    ask: (one) => device(one, 'events { total }'),
    shows: isFilled('events'),
    expected: onSeen('device', 'MANAGE', 'FORBIDDEN'),
  },
  { field: 'events', ask: inOrganization('events { total }'), shows: isFilled('events'), expected: ofAccount('ADMIN') },
  { field: 'eventsUrl', ask: inOrganization('eventsUrl'), shows: isFilled('eventsUrl'), expected: ofAccount('ADMIN') },
  {
    field: 'registrationCode',
    ask: inOrganization('registrationCode'),
    shows: isFilled('registrationCode'),
    expected: ofAccount('MANAGE'),
  },
  {
    field: 'registrationCommand',
    ask: inOrganization('registrationCommand'),
    shows: isFilled('registrationCommand'),
    expected: ofAccount('MANAGE'),
  },
  {
    field: 'tags',
    ask: inOrganization('tags { name }'),
    shows: includes((one) => one.tag),
    expected: ofAccount('VIEW', 'hidden'),
  },
  {
    field: 'guest',
    ask: inOrganization('guest { user { id } }'),
    shows: isFilled('guest'),
    // Of the devices that the role reaches; nobody has been let in to one that is listed here by itself.
    expected: signedIn(({ may, isMember, role }) => {
      if (!isMember) return 'NOT_FOUND'
      if (!may.account.includes('MANAGE')) return 'FORBIDDEN'
      const isListed = role?.access === 'SELECTED' || role?.access === 'CUSTOM'
      return may.device.includes('MANAGE') && !isListed ? 'shown' : 'hidden'
    }),
  },
  {
    field: 'organization',
    how: 'with its members',
    ask: inOrganization('organization { name members { user { id } } }'),
    shows: includes((one) => one.member),
    expected: ofAccount('ADMIN', 'hidden'),
  },
]
