// Names, as this device takes them: hosts file, name servers and all. A few at a time, for the system looks each up in
// one of the few threads that the whole program has; and remembered for a moment.

import { lookup } from 'node:dns/promises'
import { ipVersionOf } from '@farport/vocabulary'

export interface NamesOptions {
  /** At once. */
  readonly lookupsMax: number
  /** One more is answered with no address. */
  readonly waitingMax: number
  /** Whoever waits longer is answered with no address; what was begun goes on. */
  readonly timeoutMs: number
  readonly rememberMs: number
  readonly rememberedMax: number
}

const ordinary: NamesOptions = {
  lookupsMax: 2,
  waitingMax: 128,
  timeoutMs: 5000,
  rememberMs: 5000,
  rememberedMax: 512,
}

interface Known {
  readonly addresses: Promise<readonly string[]>
  readonly forgetAtMs: number
}

export class Names {
  readonly #options: NamesOptions
  readonly #known = new Map<string, Known>()
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(options: Partial<NamesOptions> = {}) {
    this.#options = { ...ordinary, ...options }
  }

  /** IPv4 first. None when nobody has that name, or it cannot be told in time. */
  async addressesOf(name: string): Promise<readonly string[]> {
    if (ipVersionOf(name) !== undefined) return [name]
    const known = this.#known.get(name)
    if (known !== undefined && known.forgetAtMs > performance.now()) return known.addresses
    const addresses = this.#inTime(this.#look(name))
    this.#remember(name, addresses)
    const found = await addresses
    // What could not be told may be told at the next question.
    if (found.length === 0) this.#known.delete(name)
    return found
  }

  #remember(name: string, addresses: Promise<readonly string[]>): void {
    this.#known.delete(name)
    this.#known.set(name, { addresses, forgetAtMs: performance.now() + this.#options.rememberMs })
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= this.#options.rememberedMax) break
      this.#known.delete(oldest)
    }
  }

  async #look(name: string): Promise<readonly string[]> {
    if (this.#running < this.#options.lookupsMax) this.#running += 1
    else if (this.#waiting.length >= this.#options.waitingMax) return []
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      const found = await lookup(name, { all: true, order: 'ipv4first' })
      return found.map(({ address }) => address)
    } catch {
      return [] // no such name, or no name server: either way there is no address
    } finally {
      // Whoever has waited longest takes the place over.
      const next = this.#waiting.shift()
      if (next === undefined) this.#running -= 1
      else next()
    }
  }

  async #inTime(looking: Promise<readonly string[]>): Promise<readonly string[]> {
    const { promise, resolve } = Promise.withResolvers<readonly string[]>()
    const timer = setTimeout(() => resolve([]), this.#options.timeoutMs)
    const addresses = await Promise.race([looking, promise])
    clearTimeout(timer)
    return addresses
  }
}
