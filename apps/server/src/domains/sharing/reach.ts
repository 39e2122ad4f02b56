// Who can reach a device, and through what: as access decides it, said for everybody whom it lets in.

import {
  permissions,
  type AccountId,
  type NetworkId,
  type Permission,
  type RoleId,
  type ServiceId,
} from '@farport/vocabulary'
import { permissionsOn, type Actor, type Grant, type ResourceFacts, type Share } from '../../access/index.ts'
import type { ShareTerms } from './share.ts'

export interface Reach {
  readonly userId: AccountId
  readonly through:
    | { readonly by: 'OWNER' }
    | { readonly by: 'ROLE'; readonly roleId: RoleId }
    | { readonly by: 'SHARE' }
    | { readonly by: 'NETWORK'; readonly networkId: NetworkId }
  readonly permissions: readonly Permission[]
  readonly services: 'all' | readonly ServiceId[]
}

/** A member of the device's account, with what the role gives there. */
export interface MemberFacts {
  readonly userId: AccountId
  readonly roleId: RoleId
  readonly grant: Grant
}

export interface ReachFacts {
  readonly members: readonly MemberFacts[]
  readonly shares: readonly (ShareTerms & { readonly userId: AccountId })[]
  readonly networks: readonly {
    readonly networkId: NetworkId
    readonly userId: AccountId
    readonly serviceIds: readonly ServiceId[]
  }[]
}

/** Further ones are left out. */
export const reachMax = 1000

/** Who has several ways stands there several times. The owner comes first. */
export function reachOf(device: ResourceFacts, { members, shares, networks }: ReachFacts): Reach[] {
  const owner: Reach = { userId: device.accountId, through: { by: 'OWNER' }, permissions, services: 'all' }
  const ofRole = permissionsByRole(device)
  const byRole = members.map((member): Reach => ({
    userId: member.userId,
    through: { by: 'ROLE', roleId: member.roleId },
    permissions: ofRole(member),
    services: 'all',
  }))
  const byShare = shares.map((share): Reach => ({
    userId: share.userId,
    through: { by: 'SHARE' },
    permissions: permissionsOfGuest(device, share.userId, share),
    services: share.services,
  }))
  const byNetwork = networks.map(({ networkId, userId, serviceIds: services }): Reach => ({
    userId,
    through: { by: 'NETWORK', networkId },
    permissions: permissionsOfGuest(device, userId, { canScript: false, services }),
    services,
  }))
  return [owner, ...byRole, ...byShare, ...byNetwork].filter((reach) => reach.permissions.length > 0).slice(0, reachMax)
}

/** Members with one role and the same licence reach the same, so that it is decided once for all of them. */
function permissionsByRole(device: ResourceFacts): (member: MemberFacts) => readonly Permission[] {
  const known = new Map<string, readonly Permission[]>()
  return ({ userId, roleId, grant }) => {
    const key = `${roleId} ${grant.isLicensed}`
    const found = known.get(key) ?? permissionsOn(actorWith(userId, [grant]), { ...device, share: undefined })
    known.set(key, found)
    return found
  }
}

const permissionsOfGuest = (device: ResourceFacts, userId: AccountId, share: Share): Permission[] =>
  permissionsOn(actorWith(userId, []), { ...device, share })

const actorWith = (userId: AccountId, grants: readonly Grant[]): Actor => ({ userId, isOperator: false, grants })
