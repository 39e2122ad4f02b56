// Which of many descriptors something can be done with, told once per change (edge-triggered).

import { endianness } from 'node:os'
import { linux, type Libc } from '@farport/transport/linux'

// struct epoll_event: u32 events, then u64 of ours, of which 32 bits are used. Packed on x64 and ia32 only.
const isPacked = process.arch === 'x64' || process.arch === 'ia32'
const eventBytes = isPacked ? 12 : 16
const markOffset = isPacked ? 4 : 8
const isLittle = endianness() === 'LE'
/** More wait for the next call. */
const eventsMax = 256

export class Epoll {
  readonly #libc: Libc
  readonly #descriptor: number
  readonly #events = new Uint8Array(eventBytes * eventsMax)
  readonly #view = new DataView(this.#events.buffer)

  /** Throws when there are too many open files. */
  constructor(libc: Libc) {
    this.#libc = libc
    this.#descriptor = libc.epollCreate(linux.EPOLL_CLOEXEC)
    if (this.#descriptor < 0) throw new Error(`epoll_create1 failed: ${libc.errno()}`)
  }

  /** False when it cannot be watched. */
  add(descriptor: number, mark: number, events: number): boolean {
    const event = new DataView(new ArrayBuffer(eventBytes))
    event.setUint32(0, events, isLittle)
    event.setUint32(isLittle ? markOffset : markOffset + 4, mark, isLittle)
    const bytes = new Uint8Array(event.buffer)
    return this.#libc.epollControl(this.#descriptor, linux.EPOLL_CTL_ADD, descriptor, bytes) === 0
  }

  /** Tells each that something has changed with. */
  wait(timeoutMs: number, onEvent: (mark: number, events: number) => void): void {
    const count = this.#libc.epollWait(this.#descriptor, this.#events, eventsMax, timeoutMs)
    for (let at = 0; at < count; at += 1) {
      const offset = at * eventBytes
      const mark = this.#view.getUint32(offset + (isLittle ? markOffset : markOffset + 4), isLittle)
      onEvent(mark, this.#view.getUint32(offset, isLittle))
    }
  }

  close(): void {
    this.#libc.close(this.#descriptor)
  }
}
