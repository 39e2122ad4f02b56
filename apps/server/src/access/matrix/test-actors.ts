// For tests: everybody who may come, and what each may do, written out by hand: the matrix holds the server to it.

import type { RolePermission } from '@farport/contract'

/** What there is to act on, in one organization. */
export type Target = 'device' | 'service' | 'network' | 'account'

export interface RoleOf {
  permissions: readonly RolePermission[]
  access: 'NONE' | 'ALL' | 'TAG' | 'SELECTED' | 'CUSTOM'
  /** For TAG: the device and the network carry `red`. */
  tags?: readonly string[]
  operator?: 'ANY' | 'ALL'
  /** For SELECTED and CUSTOM: whether the device is among the listed. */
  listsDevice?: boolean
  isLicensed?: boolean
}

export interface ActorRow {
  name: string
  /** A member of the organization, with this role; null: whose role was deleted. */
  role?: RoleOf | null
  /** What is shared with the actor. */
  share?: { services: 'all' | 'the service' | 'another service'; canScript: boolean } | 'network'
  isNobody?: 'without a session' | 'by a key that was switched off'
  /** Owns another organization. */
  isOfOther?: true
  may: Readonly<Record<Target, readonly RolePermission[]>>
  /** Acts for the organization, so that its being there is no secret. */
  isMember: boolean
}

const all: readonly RolePermission[] = ['VIEW', 'CONNECT', 'SCRIPTING', 'MANAGE', 'ADMIN']
const none: readonly RolePermission[] = []
const everywhere = (permissions: readonly RolePermission[]) => ({
  device: permissions,
  service: permissions,
  network: permissions,
  account: permissions,
})
const nowhere = everywhere(none)
const inAccount = (permissions: readonly RolePermission[]) => ({ ...nowhere, account: permissions })

const helper: readonly RolePermission[] = ['VIEW', 'CONNECT', 'MANAGE']
const member = (name: string, role: RoleOf, may: ActorRow['may']): ActorRow => ({ name, role, may, isMember: true })
const outsider = (name: string, may: ActorRow['may'] = nowhere, rest: Partial<ActorRow> = {}): ActorRow => ({
  name,
  may,
  isMember: false,
  ...rest,
})

export const owner: ActorRow = { name: 'the owner', may: everywhere(all), isMember: true }

export const actors: readonly ActorRow[] = [
  owner,
  member('an administrator', { permissions: all, access: 'ALL' }, everywhere(all)),
  member(
    'an administrator of everything but devices',
    { permissions: ['VIEW', 'ADMIN'], access: 'NONE' },
    inAccount(['VIEW', 'ADMIN']),
  ),
  member('a manager', { permissions: ['VIEW', 'MANAGE'], access: 'ALL' }, everywhere(['VIEW', 'MANAGE'])),
  member('a user', { permissions: ['VIEW', 'CONNECT'], access: 'ALL' }, everywhere(['VIEW', 'CONNECT'])),
  member('a scripter', { permissions: ['VIEW', 'SCRIPTING'], access: 'ALL' }, everywhere(['VIEW', 'SCRIPTING'])),
  member('an onlooker', { permissions: ['VIEW'], access: 'ALL' }, everywhere(['VIEW'])),
  member(
    'a helper for red and green things',
    { permissions: helper, access: 'TAG', tags: ['red', 'green'], operator: 'ANY' },
    everywhere(helper),
  ),
  member(
    'a helper for things both red and green',
    { permissions: helper, access: 'TAG', tags: ['red', 'green'], operator: 'ALL' },
    inAccount(helper),
  ),
  member(
    'a helper for blue things',
    { permissions: helper, access: 'TAG', tags: ['blue'], operator: 'ANY' },
    inAccount(helper),
  ),
  member(
    'a helper for the selected device',
    { permissions: helper, access: 'SELECTED', listsDevice: true },
    { ...everywhere(helper), network: none },
  ),
  member(
    'a helper for the device in a saved selection',
    { permissions: helper, access: 'CUSTOM', listsDevice: true },
    { ...everywhere(helper), network: none },
  ),
  member(
    'a helper for another selected device',
    { permissions: helper, access: 'SELECTED', listsDevice: false },
    inAccount(helper),
  ),
  member('a helper without devices', { permissions: helper, access: 'NONE' }, inAccount(helper)),
  { name: 'a member whose role was deleted', role: null, may: nowhere, isMember: true },
  member(
    'a member without a licence',
    { permissions: ['VIEW', 'CONNECT', 'MANAGE'], access: 'ALL', isLicensed: false },
    { ...everywhere(helper), device: ['VIEW', 'MANAGE'], service: ['VIEW', 'MANAGE'] },
  ),
  outsider(
    'a guest',
    { ...nowhere, device: ['VIEW', 'CONNECT'], service: ['VIEW', 'CONNECT'] },
    { share: { services: 'all', canScript: false } },
  ),
  outsider(
    'a guest who may script',
    { ...nowhere, device: ['VIEW', 'CONNECT', 'SCRIPTING'], service: ['VIEW', 'CONNECT', 'SCRIPTING'] },
    { share: { services: 'all', canScript: true } },
  ),
  outsider(
    'a guest of the service',
    { ...nowhere, device: ['VIEW', 'CONNECT'], service: ['VIEW', 'CONNECT'] },
    { share: { services: 'the service', canScript: false } },
  ),
  outsider(
    'a guest of another service',
    { ...nowhere, device: ['VIEW', 'CONNECT'] },
    { share: { services: 'another service', canScript: false } },
  ),
  outsider(
    'a guest of the network',
    { ...nowhere, device: ['VIEW', 'CONNECT'], service: ['VIEW', 'CONNECT'], network: ['VIEW', 'CONNECT'] },
    { share: 'network' },
  ),
  outsider('a stranger'),
  outsider('the owner of another organization', nowhere, { isOfOther: true }),
  outsider('a former member'),
  outsider('nobody', nowhere, { isNobody: 'without a session' }),
  outsider('a key that was switched off', nowhere, { isNobody: 'by a key that was switched off' }),
]
