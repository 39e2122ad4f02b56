// One UDP port on each address of this machine, a socket for each: what is answered leaves from the address that was
// asked. From a socket for all of them it would leave from whichever the routes prefer, where nobody waits for it: a NAT
// lets no other in, and most programs hear no other.

import type { RemoteInfo, Socket } from 'node:dgram'
import { localAddressesNow } from './local-addresses.ts'
import { bindUdp } from './udp-socket.ts'

export interface AddressSocketsOptions {
  /** 0: any that is free. */
  readonly port: number
  /** Undefined: all addresses of this machine. */
  readonly bindHost: string | undefined
  readonly onError: (error: Error) => void
  /** A test says which. */
  readonly addresses?: () => readonly string[]
}

export type OnDatagram = (datagram: Buffer, from: RemoteInfo, socket: Socket) => void

/** An address that is new answers after so long at the latest. */
const lookAgainMs = 5000
/** A port that is free on one address may be taken on another. */
const attemptsMax = 20

export class AddressSockets implements Disposable {
  readonly port: number
  readonly #options: AddressSocketsOptions
  /** And their addresses. */
  readonly #sockets: Map<Socket, string>
  readonly #timer: NodeJS.Timeout
  #onDatagram: OnDatagram = () => undefined
  #isOver = false

  private constructor(options: AddressSocketsOptions, port: number, sockets: Map<Socket, string>) {
    this.port = port
    this.#options = options
    this.#sockets = sockets
    for (const socket of sockets.keys()) this.#listen(socket)
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

  /** The first of these ports that is free on every address; undefined when none is. */
  static async openOnOne(ports: readonly number[], bindHost: string | undefined): Promise<AddressSockets | undefined> {
    for (const port of ports) {
      // What the network says about a datagram is its sender's affair.
      const opened = AddressSockets.open({ port, bindHost, onError: () => undefined })
      const sockets = await opened.catch(() => undefined) // the next one is tried
      if (sockets) return sockets
    }
    return undefined
  }

  /** Until then what comes is lost. */
  receive(onDatagram: OnDatagram): void {
    this.#onDatagram = onDatagram
  }

  /** Whether this socket is still one of these: its address may have gone, and then it cannot send. */
  has(socket: Socket): boolean {
    return this.#sockets.has(socket)
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    clearInterval(this.#timer)
    for (const socket of this.#sockets.keys()) socket.close()
    this.#sockets.clear()
  }

  /** Addresses come and go. */
  async lookAgain(): Promise<void> {
    const wanted = new Set(addressesOf(this.#options))
    for (const [socket, address] of this.#sockets) {
      if (wanted.delete(address)) continue
      this.#sockets.delete(socket)
      socket.close()
    }
    for (const address of wanted) await this.#add(address)
  }

  async #add(address: string): Promise<void> {
    let socket: Socket
    try {
      socket = await bindUdp(this.port, address)
    } catch (error) {
      // Not ready yet, gone again, or taken: it is tried again with the next look.
      return this.#options.onError(error instanceof Error ? error : new Error(String(error)))
    }
    if (this.#isOver) return void socket.close()
    this.#sockets.set(socket, address)
    this.#listen(socket)
  }

  #listen(socket: Socket): void {
    socket.unref()
    socket.on('message', (datagram, from) => this.#onDatagram(datagram, from, socket))
    socket.on('error', this.#options.onError)
  }
}

function addressesOf({ bindHost, addresses = localAddressesNow }: AddressSocketsOptions): readonly string[] {
  return bindHost === undefined ? addresses() : [bindHost]
}

type Bound = { ok: true; port: number; all: Map<Socket, string> } | { ok: false; error: unknown }

/** The same port on all of them, or none. An address that cannot be had is left for later, unless all are like that. */
async function bindAll(addresses: readonly string[], port: number): Promise<Bound> {
  const all = new Map<Socket, string>()
  let [chosen, error]: [number, unknown] = [port, new Error('this machine has no address')]
  for (const address of addresses) {
    try {
      const socket = await bindUdp(chosen, address)
      all.set(socket, address)
      chosen = socket.address().port
    } catch (failure) {
      error = failure
      const isTaken = failure instanceof Error && 'code' in failure && failure.code === 'EADDRINUSE'
      if (!isTaken) continue
      for (const socket of all.keys()) socket.close()
      return { ok: false, error }
    }
  }
  return all.size > 0 ? { ok: true, port: chosen, all } : { ok: false, error }
}
