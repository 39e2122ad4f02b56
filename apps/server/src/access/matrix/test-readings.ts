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
  /** What stands in the answer of those to whom it is shown. */
  says?: (actor: ActorRow) => string
}

const signedIn = (expected: (actor: ActorRow) => Outcome) => (actor: ActorRow) =>
  actor.isNobody !== undefined ? 'UNAUTHENTICATED' : expected(actor)

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

/** A verdict that comes with the thing, allowed to those with the permission. */
const verdicts = (target: 'device' | 'network', names: Readonly<Record<string, RolePermission>>): ReadingRow[] =>
  Object.entries(names).map(([name, needs]) => ({
    field: `viewerCan.${name}`,
    how: `of a ${target}`,
    ask: (one) => thing[target](one, `viewerCan { ${name} { allowed } }`),
    shows: (answer) => answer.includes(`"${name}":{"allowed":true}`),
    expected: onSeen(target, needs, 'hidden'),
  }))

const thing: Record<'device' | 'network', (one: Case, fields: string) => string> = {
  device,
  network: (one, fields) => `network(id: "${one.network}") { id ${fields} }`,
}

/** Exactly those of the actor's permissions that the table has. */
const permissionsOf = (target: 'device' | 'network'): ReadingRow => ({
  field: 'permissions',
  how: `of a ${target}`,
  ask: (one) => thing[target](one, 'permissions'),
  shows: (answer) => answer.includes('"permissions"'),
  expected: listed(target),
  says: ({ may }) => `"permissions":${JSON.stringify(may[target])}`,
})

export const readings: readonly ReadingRow[] = [
  permissionsOf('device'),
  permissionsOf('network'),
  ...verdicts('device', {
    rename: 'MANAGE',
    delete: 'MANAGE',
    addService: 'MANAGE',
    manage: 'MANAGE',
    share: 'MANAGE',
    transfer: 'MANAGE',
  }),
  ...verdicts('network', { manage: 'MANAGE', share: 'MANAGE', tag: 'ADMIN' }),
  ...['update', 'remove'].map((name): ReadingRow => ({
    field: `viewerCan.${name}`,
    how: 'of a service',
    ask: (one) => device(one, `services { viewerCan { ${name} { allowed } } }`),
    shows: (answer) => answer.includes(`"${name}":{"allowed":true}`),
    // Who sees only another service may not change that one either.
    expected: signedIn(({ may }) => (may.service.includes('MANAGE') ? 'shown' : 'hidden')),
  })),
  {
    field: 'viewerCan.connect',
    how: 'of a service, but for its being offline',
    ask: (one) => device(one, 'services { viewerCan { connect { reason } } }'),
    shows: (answer) => answer.includes('"connect":{"reason":"The device is offline."}'),
    // Of whatever services of the device the actor sees.
    expected: signedIn(({ may }) => (may.device.includes('CONNECT') ? 'shown' : 'hidden')),
  },
  ...(['device', 'network'] as const).map((target): ReadingRow => ({
    field: 'viewerCan.leave',
    how: `of a ${target}`,
    ask: (one) => thing[target](one, 'viewerCan { leave { allowed } }'),
    shows: (answer) => answer.includes('"leave":{"allowed":true}'),
    expected: signedIn(({ share }) => {
      // Whom a network is shared with leaves the network, and its device with it.
      const isShared = target === 'network' ? share === 'network' : share !== undefined
      return isShared ? 'shown' : 'hidden'
    }),
  })),
  {
    field: 'viewerCan.tag',
    how: 'of a device',
    ask: (one) => device(one, 'viewerCan { tag { allowed } }'),
    shows: (answer) => answer.includes('"tag":{"allowed":true}'),
    expected: onSeen('device', 'ADMIN', 'hidden'),
  },
  ...Object.entries({ change: 'ADMIN', seeGuests: 'MANAGE' } as const).map(([name, needs]): ReadingRow => ({
    field: `viewerCan.${name}`,
    how: 'of an organization',
    ask: inOrganization(`organization { viewerCan { ${name} { allowed } } }`),
    shows: (answer) => answer.includes(`"${name}":{"allowed":true}`),
    expected: ofAccount(needs, 'hidden'),
  })),
  {
    field: 'viewerCan.delete',
    how: 'of an organization',
    ask: inOrganization('organization { viewerCan { delete { allowed } } }'),
    shows: (answer) => answer.includes('"delete":{"allowed":true}'),
    expected: signedIn(({ name, isMember }) => (!isMember ? 'NOT_FOUND' : name === 'the owner' ? 'shown' : 'hidden')),
  },
  {
    field: 'viewerCan.leave',
    how: 'of an organization',
    ask: inOrganization('organization { viewerCan { leave { allowed } } }'),
    shows: (answer) => answer.includes('"leave":{"allowed":true}'),
    expected: signedIn(({ name, isMember }) => (!isMember ? 'NOT_FOUND' : name === 'the owner' ? 'hidden' : 'shown')),
  },
  {
    field: 'link',
    ask: (one) => device(one, 'services { link { code } }'),
    shows: (answer) => answer.includes('"code"'),
    expected: signedIn(({ may }) =>
      may.service.includes('CONNECT') || may.service.includes('MANAGE') ? 'shown' : 'hidden',
    ),
  },
  {
    field: 'roleChange',
    ask: (one) =>
      `account(id: "${one.account}") { organization { roleChange(id: "${one.role}", access: ALL) { members } } }`,
    shows: isFilled('roleChange'),
    expected: ofAccount('ADMIN'),
  },
  {
    field: 'tags',
    how: 'of a device',
    ask: (one) => device(one, 'tags { name }'),
    shows: (answer) => answer.includes('"red"'),
    // A tag is the account's that has put it there: guests do not see it.
    expected: signedIn(({ may, isMember }) => (isMember && may.device.includes('VIEW') ? 'shown' : 'hidden')),
  },
  {
    field: 'tags',
    how: 'of a device, as the organization has put them there',
    ask: (one) => device(one, `tags(accountId: "${one.account}") { name }`),
    shows: (answer) => answer.includes('"red"'),
    expected: signedIn(({ may, isMember }) => (isMember && may.device.includes('VIEW') ? 'shown' : 'hidden')),
  },
  {
    field: 'tags',
    how: 'of a network',
    ask: (one) => thing.network(one, 'tags { name }'),
    shows: (answer) => answer.includes('"red"'),
    expected: signedIn(({ may, isMember }) => (isMember && may.network.includes('VIEW') ? 'shown' : 'hidden')),
  },
  {
    field: 'timeSeries',
    how: 'of an account',
    ask: inOrganization('timeSeries { data }'),
    shows: isFilled('timeSeries'),
    expected: signedIn(({ may, isMember, role }) => {
      if (!isMember) return 'NOT_FOUND'
      const seesAll = role === undefined || role?.access === 'ALL'
      return seesAll && may.account.includes('VIEW') ? 'shown' : 'FORBIDDEN'
    }),
  },

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
    field: 'access',
    how: 'of a network',
    ask: (one) => thing.network(one, 'access { user { id } }'),
    shows: includes((one) => one.guest),
    expected: onSeen('network', 'MANAGE', 'hidden'),
  },
  {
    field: 'organization',
    how: 'of the owner of a device',
    ask: (one) => device(one, 'owner { organization { name } }'),
    shows: isFilled('organization'),
    expected: signedIn(({ may, isMember }) => (isMember && may.device.includes('VIEW') ? 'shown' : 'hidden')),
  },
  {
    field: 'device',
    how: 'of the owner of a device',
    ask: (one) => device(one, `owner { device(id: ["${one.device}"]) { name } }`),
    shows: (answer) => answer.includes('"owner":{"device":[{'),
    expected: signedIn(({ may, isMember }) => {
      if (!may.device.includes('VIEW')) return 'hidden'
      return isMember ? 'shown' : 'NOT_FOUND'
    }),
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
    field: 'contacts',
    how: 'with whom it shares',
    ask: inOrganization('contacts { id }'),
    shows: isFilled('contacts'),
    expected: ofAccount('MANAGE', 'hidden'),
  },
  {
    field: 'organization',
    how: 'with its members',
    ask: inOrganization('organization { name members { user { id } } }'),
    shows: includes((one) => one.member),
    expected: ofAccount('ADMIN', 'hidden'),
  },
]
