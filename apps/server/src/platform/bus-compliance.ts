// What every bus promises; each implementation's test calls this.

import { eventually } from '@farport/testkit'
import { describe, expect, it } from 'vitest'
import type { Bus } from './bus.ts'
import type { Json } from './json.ts'

export interface BusPlace extends AsyncDisposable {
  /** Two ends of one bus: two processes, or the same end twice. */
  here: Bus
  there: Bus
}

/** What a bus between processes promises besides. */
export function sharedBusCompliance(name: string, means: { open(): Promise<Bus>; cut(): Promise<void> }): void {
  busCompliance(name, () => openTwice(means.open))

  it(`the ${name} bus connects again, says that there was a gap, and listens as before`, async () => {
    await using place = await openTwice(means.open)
    const { here, there } = place
    const got: Json[] = []
    let gaps = 0
    await there.subscribe('c', (message) => got.push(message)).ready
    there.onGap(() => (gaps += 1))
    await means.cut()
    await eventually(() => gaps > 0 && here.isUp() && there.isUp())
    await there.subscribe('d', (message) => got.push(message)).ready
    here.publish('c', 'after')
    here.publish('d', 'too')
    await eventually(() => got.length > 1)
    expect(got).toEqual(['after', 'too'])
  })
}

async function openTwice(open: () => Promise<Bus>): Promise<BusPlace> {
  const [here, there] = await Promise.all([open(), open()])
  return {
    here,
    there,
    async [Symbol.asyncDispose]() {
      await here[Symbol.asyncDispose]()
      await there[Symbol.asyncDispose]()
    },
  }
}

export function busCompliance(name: string, openPlace: () => Promise<BusPlace>): void {
  describe(`the ${name} bus`, () => {
    it('brings a message to every subscriber of its channel, and to no other', async () => {
      await using place = await openPlace()
      const got: string[] = []
      await place.here.subscribe('account:a', (message) => got.push(`here ${JSON.stringify(message)}`)).ready
      await place.there.subscribe('account:a', (message) => got.push(`there ${JSON.stringify(message)}`)).ready
      await place.there.subscribe('account:b', (message) => got.push(`wrong ${JSON.stringify(message)}`)).ready
      place.here.publish('account:a', 'hello')
      expect(got).toContain('here "hello"')
      await eventually(() => got.length === 2)
      expect(got.toSorted()).toEqual(['here "hello"', 'there "hello"'])
    })

    it('keeps the order, and what is in a message', async () => {
      await using place = await openPlace()
      const got: Json[] = []
      await place.there.subscribe('c', (message) => got.push(message)).ready
      const sent: Json[] = Array.from({ length: 1200 }, (_, index) => ({ index, text: "it's \\ \u0000 日本語" }))
      for (const message of sent) place.here.publish('c', message)
      await eventually(() => got.length === sent.length)
      expect(got).toEqual(sent)
    })

    it('carries messages longer than PostgreSQL notifies', async () => {
      await using place = await openPlace()
      const got: Json[] = []
      await place.there.subscribe('c', (message) => got.push(message)).ready
      const long = { text: 'x'.repeat(100_000) }
      place.here.publish('c', long)
      await eventually(() => got.length === 1)
      expect(got).toEqual([long])
    })

    it('stops bringing messages to whoever has left', async () => {
      await using place = await openPlace()
      const got: string[] = []
      const gone = place.there.subscribe('c', () => got.push('gone'))
      await gone.ready
      await place.there.subscribe('c', () => got.push('stays')).ready
      gone[Symbol.dispose]()
      place.here.publish('c', 1)
      await eventually(() => got.includes('stays'))
      expect(got).toEqual(['stays'])
    })

    it('brings a message to the others when one handler fails', async () => {
      await using place = await openPlace()
      let isDelivered = false
      await place.here.subscribe('c', () => {
        throw new Error('broken handler')
      }).ready
      await place.here.subscribe('c', () => (isDelivered = true)).ready
      place.here.publish('c', 1)
      expect(isDelivered).toBe(true)
    })

    it('refuses a channel that PostgreSQL could not name', async () => {
      await using place = await openPlace()
      expect(() => place.here.publish('Account "x"', 1)).toThrow('not a channel')
    })
  })
}
