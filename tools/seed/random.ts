// Numbers that look random and are the same every time, for one seed.

import { createHash } from 'node:crypto'

export interface Random {
  /** From 0 to 1, the end excluded. */
  next(): number
  /** From 0 to below the bound. */
  below(bound: number): number
  pick<Item>(items: readonly Item[]): Item
  /** Items with a greater weight come more often. */
  weighted<Item>(items: readonly (readonly [item: Item, weight: number])[]): Item
  chance(probability: number): boolean
  bytes(length: number): Uint8Array
}

/** sfc32: four words of state, filled from the seed's hash. */
export function createRandom(seed: string): Random {
  const digest = createHash('sha256').update(seed).digest()
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => digest.readInt32LE(at)) as [number, number, number, number] // four of them
  const word = (): number => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return sum >>> 0
  }
  const random: Random = {
    next: () => word() / 4_294_967_296,
    below: (bound) => Math.floor(random.next() * bound),
    pick(items) {
      const item = items[random.below(items.length)]
      if (item === undefined) throw new RangeError('nothing can be picked from nothing')
      return item
    },
    weighted(items) {
      let left = random.next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of items) {
        left -= weight
        if (left < 0) return item
      }
      return random.pick(items)[0]
    },
    chance: (probability) => random.next() < probability,
    bytes: (length) => Uint8Array.from({ length }, () => word() & 0xff),
  }
  return random
}
