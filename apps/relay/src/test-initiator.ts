// An initiator's end of the wire for the relay's tests, which may also say what no initiator would.

import { once } from 'node:events'
import type { KeyObject } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import {
  generatePrivateKey,
  greetText,
  initiatorPath,
  protocolVersion,
  publicKeyText,
  relayToInitiator,
  signText,
  type RelayToInitiator,
} from '@farport/protocol'
import { eventually } from '@farport/testkit'
import { connectPinned } from '@farport/transport'
import { WebSocket } from 'ws'
import { workHead, type RelayAddress, type TestAgent } from './test-agent.ts'

type Told<Type extends RelayToInitiator['type']> = Extract<RelayToInitiator, { type: Type }>

export class TestInitiator implements Disposable {
  readonly socket: WebSocket
  readonly key: KeyObject
  readonly told: RelayToInitiator[] = []
  isClosed = false
  #requestId = 0

  private constructor(socket: WebSocket, key: KeyObject) {
    this.socket = socket
    this.key = key
    socket.on('message', (data: Buffer) => this.told.push(relayToInitiator.parse(JSON.parse(data.toString()))))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => (this.isClosed = true))
  }

  /** Connected and greeted by the relay, not yet greeting. */
  static async dial(relay: RelayAddress, { key = generatePrivateKey(), autoPong = true } = {}): Promise<TestInitiator> {
    const secure = await connectPinned({ host: '127.0.0.1', port: relay.port }, { peerKey: relay.publicKey })
    if (!secure.ok) throw new Error(secure.refusal.message)
    const options = { createConnection: () => secure.value, perMessageDeflate: false, autoPong }
    const initiator = new TestInitiator(new WebSocket(`ws://127.0.0.1:${relay.port}${initiatorPath}`, options), key)
    await initiator.hears('hello')
    return initiator
  }

  /** One that has greeted. */
  static async greeted(relay: RelayAddress, options: Parameters<typeof TestInitiator.dial>[1] = {}) {
    const initiator = await TestInitiator.dial(relay, options)
    initiator.greet()
    await initiator.hears('greeted')
    return initiator
  }

  get publicKey(): string {
    return publicKeyText(this.key)
  }

  async hears<Type extends RelayToInitiator['type']>(type: Type, requestId?: number): Promise<Told<Type>> {
    const isIt = (each: RelayToInitiator): boolean =>
      each.type === type && (requestId === undefined || ('requestId' in each && each.requestId === requestId))
    const message = await eventually(() => this.told.find(isIt), { what: `the relay says ${type}`, pauseMs: 5 })
    return message as Told<Type> // it was found by its type
  }

  say(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  greet(changes: { key?: string; nonce?: string; protocol?: number } = {}): void {
    const hello = this.told.find((each) => each.type === 'hello')
    if (hello === undefined) throw new Error('nobody greeted')
    const text = greetText({ ...hello, nonce: changes.nonce ?? hello.nonce, key: this.publicKey })
    const { key = this.publicKey, protocol = protocolVersion } = changes
    this.say({ type: 'greet', protocol, key, signature: signText(this.key, text), version: 'test' })
  }

  /** Asks for a device; what comes of it is heard by the number that this answers. */
  reach(ticket: string): number {
    this.#requestId += 1
    this.say({ type: 'reach', requestId: this.#requestId, ticket })
    return this.#requestId
  }

  /** Undefined while it has not been refused. */
  get refusal(): string | undefined {
    return this.told.find((each) => each.type === 'refused')?.code
  }

  [Symbol.dispose](): void {
    this.socket.terminate()
  }
}

/** A work connection with this token. */
export async function workConnection(relay: { port: number }, token: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: relay.port, allowHalfOpen: true, noDelay: true })
  socket.on('error', () => undefined) // the tests look at its end
  socket.write(workHead(Buffer.from(token, 'base64url')))
  await once(socket, 'connect')
  return socket
}

/** Both ends of a pair, as an initiator and an agent make it. */
export async function meet(
  relay: RelayAddress,
  initiator: TestInitiator,
  agent: TestAgent,
  ticket: string,
): Promise<{ near: Socket; far: Socket }> {
  const before = agent.told.length
  const requestId = initiator.reach(ticket)
  const { token } = await initiator.hears('link', requestId)
  const order = await eventually(() => agent.told.slice(before).find((each) => each.type === 'link'), {
    what: 'the agent is asked for a link',
    pauseMs: 5,
  })
  const [near, far] = await Promise.all([workConnection(relay, token), workConnection(relay, order.token)])
  return { near, far }
}
