// An agent for the relay's tests that echoes whatever its streams carry, and whose connections can be cut and refused.

import { createPublicKey } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { accept, refuse } from '@farport/basics'
import { relayToAgent, verifyTicket, workPreamble, type RelayToAgent } from '@farport/protocol'
import { bridge, createAcceptorDoor, startSession, type AcceptorDoor, type StreamRequest } from '@farport/session'
import { connectTcp, createIdentity, tlsOverSocket } from '@farport/transport'
import { enrolledDevice, enteredAgent, type TestAgent } from './test-agent.ts'
import type { World } from './test-world.ts'

export class EchoAgent implements AsyncDisposable {
  readonly device: ReturnType<typeof enrolledDevice>
  /** Work connections so far. */
  readonly sockets: Socket[] = []
  /** Asked for so far. */
  readonly streams: StreamRequest[] = []
  sessions = 0
  /** Opens no work connections. */
  isUnwilling = false
  tunnel: TestAgent | undefined
  readonly #world: World
  readonly #service: Server
  readonly #door: AcceptorDoor

  private constructor(world: World, service: Server) {
    this.#world = world
    this.#service = service
    this.device = enrolledDevice(world.plane)
    this.#door = createAcceptorDoor({
      onBegin: (link) => {
        this.sessions += 1
        startSession({
          link,
          role: 'acceptor',
          verifyGrant: (ticket) => {
            const keys = [createPublicKey(world.plane.ticketKey)]
            const claims = verifyTicket(ticket, keys, 'proxy', Date.now())
            return claims.ok ? accept(claims.value) : refuse(claims.refusal)
          },
          onStream: (request) => this.#echo(request),
        })
      },
    })
  }

  static async start(world: World): Promise<EchoAgent> {
    const service = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket).on('error', () => undefined))
    service.listen(0, '127.0.0.1')
    await once(service, 'listening')
    const agent = new EchoAgent(world, service)
    await agent.enter()
    return agent
  }

  /** With another boot id: as a program that was started anew. */
  async enter(bootId = 'boot'): Promise<void> {
    const tunnel = await enteredAgent(this.#world.relay, this.#world.plane, { device: this.device, bootId })
    this.tunnel = tunnel
    const obey = (message: RelayToAgent): void => {
      if (message.type === 'link') void this.#open(message.token, message.initiatorKey)
    }
    for (const message of tunnel.told) obey(message)
    tunnel.socket.on('message', (data: Buffer) => obey(relayToAgent.parse(JSON.parse(data.toString()))))
  }

  cutWork(): void {
    for (const socket of this.sockets) socket.resetAndDestroy()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.tunnel?.[Symbol.dispose]()
    this.#door[Symbol.dispose]()
    this.cutWork()
    this.#service.close()
  }

  async #open(token: string, peerKey: string): Promise<void> {
    if (this.isUnwilling) return this.tunnel?.say({ type: 'link-failed', token, message: 'not now' })
    const socket = await connectTcp({ host: '127.0.0.1', port: this.#world.relay.port })
    if (!socket.ok) return // the relay is gone
    this.sockets.push(socket.value)
    socket.value.write(Buffer.concat([workPreamble, Buffer.from(token, 'base64url')]))
    const identity = await createIdentity(this.device.key)
    const link = await tlsOverSocket(socket.value, { role: 'server', identity, peerKey })
    if (link.ok) this.#door.answer(link.value)
  }

  #echo(request: StreamRequest): void {
    this.streams.push(request)
    const { claims } = request
    if (claims.purpose === 'proxy' && claims.protocol === 'UDP') return echoDatagrams(request)
    const { port } = this.#service.address() as AddressInfo // a TCP server has one
    bridge(connect({ host: '127.0.0.1', port, allowHalfOpen: true }), request.accept())
  }
}

function echoDatagrams(request: StreamRequest): void {
  const stream = request.accept()
  stream.start({
    onBytes: (bytes) => stream.consumed(bytes.length),
    onDrain: () => undefined,
    onEnd: () => stream.end(),
    onClose: () => undefined,
    onDatagram: (bytes) => void stream.sendDatagram(bytes),
  })
}
