// Who may do what with a service: what its device allows, and what its own state does.

import type { ServiceId } from '@farport/vocabulary'
import { devicePolicy, type DeviceFacts, type DeviceVerdict } from '#domains/devices'
import { decideService, type Actor, type Verdict } from '../../access/index.ts'

export const servicePolicy = {
  view: (actor: Actor, service: { id: ServiceId }, device: DeviceFacts): Verdict =>
    decideService(actor, 'VIEW', device, service.id),
  /** Through a proxy port, or by an agent of the actor. */
  connect(actor: Actor, service: { id: ServiceId; enabled: boolean }, device: DeviceFacts): DeviceVerdict {
    const shared = decideService(actor, 'CONNECT', device, service.id)
    if (!shared.allowed) return shared
    const verdict = devicePolicy.connect(actor, device)
    if (!verdict.allowed || service.enabled) return verdict
    return { allowed: false, code: 'offline', reason: 'The service is disabled.' }
  },
  update: (actor: Actor, service: { id: ServiceId }, device: DeviceFacts): Verdict =>
    decideService(actor, 'MANAGE', device, service.id),
  remove: (actor: Actor, service: { id: ServiceId }, device: DeviceFacts): Verdict =>
    decideService(actor, 'MANAGE', device, service.id),
}
