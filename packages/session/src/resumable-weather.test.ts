// Whatever happens to the links, and whenever: no byte of a session is lost, doubled or out of order.

import { randomBytes } from 'node:crypto'
import type { MemoryConditions } from '@farport/transport'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connectResumable, type MemoryLinkInWeather, type ResumableEnds } from './resumable-ends.ts'
import { turns, until, type Talker } from './session-ends.ts'

const runs = Number(process.env['FARPORT_TEST_FUZZ_RUNS'] ?? 40)

/** What happens, one after the other. */
type Deed =
  | { readonly deed: 'wait'; readonly turns: number }
  | { readonly deed: 'cut' | 'stall' | 'clear'; readonly which: 'carrier' | 'any' }
  | { readonly deed: 'move'; readonly conditions: MemoryConditions; readonly isAwaited: boolean }
  | { readonly deed: 'move into'; readonly weather: 'stall' | 'cut'; readonly afterTurns: number }

const conditions: fc.Arbitrary<MemoryConditions> = fc.record(
  {
    bufferBytes: fc.integer({ min: 1, max: 100_000 }),
    bytesPerMs: fc.integer({ min: 5000, max: 1_000_000 }),
    delayMs: fc.integer({ min: 0, max: 3 }),
  },
  { requiredKeys: [] },
)

const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ deed: fc.constant('wait' as const), turns: fc.integer({ min: 1, max: 30 }) }),
  fc.record({
    deed: fc.constantFrom('cut' as const, 'stall' as const, 'clear' as const),
    which: fc.constantFrom('carrier' as const, 'any' as const),
  }),
  fc.record({ deed: fc.constant('move' as const), conditions, isAwaited: fc.boolean() }),
  fc.record({
    deed: fc.constant('move into' as const),
    weather: fc.constantFrom('stall' as const, 'cut' as const),
    afterTurns: fc.integer({ min: 0, max: 12 }),
  }),
)

const impatient = { begin: { moveTimeoutMs: 40 }, door: { moveMsMax: 60 } }

describe('bytes are neither lost nor doubled, and stay in order', () => {
  it('whatever happens to the links', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(conditions, fc.array(deed, { maxLength: 14 }), async (firstConditions, deeds) => {
        await using ends = await connectResumable({ conditions: firstConditions, ...impatient })
        const talks = [await ends.stream(), await ends.stream()]
        const payloads = talks.map(() => [randomBytes(700_000), randomBytes(500_000)] as const)
        for (const [index, { near, far }] of talks.entries()) {
          void pump(near, payloads[index]?.[0])
          void pump(far, payloads[index]?.[1])
        }
        const world = new World(ends)
        for (const each of deeds) await world.does(each)
        expect(await world.becomesGood()).toBe(true)
        await until(() => talks.every(({ near, far }) => near.hasEnded && far.hasEnded))
        for (const [index, { near, far }] of talks.entries()) {
          expect(far.received.equals(payloads[index]?.[0] ?? Buffer.alloc(0))).toBe(true)
          expect(near.received.equals(payloads[index]?.[1] ?? Buffer.alloc(0))).toBe(true)
        }
        expect([ends.initiator.end, ends.acceptor.end]).toEqual([undefined, undefined])
      }),
      { numRuns: runs, endOnFailure: true },
    )
  })
})

async function pump(talker: Talker, bytes = Buffer.alloc(0)): Promise<void> {
  for (let offset = 0; offset < bytes.length; offset += 50_000)
    await talker.send(bytes.subarray(offset, offset + 50_000))
  talker.stream.end()
}

class World {
  readonly #ends: ResumableEnds
  readonly #links: MemoryLinkInWeather[]

  constructor(ends: ResumableEnds) {
    this.#ends = ends
    this.#links = [ends.first]
  }

  async does(deed: Deed): Promise<void> {
    switch (deed.deed) {
      case 'wait':
        return turns(deed.turns)
      case 'cut':
      case 'stall':
      case 'clear':
        return this.#pick(deed.which)?.weather[deed.deed]()
      case 'move': {
        const moved = this.#move(deed.conditions)
        if (deed.isAwaited) await moved
        return
      }
      case 'move into': {
        const moved = this.#move({})
        await turns(deed.afterTurns)
        this.#links.at(-1)?.weather[deed.weather]()
        await moved
      }
    }
  }

  /** There is a good link at last. */
  async becomesGood(): Promise<boolean> {
    let moved = await this.#move({})
    for (let tries = 0; !moved.ok && tries < 20; tries += 1) moved = await this.#move({})
    return moved.ok
  }

  #move(conditions: MemoryConditions) {
    const link = this.#ends.another(conditions)
    this.#links.push(link)
    return this.#ends.link.moveTo(link.near)
  }

  #pick(which: 'carrier' | 'any'): MemoryLinkInWeather | undefined {
    return which === 'any' ? this.#links[Math.floor(this.#links.length / 2)] : this.#links.at(-1)
  }
}
