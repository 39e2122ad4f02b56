// From a WebSocket that has just opened to an initiator that has greeted, and its messages from then on.

import { randomBytes } from 'node:crypto'
import { initiatorToRelay, protocolVersion, type InitiatorToRelay } from '@farport/protocol'
import { parseMessage } from '@farport/program'
import type { WebSocket } from 'ws'
import { Deadlines } from '../deadlines.ts'
import type { RelayIdentity } from '../identity.ts'
import { decideGreet } from './greet-rules.ts'
import { Initiator, refuseInitiator, sayTo } from './initiator.ts'
import type { Initiators } from './initiators.ts'

export interface InitiatorDoorOptions {
  identity: RelayIdentity
  initiators: Initiators
  limits: { greetMs: number; initiatorsMax: number }
  now: () => number
  onReach: (initiator: Initiator, reach: Extract<InitiatorToRelay, { type: 'reach' }>) => void
}

/** Pongs are owed no more than this to one who sends pings and reads nothing. */
const pongQueuedBytesMax = 65_536

export class InitiatorDoor implements Disposable {
  readonly #options: InitiatorDoorOptions
  readonly #greeting: Deadlines<WebSocket>

  constructor(options: InitiatorDoorOptions) {
    this.#options = options
    this.#greeting = new Deadlines({
      afterMs: options.limits.greetMs,
      onDue: (socket) => refuseInitiator(socket, { code: 'protocol', message: 'Nobody greeted in time.' }),
      now: options.now,
    })
  }

  /** `onArrived` is called once: when the initiator has greeted or its socket is closed. */
  greet(socket: WebSocket, address: string, onArrived: () => void): void {
    const { identity, initiators, onReach } = this.#options
    const nonce = randomBytes(32).toString('base64url')
    let initiator: Initiator | undefined
    this.#greeting.start(socket)

    socket.on('message', (data, isBinary) => {
      if (socket.readyState !== socket.OPEN) return
      const message = parseMessage(initiatorToRelay, data, isBinary)
      if (!message.ok) return refuseInitiator(socket, { code: 'protocol', message: message.refusal })
      if (initiator !== undefined && message.value.type === 'reach') return onReach(initiator, message.value)
      if (initiator !== undefined) return initiator.refuse({ code: 'protocol', message: 'It has greeted already.' })
      this.#greeting.stop(socket)
      initiator = this.#enter(socket, address, nonce, message.value)
      if (initiator === undefined) return
      onArrived()
      initiators.enter(initiator)
    })
    socket.on('pong', () => {
      if (initiator !== undefined) initiator.isPinged = false
    })
    socket.on('ping', (data) => {
      if (socket.bufferedAmount < pongQueuedBytesMax) socket.pong(data)
    })
    // ws closes the socket after an error; what was wrong is its peer's affair.
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      this.#greeting.stop(socket)
      if (initiator === undefined) onArrived()
      else initiators.left(initiator)
    })
    const { id: relayId, publicKey: relayKey } = identity
    sayTo(socket, { type: 'hello', protocol: protocolVersion, relayId, relayKey, nonce })
  }

  [Symbol.dispose](): void {
    this.#greeting[Symbol.dispose]()
  }

  #enter(socket: WebSocket, address: string, nonce: string, message: InitiatorToRelay): Initiator | undefined {
    if (message.type !== 'greet') {
      refuseInitiator(socket, { code: 'protocol', message: 'The first message has to be greet.' })
      return undefined
    }
    const { identity, initiators, limits } = this.#options
    const verdict = decideGreet(message, {
      relayId: identity.id,
      relayKey: identity.publicKey,
      nonce,
      initiators: initiators.size,
      initiatorsMax: limits.initiatorsMax,
    })
    if (verdict.ok) return new Initiator(socket, address, verdict.value.key)
    refuseInitiator(socket, verdict.refusal)
    return undefined
  }
}
