// Asks STUN servers over UDP how one port looks from outside.

import { randomBytes } from 'node:crypto'
import { decodeStun, encodeStunRequest, stunTransactionIdBytes } from '@farport/protocol'
import type { Place } from '@farport/transport'
import type { UdpPort } from './udp-port.ts'

/** When a question is asked again, after the first. The network that loses five of them carries nothing. */
const askAgainAtMs = [120, 300, 600, 1000]
const answersWithinMs = 1400

export interface StunQuestion {
  /** What each server saw, in the order of `servers`; without those that did not answer in time. */
  readonly seen: Promise<readonly Place[]>
  /** Whether the packet was an answer of a server that was asked. */
  onPacket(bytes: Buffer, from: Place): boolean
}

export function askStun(port: UdpPort, servers: readonly Place[], signal: AbortSignal): StunQuestion {
  const done = Promise.withResolvers<readonly Place[]>()
  const asks = servers.map((server) => ({
    server,
    transactionId: randomBytes(stunTransactionIdBytes),
    seen: undefined as Place | undefined, // until it answers
  }))
  const ask = (): void => {
    for (const { server, transactionId, seen } of asks)
      if (seen === undefined) port.send(encodeStunRequest(transactionId), server)
  }
  const timers = askAgainAtMs.map((ms) => setTimeout(ask, ms))
  const settle = (): void => {
    for (const timer of timers) clearTimeout(timer)
    clearTimeout(end)
    signal.removeEventListener('abort', settle)
    done.resolve(asks.flatMap(({ seen }) => (seen === undefined ? [] : [seen])))
  }
  const end = setTimeout(settle, answersWithinMs)
  signal.addEventListener('abort', settle)
  ask()
  if (asks.length === 0) settle()
  return {
    seen: done.promise,
    onPacket(bytes, from) {
      const message = decodeStun(bytes)
      if (!message.ok || message.value.type !== 'answer') return false
      const { transactionId, address } = message.value
      const asked = asks.find(
        ({ server, transactionId: id }) =>
          id.equals(transactionId) && server.host === from.host && server.port === from.port,
      )
      if (asked === undefined) return false
      asked.seen = address
      if (asks.every(({ seen }) => seen !== undefined)) settle()
      return true
    },
  }
}
