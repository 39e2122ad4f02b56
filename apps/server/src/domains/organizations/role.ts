// A role: what its members may do in the organization's account, and with which of its devices and networks.

import { accept, refuse, type Result } from '@farport/basics'
import {
  limits,
  parseId,
  parsePlainName,
  parseTagName,
  permissions,
  plainNameRefusalMessage,
  tagKey,
  type AccountId,
  type Permission,
  type RoleId,
} from '@farport/vocabulary'

export type RoleAccess = 'NONE' | 'TAG' | 'ALL' | 'SELECTED' | 'CUSTOM'
export type TagOperator = 'ANY' | 'ALL'

/** What a role reaches. The lists are not empty. */
export type RoleScope =
  | { readonly access: 'NONE' | 'ALL' }
  | { readonly access: 'TAG'; readonly operator: TagOperator; readonly tags: readonly RoleTag[] }
  | { readonly access: 'SELECTED' | 'CUSTOM'; readonly deviceIds: readonly string[] }

/** A tag by its name, which need not exist. */
export interface RoleTag {
  readonly key: string
  readonly name: string
}

export interface RoleSettings {
  readonly name: string
  /** In the vocabulary's order. */
  readonly permissions: readonly Permission[]
  readonly scope: RoleScope
}

export interface Role extends RoleSettings {
  readonly accountId: AccountId
  readonly id: RoleId
  /** Made with the organization, and never changed. */
  readonly isSystem: boolean
}

/** What a person says about a role; what is absent stays, or gets its default. */
export interface RoleWish {
  readonly name?: string | null | undefined
  readonly grant?: readonly Permission[] | null | undefined
  readonly revoke?: readonly Permission[] | null | undefined
  readonly tag?: { operator?: TagOperator | null | undefined; values: readonly unknown[] } | null | undefined
  readonly access?: RoleAccess | null | undefined
  readonly deviceIds?: readonly string[] | null | undefined
}

export const adminRole: RoleSettings = { name: 'Admin', permissions, scope: { access: 'ALL' } }
export const memberRole: RoleSettings = { name: 'Member', permissions: ['VIEW', 'CONNECT'], scope: { access: 'ALL' } }

/** A role that reaches nothing and nobody holds: what a new one changes from. */
export const noRole: RoleSettings = { name: '', permissions: [], scope: { access: 'NONE' } }
/** What a new role has unless more is said. */
export const newRole: RoleSettings = { ...noRole, permissions: ['VIEW', 'CONNECT'] }

export const rolesMax = 200
const tagsMax = 100
const devicesMax = 1000

export function createRoleSettings(wish: RoleWish): Result<RoleSettings, string> {
  return changeRoleSettings(newRole, { ...wish, name: wish.name ?? '' })
}

/** The settings after the wish; the refusal is the sentence for the person. */
export function changeRoleSettings(role: RoleSettings, wish: RoleWish): Result<RoleSettings, string> {
  const lengthMax = limits.roleNameLengthMax
  const name = typeof wish.name === 'string' ? parsePlainName(wish.name, lengthMax) : accept(role.name)
  if (!name.ok) return refuse(plainNameRefusalMessage(name.refusal, lengthMax))
  if (wish.revoke?.includes('VIEW')) return refuse('The view permission cannot be removed.')
  const scope = changeScope(role.scope, wish)
  if (!scope.ok) return scope
  const wanted = permissions.filter((permission) => isGranted(permission, role, wish))
  return accept({ name: name.value, permissions: wanted, scope: scope.value })
}

/** A wish that grants and revokes the same revokes it. */
function isGranted(permission: Permission, role: RoleSettings, { grant, revoke }: RoleWish): boolean {
  if (revoke?.includes(permission)) return false
  return role.permissions.includes(permission) || grant?.includes(permission) === true
}

/** A list that is said without an access means that access; one that is empty reaches nothing. */
function changeScope(scope: RoleScope, wish: RoleWish): Result<RoleScope, string> {
  const tag = wish.tag ? parseTags(wish.tag) : accept(undefined)
  if (!tag.ok) return tag
  const deviceIds = wish.deviceIds ? parseDevices(wish.deviceIds) : accept(undefined)
  if (!deviceIds.ok) return deviceIds
  const access = wish.access ?? meantAccess(scope, tag.value, deviceIds.value)
  switch (access) {
    case undefined:
      return accept(scope)
    case 'NONE':
    case 'ALL':
      return accept({ access })
    case 'TAG': {
      const found = tag.value ?? (scope.access === 'TAG' ? scope : undefined)
      return accept(found === undefined || found.tags.length === 0 ? { access: 'NONE' } : { ...found, access })
    }
    case 'SELECTED':
    case 'CUSTOM': {
      const found = deviceIds.value ?? ('deviceIds' in scope ? scope.deviceIds : [])
      return accept(found.length === 0 ? { access: 'NONE' } : { access, deviceIds: found })
    }
  }
}

type TagList = Pick<Extract<RoleScope, { access: 'TAG' }>, 'operator' | 'tags'>

function meantAccess(
  scope: RoleScope,
  tag: TagList | undefined,
  deviceIds: readonly string[] | undefined,
): RoleAccess | undefined {
  // Clients send the empty list of a role that has no tags along with other changes.
  if (tag !== undefined && (tag.tags.length > 0 || scope.access === 'TAG')) return 'TAG'
  if (deviceIds === undefined) return undefined
  if ('deviceIds' in scope) return scope.access
  return deviceIds.length > 0 ? 'SELECTED' : undefined
}

function parseTags({ operator, values }: NonNullable<RoleWish['tag']>): Result<TagList, string> {
  if (values.length > tagsMax) return refuse(`A role names at most ${tagsMax} tags.`)
  const byKey = new Map<string, RoleTag>()
  for (const value of values) {
    const name = typeof value === 'string' ? parseTagName(value) : undefined
    if (!name?.ok) return refuse('A role names tags by their names.')
    const key = tagKey(name.value)
    if (!byKey.has(key)) byKey.set(key, { key, name: name.value })
  }
  return accept({ operator: operator ?? 'ANY', tags: [...byKey.values()] })
}

function parseDevices(texts: readonly string[]): Result<string[], string> {
  if (texts.length > devicesMax) return refuse(`A role lists at most ${devicesMax} devices.`)
  const ids = [...new Set(texts)].map((text) => parseId('d', text))
  return ids.every((id) => id !== undefined) ? accept(ids) : refuse('A role lists devices by their ids.')
}

/** True when nobody who holds the role could do more or less after the change than before. */
export function meansTheSame(one: RoleSettings, other: RoleSettings): boolean {
  return JSON.stringify([one.permissions, words(one.scope)]) === JSON.stringify([other.permissions, words(other.scope)])
}

function words(scope: RoleScope): readonly string[] {
  if (scope.access === 'TAG') return [scope.access, scope.operator, ...scope.tags.map((tag) => tag.key).toSorted()]
  if ('deviceIds' in scope) return ['SELECTED', ...scope.deviceIds.toSorted()]
  return [scope.access]
}
