// Who may do what with a service: what its device allows, and what its own state does.

import { applicationTypeOf } from '@farport/vocabulary'
import { devicePolicy, type DeviceFacts, type DeviceVerdict } from '#domains/devices'
import type { Actor } from '../../access/index.ts'

export const servicePolicy = {
  connect(actor: Actor, service: { enabled: boolean; application: number }, device: DeviceFacts): DeviceVerdict {
    const verdict = devicePolicy.connect(actor, device)
    if (!verdict.allowed) return verdict
    if (!service.enabled) return { allowed: false, code: 'offline', reason: 'The service is disabled.' }
    if (applicationTypeOf(service.application).protocol === 'TCP') return verdict
    return {
      allowed: false,
      code: 'unsupported',
      reason: 'A proxy connection carries TCP, and this service speaks UDP.',
    }
  },
  update: (actor: Actor, device: DeviceFacts): DeviceVerdict => devicePolicy.addService(actor, device),
  remove: (actor: Actor, device: DeviceFacts): DeviceVerdict => devicePolicy.addService(actor, device),
}
