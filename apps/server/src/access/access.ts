// Who may do what with which thing: one question, one normal form. An actor holds grants; a thing states its facts;
// a grant answers when it carries the permission and covers the facts. Roles, guests and keys only add grants, and
// a new kind of scope adds one case here and one in each store that lists.

import type { AccountId, Permission } from '@farport/vocabulary'

/** What a grant covers. */
export interface Scope {
  /** Everything that belongs to the grant's account. */
  readonly over: 'account'
}

export interface Grant {
  readonly accountId: AccountId
  readonly permissions: readonly Permission[]
  readonly scope: Scope
}

export interface Actor {
  /** The person. */
  readonly userId: AccountId
  /** Runs this installation. */
  readonly isOperator: boolean
  readonly grants: readonly Grant[]
}

/** What a grant is held against. */
export interface ResourceFacts {
  readonly accountId: AccountId
}

export type Verdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly code: AccessRefusalCode; readonly reason: string }

/** unseen: to this actor it does not exist. forbidden: it may be seen, but not this. */
export type AccessRefusalCode = 'unseen' | 'forbidden'

export const allowed: Verdict = { allowed: true }

const ownerPermissions: readonly Permission[] = ['VIEW', 'CONNECT', 'SCRIPTING', 'MANAGE', 'ADMIN']

/** A person with their own account, and nothing else yet. */
export function ownerActor(person: { userId: AccountId; isOperator: boolean }): Actor {
  return {
    userId: person.userId,
    isOperator: person.isOperator,
    grants: [{ accountId: person.userId, permissions: ownerPermissions, scope: { over: 'account' } }],
  }
}

export function decide(actor: Actor, permission: Permission, facts: ResourceFacts): Verdict {
  const covering = actor.grants.filter((grant) => covers(grant, facts))
  if (covering.some((grant) => grant.permissions.includes(permission))) return allowed
  const isSeen = covering.some((grant) => grant.permissions.includes('VIEW'))
  if (!isSeen) return { allowed: false, code: 'unseen', reason: 'You do not have access to it.' }
  return { allowed: false, code: 'forbidden', reason: reasons[permission] }
}

export function decideOperator(actor: Actor): Verdict {
  if (actor.isOperator) return allowed
  return { allowed: false, code: 'forbidden', reason: 'Only the operator of this installation may do this.' }
}

/** What the actor may do with the thing, in the vocabulary's order. */
export function permissionsOn(actor: Actor, facts: ResourceFacts): Permission[] {
  return ownerPermissions.filter((permission) => decide(actor, permission, facts).allowed)
}

/** The grants that a list has to be limited to: a store turns each into a predicate and joins them with `or`. */
export function grantsWith(actor: Actor, permission: Permission): Grant[] {
  return actor.grants.filter((grant) => grant.permissions.includes(permission))
}

function covers(grant: Grant, facts: ResourceFacts): boolean {
  switch (grant.scope.over) {
    case 'account':
      return grant.accountId === facts.accountId
  }
}

const reasons: Record<Permission, string> = {
  VIEW: 'You need the view permission.',
  CONNECT: 'You need the connect permission.',
  SCRIPTING: 'You need the scripting permission.',
  MANAGE: 'You need the manage permission.',
  ADMIN: 'You need the admin permission.',
}
