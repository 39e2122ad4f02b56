// Who may do what with a device, beyond the permission itself: what its state allows.

import type { AccountId, Permission } from '@farport/vocabulary'
import {
  decide,
  decideInAccount,
  permissionsOn,
  type Actor,
  type ResourceFacts,
  type Verdict,
} from '../../access/index.ts'

export type DeviceVerdict =
  | { readonly allowed: true }
  | {
      readonly allowed: false
      readonly code: Extract<Verdict, { allowed: false }>['code'] | 'offline' | 'online'
      readonly reason: string
    }

export interface DeviceFacts extends ResourceFacts {
  readonly isOnline: boolean
}

export const devicePolicy = {
  view: (actor: Actor, device: DeviceFacts): Verdict => decide(actor, 'VIEW', device),
  connect(actor: Actor, device: DeviceFacts): DeviceVerdict {
    const verdict = decide(actor, 'CONNECT', device)
    if (!verdict.allowed || device.isOnline) return verdict
    return { allowed: false, code: 'offline', reason: 'The device is offline.' }
  },
  manage: (actor: Actor, device: DeviceFacts): Verdict => decide(actor, 'MANAGE', device),
  rename: (actor: Actor, device: DeviceFacts): Verdict => decide(actor, 'MANAGE', device),
  setAttributes: (actor: Actor, device: DeviceFacts): Verdict => decide(actor, 'MANAGE', device),
  addService: (actor: Actor, device: DeviceFacts): Verdict => decide(actor, 'MANAGE', device),
  delete(actor: Actor, device: DeviceFacts, how: { force: boolean } = { force: false }): DeviceVerdict {
    const verdict = decide(actor, 'MANAGE', device)
    if (!verdict.allowed || !device.isOnline || how.force) return verdict
    return { allowed: false, code: 'online', reason: 'Device must be offline' }
  },
  /** To people of other accounts. What is shared with the actor, they cannot share on. */
  share: (actor: Actor, device: DeviceFacts): Verdict => decide(actor, 'MANAGE', device),
  transfer: (actor: Actor, device: DeviceFacts): Verdict => decide(actor, 'MANAGE', device),
  /** Gives up what is shared with the actor. */
  leave(actor: Actor, device: DeviceFacts): Verdict {
    const verdict = decide(actor, 'VIEW', device)
    if (!verdict.allowed || device.share !== undefined) return verdict
    return { allowed: false, code: 'forbidden', reason: 'This device is not shared with you.' }
  },
  permissions: (actor: Actor, device: DeviceFacts): Permission[] => permissionsOn(actor, device),
  /** Adding a device to an account. */
  register(actor: Actor, accountId: AccountId): Verdict {
    const verdict = decideInAccount(actor, 'MANAGE', accountId)
    if (verdict.allowed || verdict.code === 'unseen') return verdict
    return { ...verdict, reason: 'You must have the register permission to add a device to this organization.' }
  },
}
