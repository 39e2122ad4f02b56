// Who may do what with a service: what its device allows, and what its own state does.

import { applicationTypeOf, type ServiceId } from '@farport/vocabulary'
import { devicePolicy, type DeviceFacts, type DeviceVerdict } from '#domains/devices'
import { decideService, type Actor, type Verdict } from '../../access/index.ts'

export const servicePolicy = {
  view: (actor: Actor, service: { id: ServiceId }, device: DeviceFacts): Verdict =>
    decideService(actor, 'VIEW', device, service.id),
  /** By an agent of the actor. */
  connectPeer(actor: Actor, service: { id: ServiceId; enabled: boolean }, device: DeviceFacts): DeviceVerdict {
    const shared = decideService(actor, 'CONNECT', device, service.id)
    if (!shared.allowed) return shared
    const verdict = devicePolicy.connect(actor, device)
    if (!verdict.allowed || service.enabled) return verdict
    return { allowed: false, code: 'offline', reason: 'The service is disabled.' }
  },
  /** Through a proxy port. */
  connect(
    actor: Actor,
    service: { id: ServiceId; enabled: boolean; application: number },
    device: DeviceFacts,
  ): DeviceVerdict {
    const verdict = servicePolicy.connectPeer(actor, service, device)
    if (!verdict.allowed) return verdict
    if (applicationTypeOf(service.application).protocol === 'TCP') return verdict
    return {
      allowed: false,
      code: 'unsupported',
      reason: 'A proxy connection carries TCP, and this service speaks UDP.',
    }
  },
  update: (actor: Actor, service: { id: ServiceId }, device: DeviceFacts): Verdict =>
    decideService(actor, 'MANAGE', device, service.id),
  remove: (actor: Actor, service: { id: ServiceId }, device: DeviceFacts): Verdict =>
    decideService(actor, 'MANAGE', device, service.id),
}
