// Who may do what with a network, and with the services in it.

import type { AccountId, Permission, ServiceId } from '@farport/vocabulary'
import type { DeviceFacts } from '#domains/devices'
import { servicePolicy } from '#domains/services'
import {
  decide,
  decideInAccount,
  permissionsOn,
  type Actor,
  type ResourceFacts,
  type Verdict,
} from '../../access/index.ts'

export const networkPolicy = {
  view: (actor: Actor, network: ResourceFacts): Verdict => decide(actor, 'VIEW', network),
  manage: (actor: Actor, network: ResourceFacts): Verdict => decide(actor, 'MANAGE', network),
  /** With people of other accounts. What is shared with the actor, they cannot share on. */
  share: (actor: Actor, network: ResourceFacts): Verdict => decide(actor, 'MANAGE', network),
  /** Gives up what is shared with the actor. */
  leave(actor: Actor, network: ResourceFacts): Verdict {
    const verdict = decide(actor, 'VIEW', network)
    if (!verdict.allowed || network.share !== undefined) return verdict
    return { allowed: false, code: 'forbidden', reason: 'This network is not shared with you.' }
  },
  tag(actor: Actor, network: ResourceFacts): Verdict {
    const verdict = decide(actor, 'VIEW', network)
    return verdict.allowed ? administer(actor, network.accountId) : verdict
  },
  permissions: (actor: Actor, network: ResourceFacts): Permission[] => permissionsOn(actor, network),
  /** Its tags are for those who act for its account. */
  viewTags: (actor: Actor, network: ResourceFacts): Verdict => decideInAccount(actor, 'VIEW', network.accountId),
  /** Putting a service into a network, or taking it out, by whoever manages the network. */
  changeService(
    actor: Actor,
    network: ResourceFacts,
    { service, device }: { service: { id: ServiceId }; device: DeviceFacts },
  ): Verdict {
    const seen = servicePolicy.view(actor, service, device)
    if (!seen.allowed) return seen
    if (device.accountId !== network.accountId) {
      return { allowed: false, code: 'forbidden', reason: device.share === undefined ? ofOtherAccount : ofGuest }
    }
    const managed = decide(actor, 'MANAGE', device)
    return managed.allowed ? managed : { ...managed, reason: notManager }
  },
}

const ofGuest = 'You can not modify the networks of a device shared to you.'
const ofOtherAccount = 'A network takes services of its own account only.'
const notManager = 'You must be the device owner or manager to modify the networks of this service.'

/** A guest sees the network, and stands outside of its account all the same. */
function administer(actor: Actor, accountId: AccountId): Verdict {
  const verdict = decideInAccount(actor, 'ADMIN', accountId)
  return verdict.allowed ? verdict : { ...verdict, code: 'forbidden', reason: 'You need the admin permission.' }
}
