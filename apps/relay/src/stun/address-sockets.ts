// One UDP port on each address of this machine, a socket for each: what is answered leaves from the address that was
// asked. From a socket for all of them it would leave from whichever the routes prefer, and a NAT lets no other in.

import type { RemoteInfo, Socket } from 'node:dgram'
import { bindUdp } from '../udp-socket.ts'
import { localAddresses } from './local-addresses.ts'

export interface AddressSocketsOptions {
  /** 0: any that is free. */
  readonly port: number
  readonly onDatagram: (socket: Socket, datagram: Buffer, from: RemoteInfo) => void
  readonly onError: (error: Error) => void
  /** A test says which. */
  readonly addresses?: () => readonly string[]
}

/** Further addresses are not asked by anybody. */
const addressesMax = 64
/** An address that is new answers after so long at the latest. */
const lookAgainMs = 5000
/** A port that is free on one address may be taken on another. */
const attemptsMax = 20

export class AddressSockets implements Disposable {
  readonly port: number
  readonly #options: AddressSocketsOptions
  readonly #sockets: Map<string, Socket>
  readonly #timer: NodeJS.Timeout
  #isOver = false

  private constructor(options: AddressSocketsOptions, port: number, sockets: Map<string, Socket>) {
    this.port = port
    this.#options = options
    this.#sockets = sockets
    for (const socket of sockets.values()) this.#listen(socket)
    this.#timer = setInterval(() => void this.lookAgain(), lookAgainMs).unref()
  }

  /** Rejects when the port is taken on one of the addresses. */
  static async open(options: AddressSocketsOptions): Promise<AddressSockets> {
    for (let attempt = 1; ; attempt += 1) {
      const sockets = await bindAll(addressesOf(options), options.port)
      if (sockets.ok) return new AddressSockets(options, sockets.port, sockets.all)
      if (options.port !== 0 || attempt === attemptsMax) throw sockets.error
    }
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    clearInterval(this.#timer)
    for (const socket of this.#sockets.values()) socket.close()
    this.#sockets.clear()
  }

  /** Addresses come and go. */
  async lookAgain(): Promise<void> {
    const addresses = new Set(addressesOf(this.#options))
    for (const [address, socket] of this.#sockets) {
      if (addresses.has(address)) continue
      this.#sockets.delete(address)
      socket.close()
    }
    for (const address of addresses) if (!this.#sockets.has(address)) await this.#add(address)
  }

  async #add(address: string): Promise<void> {
    let socket: Socket
    try {
      socket = await bindUdp(this.port, address)
    } catch (error) {
      // Not ready yet, gone again, or taken: it is tried again with the next look.
      return this.#options.onError(error instanceof Error ? error : new Error(String(error)))
    }
    if (this.#isOver || this.#sockets.has(address)) return void socket.close()
    this.#sockets.set(address, socket)
    this.#listen(socket)
  }

  #listen(socket: Socket): void {
    const { onDatagram, onError } = this.#options
    socket.unref()
    socket.on('message', (datagram, from) => onDatagram(socket, datagram, from))
    socket.on('error', onError)
  }
}

const addressesOf = ({ addresses = () => localAddresses(addressesMax) }: AddressSocketsOptions): readonly string[] =>
  addresses()

type Bound = { ok: true; port: number; all: Map<string, Socket> } | { ok: false; error: unknown }

/** The same port on all of them, or none. An address that cannot be had is left for later, unless all are like that. */
async function bindAll(addresses: readonly string[], port: number): Promise<Bound> {
  const all = new Map<string, Socket>()
  let [chosen, error]: [number, unknown] = [port, new Error('this machine has no address')]
  for (const address of addresses) {
    try {
      const socket = await bindUdp(chosen, address)
      all.set(address, socket)
      chosen = socket.address().port
    } catch (failure) {
      error = failure
      const isTaken = failure instanceof Error && 'code' in failure && failure.code === 'EADDRINUSE'
      if (!isTaken) continue
      for (const socket of all.values()) socket.close()
      return { ok: false, error }
    }
  }
  return all.size > 0 ? { ok: true, port: chosen, all } : { ok: false, error }
}
