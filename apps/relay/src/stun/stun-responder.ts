// Two UDP ports that tell who asks how it looks from outside: a NAT that maps differently for each shows itself.

import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'
import type { Logger } from 'pino'
import { plainAddress } from '../proxies/address-rule.ts'
import { Rates } from '../rates.ts'
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
      const socket = await bind(bindHost, each)
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

/** Without a host both kinds of addresses, as far as this machine has them. */
async function bind(host: string | undefined, port: number): Promise<Socket> {
  if (host !== undefined) return bindOne(isIPv4(host) || host === 'localhost' ? 'udp4' : 'udp6', port, host)
  try {
    return await bindOne('udp6', port, undefined)
  } catch (error) {
    const isWithoutIpv6 = error instanceof Error && 'code' in error && error.code === 'EAFNOSUPPORT'
    if (!isWithoutIpv6) throw error
    return bindOne('udp4', port, undefined)
  }
}

async function bindOne(type: 'udp4' | 'udp6', port: number, address: string | undefined): Promise<Socket> {
  const socket = createSocket({ type })
  socket.bind({ port, ...(address !== undefined && { address }), exclusive: true })
  try {
    await once(socket, 'listening')
  } catch (error) {
    socket.close()
    throw error
  }
  return socket.unref()
}
