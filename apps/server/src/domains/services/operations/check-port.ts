// Asks a device whether something listens at a host and port, and waits for its answer, whichever process it comes to.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { DeviceId, RelayId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import { deniedRefusal, devicePolicy, seeDevice, unseen, type SeenDevice } from '#domains/devices'
import type { Json } from '#platform/json'
import type { ServicesContext } from '../context.ts'
import {
  invalidPlace,
  parsePlace,
  portCheckMsMax,
  portCheckOf,
  stillScanning,
  type PortCheck,
  type ProbeAnswer,
} from '../port-check.ts'

export async function checkPort(
  context: ServicesContext,
  actor: Actor,
  request: { deviceId: DeviceId; host: string; port: number },
): Promise<Result<PortCheck, Refusal>> {
  const { deviceId } = request
  const device = await seeDevice(context.devices.database.queries, actor, deviceId)
  if (device === undefined) return refuse(unseen('device', deviceId))
  const verdict = devicePolicy.manage(actor, device)
  if (!verdict.allowed) return refuse(deniedRefusal(verdict, 'device', deviceId))
  const place = parsePlace(request)
  if (place === undefined) return accept(invalidPlace)
  if (!device.isOnline || device.relayId === undefined) return portCheckOf({ result: 'offline' })
  const spent = await context.portCheckBudgets.spend(
    ['port-check-viewer', actor.userId],
    ['port-check-device', deviceId],
  )
  if (!spent.ok) {
    const { retryAfterSeconds } = spent.refusal
    return refuse({ code: 'THROTTLED', message: 'Too many checks. Please wait and try again.', retryAfterSeconds })
  }
  const answer = await askAgent(context, device, { ...place, relayId: device.relayId })
  return answer === undefined ? accept(stillScanning) : portCheckOf(answer)
}

/** Undefined when there is no answer in time. */
async function askAgent(
  context: ServicesContext,
  { id: deviceId }: SeenDevice,
  { relayId, ...place }: { relayId: RelayId; host: string; port: number },
): Promise<ProbeAnswer | undefined> {
  const probeId = Buffer.from(context.devices.randomBytes(16)).toString('hex')
  const answered = Promise.withResolvers<ProbeAnswer | undefined>()
  using subscription = context.bus.subscribe(channelOfProbe(probeId), (message) => {
    const answer = parseAnswer(message)
    if (answer?.relayId === relayId && answer.deviceId === deviceId) answered.resolve(answer)
  })
  await subscription.ready
  context.agentProbes.probeTarget({ relayId, deviceId, probeId, ...place })
  const timer = setTimeout(() => answered.resolve(undefined), portCheckMsMax)
  try {
    return await answered.promise
  } finally {
    clearTimeout(timer)
  }
}

/** A relay has heard from an agent. Nobody may be waiting any more. */
export function takeProbeAnswer(
  context: Pick<ServicesContext, 'bus'>,
  relayId: RelayId,
  { probeId, deviceId, result, message }: ProbeAnswer & { probeId: string },
): void {
  if (!/^[0-9a-f]{32}$/.test(probeId)) return
  context.bus.publish(channelOfProbe(probeId), { relayId, deviceId, result, ...(message !== undefined && { message }) })
}

const channelOfProbe = (probeId: string): string => `probe:${probeId}`

/** What takeProbeAnswer has published. */
function parseAnswer(message: Json): (ProbeAnswer & { relayId: RelayId }) | undefined {
  const isAnswer = typeof message === 'object' && message !== null && 'relayId' in message
  return isAnswer ? (message as unknown as ProbeAnswer & { relayId: RelayId }) : undefined // see above
}
