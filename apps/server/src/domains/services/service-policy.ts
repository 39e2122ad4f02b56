// Who may do what with a service: what its device allows, and what its own state does.

import { devicePolicy, type DeviceFacts, type DeviceVerdict } from '#domains/devices'
import type { Actor } from '../../access/index.ts'

export const servicePolicy = {
  connect(actor: Actor, service: { enabled: boolean }, device: DeviceFacts): DeviceVerdict {
    const verdict = devicePolicy.connect(actor, device)
    if (!verdict.allowed || service.enabled) return verdict
    return { allowed: false, code: 'offline', reason: 'The service is disabled.' }
  },
  update: (actor: Actor, device: DeviceFacts): DeviceVerdict => devicePolicy.addService(actor, device),
  remove: (actor: Actor, device: DeviceFacts): DeviceVerdict => devicePolicy.addService(actor, device),
}
