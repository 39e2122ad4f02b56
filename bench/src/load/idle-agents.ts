// Agents that have entered a relay and do nothing but answer its pings: the real control handshake, over TLS, each with
// its own key and ticket.

import { once } from 'node:events'
import type { KeyObject } from 'node:crypto'
import {
  enterText,
  generatePrivateKey,
  protocolVersion,
  publicKeyText,
  relayToAgent,
  signText,
  tunnelPath,
  type RelayPlace,
  type RelayToAgent,
} from '@farport/protocol'
import { answerCheck, type ControlPlane } from '@farport/testkit'
import { connectPinned } from '@farport/transport'
import { WebSocket } from 'ws'

/** A relay admits only so many that are just arriving from one address. */
const arrivalsAtOnce = 64

export interface IdleAgents extends AsyncDisposable {
  readonly alive: number
}

export async function enterIdleAgents(plane: ControlPlane, relay: RelayPlace, count: number): Promise<IdleAgents> {
  const sockets = new Set<WebSocket>()
  let started = 0
  const worker = async (): Promise<void> => {
    while (started < count) {
      started += 1
      const socket = await enterAgent(plane, relay)
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
  }
  await Promise.all(Array.from({ length: arrivalsAtOnce }, worker))
  return {
    get alive() {
      return sockets.size
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.terminate()
    },
  }
}

async function enterAgent(plane: ControlPlane, relay: RelayPlace): Promise<WebSocket> {
  const key = generatePrivateKey()
  const device = plane.planDevice('idle', publicKeyText(key))
  const secure = await connectPinned(relay, { peerKey: relay.publicKey })
  if (!secure.ok) throw new Error(secure.refusal.message)
  const socket = new WebSocket(`ws://${relay.host}:${relay.port}${tunnelPath}`, {
    createConnection: () => secure.value,
    perMessageDeflate: false,
  })
  const hello = await hear(socket, 'hello')
  const entered = hear(socket, 'entered')
  socket.on('message', (data: Buffer) => answerIfCheck(relay, data))
  socket.send(JSON.stringify(enterMessage(hello, plane.tunnelTicket(device), key)))
  await entered
  return socket
}

function answerIfCheck(relay: RelayPlace, data: Buffer): void {
  const message = relayToAgent.parse(JSON.parse(data.toString()))
  if (message.type === 'check') void answerCheck(relay, message.token)
}

function enterMessage(hello: Extract<RelayToAgent, { type: 'hello' }>, ticket: string, key: KeyObject): object {
  const signature = signText(key, enterText({ ...hello, ticket }))
  return {
    type: 'enter',
    protocol: protocolVersion,
    ticket,
    signature,
    agentVersion: 'bench',
    bootId: publicKeyText(key),
    internalAddress: '192.0.2.7',
  }
}

/** The next message, which must be of this type. */
async function hear<Type extends RelayToAgent['type']>(
  socket: WebSocket,
  type: Type,
): Promise<Extract<RelayToAgent, { type: Type }>> {
  const [data] = (await once(socket, 'message')) as [Buffer] // as ws gives a message of text
  const message = relayToAgent.parse(JSON.parse(data.toString()))
  if (message.type !== type) throw new Error(`the relay said ${JSON.stringify(message)} and not ${type}`)
  return message as Extract<RelayToAgent, { type: Type }> // its type was just compared
}
