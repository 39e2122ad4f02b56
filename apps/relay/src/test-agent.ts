// An agent's end of the wire for the relay's tests, which may also say what no agent would.

import { once } from 'node:events'
import type { KeyObject } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import {
  enterText,
  generatePrivateKey,
  protocolVersion,
  publicKeyText,
  relayToAgent,
  signText,
  tunnelPath,
  workPreamble,
  type RelayToAgent,
} from '@farport/protocol'
import { answerCheck, eventually, type ControlPlane, type PlannedDevice } from '@farport/testkit'
import { connectPinned } from '@farport/transport'
import { WebSocket } from 'ws'

type Hello = Extract<RelayToAgent, { type: 'hello' }>

export interface RelayAddress {
  readonly port: number
  readonly publicKey: string
}

/** A device with a key, enrolled at the control plane. */
export function enrolledDevice(plane: ControlPlane): { planned: PlannedDevice; key: KeyObject } {
  const key = generatePrivateKey()
  return { planned: plane.planDevice('device', publicKeyText(key)), key }
}

export class TestAgent implements Disposable {
  readonly socket: WebSocket
  readonly told: RelayToAgent[] = []
  isClosed = false
  /** Opens a work connection when it is asked to show that it can. */
  answersChecks = true

  private constructor(socket: WebSocket, relay: RelayAddress) {
    this.socket = socket
    socket.on('message', (data: Buffer) => {
      const message = relayToAgent.parse(JSON.parse(data.toString()))
      this.told.push(message)
      if (message.type !== 'check' || !this.answersChecks) return
      void answerCheck({ host: '127.0.0.1', port: relay.port }, message.token)
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => (this.isClosed = true))
  }

  /** Connected and greeted, not entered. */
  static async dial(relay: RelayAddress, options: { autoPong?: boolean } = {}): Promise<TestAgent> {
    const secure = await connectPinned({ host: '127.0.0.1', port: relay.port }, { peerKey: relay.publicKey })
    if (!secure.ok) throw new Error(secure.refusal.message)
    const agent = new TestAgent(
      new WebSocket(`ws://127.0.0.1:${relay.port}${tunnelPath}`, {
        createConnection: () => secure.value,
        perMessageDeflate: false,
        ...options,
      }),
      relay,
    )
    await agent.hears('hello')
    return agent
  }

  async hears<Type extends RelayToAgent['type']>(type: Type): Promise<Extract<RelayToAgent, { type: Type }>> {
    const message = await eventually(() => this.told.find((each) => each.type === type), {
      what: `the relay says ${type}`,
    })
    return message as Extract<RelayToAgent, { type: Type }> // it was found by its type
  }

  say(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** Says that it wants to enter; the answer is heard later. */
  enter({
    ticket,
    key,
    bootId = 'boot',
    text = {},
  }: {
    ticket: string
    key: KeyObject
    bootId?: string
    text?: Partial<Hello>
  }): void {
    const hello = this.told.find((each) => each.type === 'hello')
    if (hello === undefined) throw new Error('nobody greeted')
    const signature = signText(key, enterText({ ...hello, ...text, ticket }))
    this.say({ type: 'enter', protocol: protocolVersion, ticket, signature, agentVersion: 'test', bootId })
  }

  /** Undefined while it has not been refused. */
  get refusal(): string | undefined {
    const refused = this.told.find((each) => each.type === 'refused')
    return refused?.code
  }

  [Symbol.dispose](): void {
    this.socket.terminate()
  }
}

/** An agent that is in. */
export async function enteredAgent(
  relay: RelayAddress,
  plane: ControlPlane,
  { bootId = 'boot', autoPong = true, answersChecks = true, device = enrolledDevice(plane) } = {},
): Promise<TestAgent & { device: ReturnType<typeof enrolledDevice> }> {
  const agent = await TestAgent.dial(relay, { autoPong })
  agent.answersChecks = answersChecks
  agent.enter({ ticket: plane.tunnelTicket(device.planned), key: device.key, bootId })
  await agent.hears('entered')
  return Object.assign(agent, { device })
}

/** A plain socket to the relay's port, that keeps count of nothing but its end. */
export async function rawSocket(port: number, firstBytes?: Uint8Array): Promise<Socket & { isOver?: boolean }> {
  const socket: Socket & { isOver?: boolean } = connect({ host: '127.0.0.1', port })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => (socket.isOver = true))
  socket.resume()
  await once(socket, 'connect')
  if (firstBytes) socket.write(firstBytes)
  return socket
}

export const workHead = (token: Uint8Array): Buffer => Buffer.concat([workPreamble, token])
