// Small writes to many sockets within one turn of the event loop, in one system call: what answers many people, or asks a
// service for many of them. Where Linux does not let us, or a socket has bytes waiting already, they are writes as ever.

import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { descriptorOf } from './linux/descriptor-of.ts'
import { openSends } from './linux/open-sends.ts'
import { unknownResult, type Sends } from './linux/sends.ts'
import { resetSocket } from './reset-socket.ts'

/** Texts are in Latin 1. */
export type Parts = readonly (Uint8Array | string)[]
/** As the callback of `socket.write`. */
export type OnTaken = (error?: Error | null) => void

/** So many writes of at most so many bytes go together: 128 KiB of memory. */
export const togetherShape = { places: 32, placeBytes: 4096 }

interface Waiting {
  readonly socket: Socket
  readonly onTaken: OnTaken | undefined
}

export class WritesTogether {
  readonly #sends: Sends
  #waiting: Waiting[] = []
  #isBroken = false

  constructor(sends: Sends) {
    this.#sends = sends
  }

  /** Whether it goes with the others of this turn. Its bytes are the caller's again when this returns. */
  write(socket: Socket, parts: Parts, byteCount: number, onTaken?: OnTaken): boolean {
    // What it was given before in this turn goes first.
    this.settle(socket)
    const { bytes, lengths, shape } = this.#sends.memory
    if (this.#isBroken || byteCount > shape.placeBytes || !isAtRest(socket)) return false
    if (this.#waiting.length === shape.places) this.#send()
    const place = this.#waiting.length
    put(parts, bytes, place * shape.placeBytes)
    lengths[place] = byteCount
    if (place === 0) process.nextTick(this.#send)
    this.#waiting.push({ socket, onTaken })
    return true
  }

  /** Before anything else is done with the socket: what waits for it goes. */
  settle(socket: Socket): void {
    for (const waiting of this.#waiting) if (waiting.socket === socket) return this.#send()
  }

  readonly #send = (): void => {
    const sent = this.#waiting
    if (sent.length === 0) return
    this.#waiting = []
    const { descriptors } = this.#sends.memory
    // Only now: a descriptor that was closed meanwhile may be somebody else's.
    for (const [place, { socket }] of sent.entries()) descriptors[place] = descriptorOf(socket) ?? -1
    if (!this.#sends.send(sent.length)) this.#break()
    const taken = sent.filter((waiting, place) => this.#isTaken(waiting, place))
    // They may write at once, to the places of those before.
    for (const { onTaken } of taken) onTaken?.()
  }

  /** What the system has not taken is Node's, which waits for room, and tells what is wrong with a socket. */
  #isTaken({ socket, onTaken }: Waiting, place: number): boolean {
    const { bytes, lengths, results, shape } = this.#sends.memory
    const [result = 0, length = 0] = [results[place], lengths[place]]
    if (result === length) return true
    // Nobody can say where to go on.
    if (result === unknownResult) resetSocket(socket)
    const start = place * shape.placeBytes
    socket.write(Buffer.from(bytes.subarray(start + Math.max(result, 0), start + length)), onTaken)
    return false
  }

  #break(): void {
    this.#isBroken = true
    this.#sends.close()
  }
}

/** Nothing waits that would have to go before. */
function isAtRest(socket: Socket): boolean {
  return socket.writable && !socket.connecting && socket.writableLength === 0 && !(socket instanceof TLSSocket)
}

let together: WritesTogether | undefined
let isOpened = false

/** As `socket.write`, but the bytes are the caller's again when this returns. `settle` is to be called before the socket is ended. */
export function writeTogether(socket: Socket, parts: Parts, onTaken?: OnTaken): void {
  if (!isOpened) void open()
  let byteCount = 0
  for (const part of parts) byteCount += part.length
  if (together?.write(socket, parts, byteCount, onTaken) === true) return
  const bytes = Buffer.allocUnsafe(byteCount)
  put(parts, bytes, 0)
  socket.write(bytes, onTaken)
}

/** What was written together with others goes now. */
export function settle(socket: Socket): void {
  together?.settle(socket)
}

async function open(): Promise<void> {
  isOpened = true
  const sends = await openSends(togetherShape)
  if (sends.ok) together = new WritesTogether(sends.value)
}

function put(parts: Parts, into: Buffer, offset: number): void {
  let at = offset
  for (const part of parts) {
    if (typeof part === 'string') into.write(part, at, 'latin1')
    else into.set(part, at)
    at += part.length
  }
}
