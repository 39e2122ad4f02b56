// The server's end of a relay's channel, for tests.

import { createHmac, randomBytes } from 'node:crypto'
import {
  joinText,
  protocolVersion,
  relayToServer,
  verifyText,
  type RelayPlace,
  type RelayToServer,
  type ServerToRelay,
} from '@farport/protocol'
import type { WebSocket } from 'ws'

export interface JoinedRelay {
  readonly place: RelayPlace
  send(message: ServerToRelay): void
  /** Cuts the channel, as a network does. */
  cut(): void
}

export interface RelayChannelOptions {
  joinSecret: string
  ticketKeys: readonly string[]
  onJoined: (relay: JoinedRelay) => void
  onMessage: (relay: JoinedRelay, message: RelayToServer) => void
  onLost: (relay: JoinedRelay) => void
}

/** Throws in the test's face when a relay says what it may not. */
export function serveRelayChannel(socket: WebSocket, options: RelayChannelOptions): void {
  const nonce = randomBytes(32).toString('base64url')
  let joined: JoinedRelay | undefined
  const send = (message: ServerToRelay) => socket.send(JSON.stringify(message))
  send({ type: 'hello', protocol: protocolVersion, nonce, serverTime: Date.now() })
  socket.on('message', (data: Buffer) => {
    const message = relayToServer.parse(JSON.parse(data.toString()))
    if (joined) return options.onMessage(joined, message)
    if (message.type !== 'join') throw new Error(`a relay said ${message.type} before it joined`)
    const text = joinText({ ...message, nonce })
    const proof = createHmac('sha256', options.joinSecret).update(text).digest('base64url')
    if (proof !== message.proof || !verifyText(message.publicKey, text, message.signature)) {
      send({ type: 'refused', message: 'This relay does not know the secret of this installation.' })
      return socket.close()
    }
    const { relayId: id, host, port, publicKey, stunPorts } = message
    joined = {
      place: { id, host, port, publicKey, ...(stunPorts && { stunPorts }) },
      send,
      cut: () => socket.terminate(),
    }
    send({ type: 'joined', leaseMs: 10_000, ticketKeys: [...options.ticketKeys] })
    options.onJoined(joined)
  })
  socket.on('close', () => {
    if (joined) options.onLost(joined)
  })
}
