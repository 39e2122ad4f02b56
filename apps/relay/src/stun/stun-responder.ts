// Two UDP ports that tell who asks how it looks from outside: a NAT that maps differently for each shows itself.

import type { RemoteInfo, Socket } from 'node:dgram'
import { plainAddress } from '@farport/protocol'
import type { Logger } from 'pino'
import { Rates } from '../rates.ts'
import { AddressSockets } from '../udp/address-sockets.ts'
import { answerStun } from './stun-rules.ts'

export interface StunResponderOptions {
  /** Undefined: all addresses of this machine. */
  bindHost: string | undefined
  /** And the one after it. 0: any two. */
  port: number
  limits: { stunPerSecond: number; stunBurst: number; stunSourcesMax: number }
  log: Logger
  now: () => number
}

export interface StunResponder extends Disposable {
  readonly ports: [number, number]
}

/** Undefined when the ports cannot be had: a relay serves without. */
export async function startStunResponder(options: StunResponderOptions): Promise<StunResponder | undefined> {
  const { bindHost, port, limits, log, now } = options
  const rates = new Rates({
    perSecond: limits.stunPerSecond,
    burst: limits.stunBurst,
    askersMax: limits.stunSourcesMax,
    now,
  })
  const sockets: AddressSockets[] = []
  const close = (): void => {
    for (const each of sockets) each[Symbol.dispose]()
  }
  try {
    for (const each of [port, port === 0 ? 0 : port + 1]) {
      const opened = await AddressSockets.open({
        port: each,
        bindHost,
        // What the network says about an answer is its asker's affair.
        onError: (error) => log.debug({ error: error.message }, 'STUN'),
      })
      opened.receive((datagram, from, socket) => answer(socket, datagram, from, rates))
      sockets.push(opened)
    }
  } catch (error) {
    close()
    log.warn({ error, port }, 'this relay answers no STUN: its UDP ports are taken. Set FARPORT_STUN_PORT')
    return undefined
  }
  const [first, second] = sockets.map((each) => each.port)
  if (first === undefined || second === undefined) throw new Error('two sockets have two ports')
  return { ports: [first, second], [Symbol.dispose]: close }
}

function answer(socket: Socket, datagram: Buffer, from: RemoteInfo, rates: Rates): void {
  const host = plainAddress(from.address)
  if (!rates.mayAsk(host)) return
  const bytes = answerStun(datagram, { host, port: from.port })
  if (bytes) socket.send(bytes, from.port, from.address, () => undefined) // lost is lost: they ask again
}
