// Compares what somebody typed with the hash of a link's password: off the event loop, a few at a time, and so often.

import { scrypt, timingSafeEqual } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, { N: number; maxmem: number }, Buffer>(scrypt)

const hashPattern = /^scrypt\$(\d{1,7})\$([A-Za-z0-9_-]{1,100})\$([A-Za-z0-9_-]{43})$/
const costMax = 131_072

/** False for a hash that cannot be read, too. */
export async function isLinkPassword(password: string, hash: string): Promise<boolean> {
  const [, costText, salt = '', expected = ''] = hashPattern.exec(hash) ?? []
  const cost = Number(costText)
  // A cost that is no power of two would be a fault of the hash, and one that is too high would stop the relay.
  if (!(cost >= 2 && cost <= costMax && (cost & (cost - 1)) === 0)) return false
  const bytes = Buffer.from(expected, 'base64url')
  const derived = await derive(password, Buffer.from(salt, 'base64url'), bytes.length, {
    N: cost,
    maxmem: 256 * cost * 8,
  })
  return timingSafeEqual(bytes, derived)
}

export interface PasswordDeskOptions {
  /** Compared at once: each takes some 30 ms of a thread, of which there are four. */
  atOnceMax: number
  /** Waiting for their turn. One more is told to come back. */
  waitingMax: number
  /** Wrong ones within the window, of one address (of IPv6: one network) and link, and of one link from everywhere. */
  wrongPerAddressMax: number
  wrongPerLinkMax: number
  windowMs: number
  /** Counters kept. One more forgets the oldest. */
  countersMax: number
  now: () => number
}

export type PasswordVerdict = 'right' | 'wrong' | 'too-often' | 'busy'

export class PasswordDesk {
  readonly #options: PasswordDeskOptions
  readonly #wrong = new Map<string, { count: number; untilMs: number }>()
  readonly #queue: (() => void)[] = []
  #running = 0

  constructor(options: PasswordDeskOptions) {
    this.#options = options
  }

  async judge(attempt: { code: string; address: string; password: string; hash: string }): Promise<PasswordVerdict> {
    const { wrongPerAddressMax, wrongPerLinkMax, waitingMax } = this.#options
    const counters: [string, number][] = [
      [`${attempt.code} ${networkOf(attempt.address)}`, wrongPerAddressMax],
      [attempt.code, wrongPerLinkMax],
    ]
    if (counters.some(([key, max]) => this.#countOf(key) >= max)) return 'too-often'
    if (this.#queue.length >= waitingMax) return 'busy'
    // Counted before it is known, so that many at once are not more than the limit.
    for (const [key] of counters) this.#add(key, 1)
    await this.#turn()
    try {
      const isRight = await isLinkPassword(attempt.password, attempt.hash)
      if (isRight) for (const [key] of counters) this.#add(key, -1)
      return isRight ? 'right' : 'wrong'
    } finally {
      this.#running -= 1
      this.#queue.shift()?.()
    }
  }

  async #turn(): Promise<void> {
    if (this.#running >= this.#options.atOnceMax) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#queue.push(resolve)
      await promise
    }
    this.#running += 1
  }

  #countOf(key: string): number {
    const counter = this.#wrong.get(key)
    return counter === undefined || counter.untilMs <= this.#options.now() ? 0 : counter.count
  }

  #add(key: string, change: number): void {
    const nowMs = this.#options.now()
    const present = this.#wrong.get(key)
    const counter =
      present !== undefined && present.untilMs > nowMs ? present : { count: 0, untilMs: nowMs + this.#options.windowMs }
    counter.count = Math.max(0, counter.count + change)
    // What is counted stays: strangers from many addresses must not make a link's own counter the oldest.
    this.#wrong.delete(key)
    const oldest = this.#wrong.keys().next().value
    if (this.#wrong.size >= this.#options.countersMax && oldest !== undefined) this.#wrong.delete(oldest)
    this.#wrong.set(key, counter)
  }
}

/** An address of IPv6 is one of the 2^64 that its owner has. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
