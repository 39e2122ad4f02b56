// What streams are connected to: a TCP service, a UDP service, or the SOCKS server that this agent is.

import { accept, refuse, type Result } from '@farport/basics'
import type { ServiceOrder } from '@farport/protocol'
import { bridge, streamCode, type SessionStream, type StreamRefusal } from '@farport/session'
import { connectTcp } from '@farport/transport'
import type { Logger } from 'pino'
import type { Carried } from './carried.ts'
import { connectUdp } from './connect-udp.ts'
import { isSocks } from './grant-rules.ts'
import type { Names } from './names.ts'
import type { Reach } from './reach.ts'
import { SocksConversation, type SocksOptions } from './socks-conversation.ts'
import { unreachableSentence, type TargetFailure } from './target-rules.ts'
import { UdpFlow, type FlowCounts, type UdpFlowLimits } from './udp-flow.ts'

/** Ready, and not carried yet: one of the two is called, once. */
export interface Target {
  carry(stream: SessionStream): Carried
  drop(): void
}

export interface TargetsOptions {
  readonly names: Names
  readonly reach: Reach
  readonly limits: SocksOptions['limits'] & UdpFlowLimits
  readonly log: Logger
}

export class Targets {
  readonly #options: TargetsOptions
  /** Of all SOCKS clients together. */
  readonly #socksFlows = { count: 0 }

  constructor(options: TargetsOptions) {
    this.#options = options
  }

  /** Refused with a sentence for the person who connects. */
  open(service: ServiceOrder): Promise<Result<Target, StreamRefusal>> {
    if (service.protocol === 'UDP') return this.#openUdp(service)
    return isSocks(service) ? this.#openSocks(service) : this.#openTcp(service)
  }

  async #openTcp(service: ServiceOrder): Promise<Result<Target, StreamRefusal>> {
    const socket = await connectTcp(service, this.#options.limits.connectTimeoutMs)
    if (!socket.ok) return refuse(unreachable(service, socket.refusal))
    return accept({
      carry: (stream) => bridge(socket.value, stream),
      drop: () => void socket.value.destroy(),
    })
  }

  /** Whether anything listens shows with the first datagram, and not even then always. */
  async #openUdp(service: ServiceOrder): Promise<Result<Target, StreamRefusal>> {
    const { names, limits } = this.#options
    const [address] = await names.addressesOf(service.host)
    if (address === undefined) return refuse(unreachable(service, unknownName))
    const socket = await connectUdp({ host: address, port: service.port })
    if (!socket.ok) return refuse(unreachable(service, socket.refusal))
    return accept({
      carry: (stream) =>
        new UdpFlow(socket.value, stream, {
          place: service,
          limits,
          onOver: this.#onFlowOver(service),
        }),
      drop: () => void socket.value.close(),
    })
  }

  /** There is nothing to connect before the client has said where to. */
  async #openSocks(service: ServiceOrder): Promise<Result<Target, StreamRefusal>> {
    const { reach, limits } = this.#options
    return accept({
      carry: (stream) =>
        new SocksConversation(stream, {
          service,
          reach,
          limits,
          flowsOfAll: this.#socksFlows,
          onOver: this.#onFlowOver(service),
        }),
      drop: () => undefined,
    })
  }

  readonly #onFlowOver =
    ({ id: serviceId }: ServiceOrder) =>
    (counts: FlowCounts): void =>
      this.#options.log.debug({ serviceId, ...counts }, 'a flow of datagrams is over')
}

const unknownName: TargetFailure = { code: 'unreachable', message: 'no address', systemCode: 'ENOTFOUND' }

function unreachable(service: ServiceOrder, failure: TargetFailure): StreamRefusal {
  return { code: streamCode.targetUnreachable, message: unreachableSentence(service, failure) }
}
