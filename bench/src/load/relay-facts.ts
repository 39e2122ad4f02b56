// A relay's channel to the server, from which facts about agents come as a relay sends them.

import { batchLengthMax, type AgentPresence } from '@farport/protocol'
import { eventually } from '@farport/testkit'
import { dialServer } from '../../../apps/server/src/test-relay.ts'
import type { ServerRig } from '../rigs/server.ts'
import type { FleetDevice } from './fleet.ts'

export interface FactsRelay extends Disposable {
  readonly id: string
  /** Changes, in batches of their greatest length. Gives the moment that they carry at the latest. */
  tell(devices: readonly FleetDevice[], isOnline: boolean): number
  /** All that is here, as after joining. */
  tellSnapshot(devices: readonly FleetDevice[]): void
}

const heartbeatMs = 3000

export async function joinRelay(server: ServerRig): Promise<FactsRelay> {
  const relay = await dialServer(server.url, server.joinSecret)
  await eventually(() => relay.told.some((message) => message.type === 'joined'), { what: 'the relay has joined' })
  const beat = setInterval(() => relay.send({ type: 'heartbeat', agents: 0, proxies: 0, streams: 0 }), heartbeatMs)
  let last = 0
  const fact = ({ accountId, deviceId }: FleetDevice, isOnline: boolean): AgentPresence => {
    last = Math.max(last, Date.now())
    const where = { externalAddress: '198.51.100.7', internalAddress: '192.0.2.7', agentVersion: '0.1.0' }
    return { accountId, deviceId, isOnline, enteredAt: last, at: last, ...(isOnline && where) }
  }
  const send = (part: 'change' | 'snapshot', devices: readonly FleetDevice[], isOnline: boolean) => {
    for (let at = 0; at < devices.length; at += batchLengthMax) {
      const agents = devices.slice(at, at + batchLengthMax).map((device) => fact(device, isOnline))
      relay.send({ type: 'presence', part, agents })
    }
  }
  return {
    id: relay.id,
    tell(devices, isOnline) {
      last = Math.max(last + 1, Date.now())
      send('change', devices, isOnline)
      return last
    },
    tellSnapshot(devices) {
      relay.send({ type: 'presence', part: 'snapshot-begin', agents: [] })
      send('snapshot', devices, true)
      relay.send({ type: 'presence', part: 'snapshot-end', agents: [] })
    },
    [Symbol.dispose]() {
      clearInterval(beat)
      relay[Symbol.dispose]()
    },
  }
}
