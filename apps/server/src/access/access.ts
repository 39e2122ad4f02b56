// Who may do what with which thing: one question, one normal form. An actor holds grants; a permission asked of an actor
// becomes a list of clauses; a thing states its facts; one clause that holds is enough. access-store.ts says the same
// clauses in SQL, for lists, and a test holds the two together.

import { permissions, type AccountId, type Permission, type ServiceId, type TagId } from '@farport/vocabulary'

/** Which devices and networks of its account a grant covers. */
export type Scope =
  | { readonly over: 'account' }
  | { readonly over: 'tags'; readonly operator: 'ANY' | 'ALL'; readonly tagIds: readonly TagId[] }
  | { readonly over: 'devices'; readonly deviceIds: readonly string[] }
  | { readonly over: 'nothing' }

/** What a person may do in an account: their own, or one that they are a member of. */
export interface Grant {
  readonly accountId: AccountId
  readonly permissions: readonly Permission[]
  readonly scope: Scope
  /** A member without a licence connects to the first devices of the account only. */
  readonly isLicensed: boolean
}

export interface Actor {
  /** The person. */
  readonly userId: AccountId
  /** Runs this installation. */
  readonly isOperator: boolean
  readonly grants: readonly Grant[]
}

/** What is shared with the actor, by the device or network itself, or by a network that the device has services in. */
export interface Share {
  readonly canScript: boolean
  readonly services: 'all' | readonly ServiceId[]
}

/** What clauses are held against: a device or a network, as this actor stands to it. */
export interface ResourceFacts {
  readonly accountId: AccountId
  readonly id: string
  /** Those that its own account has put on it. */
  readonly tagIds: readonly TagId[]
  readonly share: Share | undefined
  /** One of the first devices of its account. */
  readonly isAmongFirst: boolean
}

export type Verdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly code: AccessRefusalCode; readonly reason: string }

/** unseen: to this actor it does not exist. forbidden: it may be seen, but not this. unlicensed: a licence is missing. */
export type AccessRefusalCode = 'unseen' | 'forbidden' | 'unlicensed'

export type Clause =
  | {
      readonly by: 'grant'
      readonly accountId: AccountId
      readonly scope: Scope
      /** Covers only the first devices of the account. */
      readonly isForFirst: boolean
    }
  | { readonly by: 'share'; readonly userId: AccountId; readonly mustScript: boolean }

export const allowed: Verdict = { allowed: true }

/** How many devices of an account its unlicensed members may connect to. */
export const firstDevicesMax = 5

/** A person with their own account, and whatever roles they hold in others. */
export function actorOf(person: { userId: AccountId; isOperator: boolean }, roles: readonly Grant[] = []): Actor {
  const { userId, isOperator } = person
  const own: Grant = { accountId: userId, permissions, scope: { over: 'account' }, isLicensed: true }
  return { userId, isOperator, grants: [own, ...roles] }
}

/** What would have to hold of a thing for the actor to have the permission on it: any one of these. */
export function clausesFor(actor: Actor, permission: Permission): readonly Clause[] {
  const written = clausesOf.get(actor)
  const known = written?.get(permission)
  if (known !== undefined) return known
  const clauses = writeClauses(actor, permission)
  if (written === undefined) clausesOf.set(actor, new Map([[permission, clauses]]))
  else written.set(permission, clauses)
  return clauses
}

/** They are asked for with every field of a list, and follow from the actor alone, who never changes. */
const clausesOf = new WeakMap<Actor, Map<Permission, readonly Clause[]>>()

function writeClauses(actor: Actor, permission: Permission): readonly Clause[] {
  const clauses: Clause[] = actor.grants
    .filter((grant) => grant.permissions.includes(permission) && grant.scope.over !== 'nothing')
    .map(({ accountId, scope, isLicensed }) => ({
      by: 'grant',
      accountId,
      scope,
      isForFirst: !isLicensed && needsLicense.has(permission),
    }))
  if (!sharable.has(permission)) return clauses
  return [...clauses, { by: 'share', userId: actor.userId, mustScript: permission === 'SCRIPTING' }]
}

/** True when the clause gives the actor, whose facts these are, its permission on the thing. */
export function holds(clause: Clause, facts: ResourceFacts): boolean {
  if (clause.by === 'share') {
    const isOfOther = facts.accountId !== clause.userId
    return isOfOther && facts.share !== undefined && (!clause.mustScript || facts.share.canScript)
  }
  if (clause.accountId !== facts.accountId) return false
  if (clause.isForFirst && !facts.isAmongFirst) return false
  return covers(clause.scope, facts)
}

export function decide(actor: Actor, permission: Permission, facts: ResourceFacts): Verdict {
  if (isAllowed(actor, permission, facts)) return allowed
  if (!isAllowed(actor, 'VIEW', facts)) return unseen
  // With a licence they would not be limited to the first devices.
  const lacksLicense = isAllowed(actor, permission, { ...facts, isAmongFirst: true })
  return lacksLicense ? unlicensed : { allowed: false, code: 'forbidden', reason: reasons[permission] }
}

function isAllowed(actor: Actor, permission: Permission, facts: ResourceFacts): boolean {
  return clausesFor(actor, permission).some((clause) => holds(clause, facts))
}

/** The same of one service of the device: what is shared may be some of them only. */
export function decideService(
  actor: Actor,
  permission: Permission,
  device: ResourceFacts,
  serviceId: ServiceId,
): Verdict {
  const { share } = device
  const isAsDevice = share === undefined || share.services === 'all' || share.services.includes(serviceId)
  return decide(actor, permission, isAsDevice ? device : { ...device, share: undefined })
}

/** About what belongs to the account as a whole: its members, its tags, devices that are to come. */
export function decideInAccount(actor: Actor, permission: Permission, accountId: AccountId): Verdict {
  const grant = actor.grants.find((one) => one.accountId === accountId)
  if (grant === undefined) return unseen
  if (grant.permissions.includes(permission)) return allowed
  return { allowed: false, code: 'forbidden', reason: reasons[permission] }
}

export function decideOperator(actor: Actor): Verdict {
  if (actor.isOperator) return allowed
  return { allowed: false, code: 'forbidden', reason: 'Only the operator of this installation may do this.' }
}

/** Their own account, or one that they are a member of, whatever the role. */
export function actsFor(actor: Actor, accountId: AccountId): boolean {
  return actor.grants.some((grant) => grant.accountId === accountId)
}

/** What the actor may do with the thing, in the vocabulary's order. */
export function permissionsOn(actor: Actor, facts: ResourceFacts): Permission[] {
  return permissions.filter((permission) => isAllowed(actor, permission, facts))
}

/** True when everything of the account is the actor's to use, so that no fact of a thing could change a verdict. */
export function hasWholeAccount(actor: Actor, accountId: AccountId): boolean {
  return actor.grants.some(
    (grant) =>
      grant.accountId === accountId &&
      grant.scope.over === 'account' &&
      grant.isLicensed &&
      grant.permissions.length === permissions.length,
  )
}

const needsLicense: ReadonlySet<Permission> = new Set(['CONNECT', 'SCRIPTING'])
const sharable: ReadonlySet<Permission> = new Set(['VIEW', 'CONNECT', 'SCRIPTING'])

function covers(scope: Scope, facts: ResourceFacts): boolean {
  switch (scope.over) {
    case 'account':
      return true
    case 'tags':
      return scope.operator === 'ANY'
        ? scope.tagIds.some((id) => facts.tagIds.includes(id))
        : scope.tagIds.length > 0 && scope.tagIds.every((id) => facts.tagIds.includes(id))
    case 'devices':
      return scope.deviceIds.includes(facts.id)
    case 'nothing':
      return false
  }
}

const unseen: Verdict = { allowed: false, code: 'unseen', reason: 'You do not have access to it.' }

const unlicensed: Verdict = {
  allowed: false,
  code: 'unlicensed',
  reason: `Unlicensed members can connect only to the first ${firstDevicesMax} devices.`,
}

const reasons: Record<Permission, string> = {
  VIEW: 'You need the view permission.',
  CONNECT: 'You need the connect permission.',
  SCRIPTING: 'You need the scripting permission.',
  MANAGE: 'You need the manage permission.',
  ADMIN: 'You need the admin permission.',
}
