// Somebody in a home who uses a local port: says a number every few milliseconds, and hears whether each comes back, in
// order and once.

import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

export type TalkerOrder =
  /** TCP and TLS to this place, and no more: what the machine and the networks need for it now. */
  | { readonly order: 'handshake'; readonly host: string; readonly port: number }
  /** Says a number every so many milliseconds until it is told to stop. */
  | { readonly order: 'talk'; readonly port: number; readonly everyMs: number }
  | { readonly order: 'stop' }

export type TalkerReport =
  | { readonly report: 'handshake'; readonly ms: number }
  /** From the first step of connecting to the first number that came back. */
  | { readonly report: 'first'; readonly ms: number }
  | { readonly report: 'broken'; readonly why: string }
  /** How many came back, the longest time between two of them, and how long half of them and 99 of 100 took at most. */
  | {
      readonly report: 'stopped'
      readonly numbers: number
      readonly stallMs: number
      readonly middleMs: number
      readonly mostMs: number
    }

const say = (report: TalkerReport): void => void (process.connected && process.send?.(report))
let talk: Talk | undefined

class Talk {
  readonly #socket: Socket
  readonly #timer: NodeJS.Timeout
  readonly #beganAt = performance.now()
  readonly #saidAt: number[] = []
  /** Of those that were said after the first had come back: before, the connection was not there yet. */
  readonly #tookMs: number[] = []
  #firstAt = Infinity
  #heard = 0
  #heardAt = this.#beganAt
  #stallMs = 0
  #rest = Buffer.alloc(0)
  #isOver = false

  constructor(port: number, everyMs: number) {
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true })
    this.#socket.on('data', (bytes: Buffer) => this.#hear(bytes))
    this.#socket.on('error', (error: Error) => this.#break(error.message))
    this.#socket.on('close', () => this.#break('it was closed'))
    this.#say()
    this.#timer = setInterval(() => this.#say(), everyMs)
  }

  stop(): void {
    this.#end()
    const ascending = this.#tookMs.toSorted((a, b) => a - b)
    const most = (part: number): number => Math.round(ascending[Math.floor(ascending.length * part)] ?? Infinity)
    const stallMs = Math.round(this.#stallMs)
    say({ report: 'stopped', numbers: this.#heard, stallMs, middleMs: most(0.5), mostMs: most(0.99) })
  }

  #say(): void {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(this.#saidAt.length)
    this.#saidAt.push(performance.now())
    this.#socket.write(bytes)
  }

  #hear(bytes: Buffer): void {
    const now = performance.now()
    if (this.#heard > 0) this.#stallMs = Math.max(this.#stallMs, now - this.#heardAt)
    else {
      this.#firstAt = now
      say({ report: 'first', ms: now - this.#beganAt })
    }
    this.#heardAt = now
    this.#rest = Buffer.concat([this.#rest, bytes])
    for (; this.#rest.length >= 4; this.#rest = this.#rest.subarray(4)) {
      const number = this.#rest.readUInt32BE(0)
      if (number !== this.#heard) return this.#break(`${number} came instead of ${this.#heard}`)
      this.#heard += 1
      const saidAt = this.#saidAt[number] ?? now
      if (saidAt >= this.#firstAt) this.#tookMs.push(now - saidAt)
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
  else if (order.order === 'talk') talk = new Talk(order.port, order.everyMs)
  else talk?.stop()
})
process.on('SIGTERM', () => process.disconnect?.())
process.on('disconnect', () => talk?.stop())
process.send?.('ready')
