// A system call for each send, past Node's streams: for systems that do not let their programs have io_uring.

import { linux, type Libc } from './libc.ts'
import { sendsMemory, type Sends, type SendsMemory, type SendsShape } from './sends.ts'

export class SendEach implements Sends {
  readonly way = 'each'
  readonly memory: SendsMemory
  readonly #libc: Libc
  readonly #addresses: readonly bigint[]

  constructor(libc: Libc, shape: SendsShape) {
    this.#libc = libc
    this.memory = sendsMemory(shape)
    const first = libc.addressOf(this.memory.bytes)
    this.#addresses = Array.from({ length: shape.places }, (_, place) => first + BigInt(place * shape.placeBytes))
  }

  send(count: number): boolean {
    const { descriptors, lengths, results } = this.memory
    for (let place = 0; place < count; place += 1) {
      const [descriptor = -1, length = 0, address = 0n] = [descriptors[place], lengths[place], this.#addresses[place]]
      const taken = this.#libc.send(descriptor, address, length, linux.MSG_DONTWAIT_NOSIGNAL)
      results[place] = taken < 0 ? -this.#libc.errno() : taken
    }
    return true
  }

  close(): void {
    // It holds nothing.
  }
}
