// Two UDP ports that tell who asks how it looks from outside: a NAT that maps differently for each shows itself.

import type { RemoteInfo, Socket } from 'node:dgram'
import type { Logger } from 'pino'
import { plainAddress } from '../proxies/address-rule.ts'
import { Rates } from '../rates.ts'
import { bindUdp } from '../udp-socket.ts'
import { answerStun } from './stun-rules.ts'

export interface StunResponderOptions {
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
  const sockets: Socket[] = []
  const close = (): void => {
    for (const socket of sockets) socket.close()
  }
  try {
    for (const each of [port, port === 0 ? 0 : port + 1]) {
      const socket = (await bindUdp(each, bindHost)).unref()
      sockets.push(socket)
      socket.on('message', (datagram, from) => answer(socket, datagram, from, rates))
      // What the network says about an answer is its asker's affair.
      socket.on('error', (error) => log.debug({ error: error.message }, 'STUN'))
    }
  } catch (error) {
    close()
    log.warn({ error, port }, 'this relay answers no STUN: its UDP ports are taken. Set FARPORT_STUN_PORT')
    return undefined
  }
  const [first, second] = sockets.map((socket) => socket.address().port)
  if (first === undefined || second === undefined) throw new Error('two sockets have two ports')
  return { ports: [first, second], [Symbol.dispose]: close }
}

function answer(socket: Socket, datagram: Buffer, from: RemoteInfo, rates: Rates): void {
  const host = plainAddress(from.address)
  if (!rates.mayAsk(host)) return
  const bytes = answerStun(datagram, { host, port: from.port })
  if (bytes) socket.send(bytes, from.port, from.address, () => undefined) // lost is lost: they ask again
}
