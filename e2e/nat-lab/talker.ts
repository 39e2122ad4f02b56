// Somebody in a home who uses a local port: says a number every few milliseconds, and hears whether each comes back, in
// order and once.

import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

export type TalkerOrder =
  /** TCP and TLS to this place, and no more: what the machine and the networks need for it now. */
  | { readonly order: 'handshake'; readonly host: string; readonly port: number }
  /** Talks until it is told to stop. */
  | { readonly order: 'talk'; readonly port: number }
  | { readonly order: 'stop' }

export type TalkerReport =
  | { readonly report: 'handshake'; readonly ms: number }
  /** From the first step of connecting to the first number that came back. */
  | { readonly report: 'first'; readonly ms: number }
  | { readonly report: 'broken'; readonly why: string }
  /** How many came back, and the longest time between two of them. */
  | { readonly report: 'stopped'; readonly numbers: number; readonly stallMs: number }

const everyMs = 10

const say = (report: TalkerReport): void => void (process.connected && process.send?.(report))
let talk: Talk | undefined

class Talk {
  readonly #socket: Socket
  readonly #timer: NodeJS.Timeout
  readonly #beganAt = performance.now()
  #said = 0
  #heard = 0
  #heardAt = this.#beganAt
  #stallMs = 0
  #rest = Buffer.alloc(0)
  #isOver = false

  constructor(port: number) {
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true })
    this.#socket.on('data', (bytes: Buffer) => this.#hear(bytes))
    this.#socket.on('error', (error: Error) => this.#break(error.message))
    this.#socket.on('close', () => this.#break('it was closed'))
    this.#say()
    this.#timer = setInterval(() => this.#say(), everyMs)
  }

  stop(): void {
    this.#end()
    say({ report: 'stopped', numbers: this.#heard, stallMs: Math.round(this.#stallMs) })
  }

  #say(): void {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(this.#said)
    this.#said += 1
    this.#socket.write(bytes)
  }

  #hear(bytes: Buffer): void {
    const now = performance.now()
    if (this.#heard === 0) say({ report: 'first', ms: now - this.#beganAt })
    else this.#stallMs = Math.max(this.#stallMs, now - this.#heardAt)
    this.#heardAt = now
    this.#rest = Buffer.concat([this.#rest, bytes])
    for (; this.#rest.length >= 4; this.#rest = this.#rest.subarray(4)) {
      const number = this.#rest.readUInt32BE(0)
      if (number !== this.#heard) return this.#break(`${number} came instead of ${this.#heard}`)
      this.#heard += 1
    }
  }

  #break(why: string): void {
    if (this.#isOver) return
    this.#end()
    say({ report: 'broken', why })
  }

  #end(): void {
    this.#isOver = true
    clearInterval(this.#timer)
    this.#socket.destroy()
  }
}

function shakeHands(host: string, port: number): void {
  const beganAt = performance.now()
  // Whose certificate it is does not matter for how long it takes.
  const socket = connectSecurely({ host, port, rejectUnauthorized: false }, () => {
    say({ report: 'handshake', ms: performance.now() - beganAt })
    socket.destroy()
  })
  socket.on('error', (error: Error) => say({ report: 'broken', why: error.message }))
}

process.on('message', (order: TalkerOrder) => {
  if (order.order === 'handshake') shakeHands(order.host, order.port)
  else if (order.order === 'talk') talk = new Talk(order.port)
  else talk?.stop()
})
process.on('SIGTERM', () => process.disconnect())
process.on('disconnect', () => talk?.stop())
process.send?.('ready')
