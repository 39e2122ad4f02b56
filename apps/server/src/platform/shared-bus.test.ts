import { eventually } from '@farport/testkit'
import { expect, it } from 'vitest'
import type { Json } from './json.ts'
import { silentLog } from './log.ts'
import { openSharedBus, type BusLine, type OpenBusLine } from './shared-bus.ts'

type Outcome = Awaited<ReturnType<BusLine['send']>>

/** Lines to nobody, whose fate the test decides. */
class World {
  readonly sent: string[] = []
  opened = 0
  /** What the next sends come to. */
  outcome = (): Promise<Outcome> => Promise.resolve({ isWhole: true })
  lose = (): void => undefined
  receive = (_channel: string, _message: Json): void => undefined

  readonly openLine: OpenBusLine = async (receive) => {
    this.opened += 1
    this.receive = receive
    const lost = Promise.withResolvers<undefined>()
    this.lose = () => lost.resolve(undefined)
    return {
      lost: lost.promise,
      listen: () => Promise.resolve(),
      unlisten: () => Promise.resolve(),
      close: () => Promise.resolve(),
      send: async (batch) => {
        const outcome = await this.outcome()
        this.sent.push(...batch.map(({ channel, message }) => `${channel} ${message}`))
        return outcome
      },
    }
  }
}

it('what cannot be sent is a gap at the others, told as soon as something can', async () => {
  const world = new World()
  await using bus = await openSharedBus({ openLine: world.openLine, log: silentLog })
  let tries = 0
  world.outcome = async () => {
    tries += 1
    if (tries === 1) throw new Error('no')
    return { isWhole: true }
  }
  bus.publish('c', 1)
  await eventually(() => world.sent.length > 0)
  expect(world.sent).toEqual(['bus:gaps null'])
  bus.publish('c', 2)
  await eventually(() => world.sent.length === 2)
  expect(world.sent).toEqual(['bus:gaps null', 'c 2'])
})

it('what is published while the line is down is a gap at the others, once it is up again', async () => {
  const world = new World()
  await using bus = await openSharedBus({ openLine: world.openLine, log: silentLog })
  let gapsHere = 0
  bus.onGap(() => (gapsHere += 1))
  world.lose()
  await eventually(() => !bus.isUp())
  bus.publish('c', 1)
  await eventually(() => bus.isUp() && world.sent.length > 0)
  expect([world.opened, gapsHere, world.sent]).toEqual([2, 1, ['bus:gaps null']])
})

it('a line that stands still holds so many messages, and no more', async () => {
  const world = new World()
  await using bus = await openSharedBus({ openLine: world.openLine, log: silentLog })
  const free = Promise.withResolvers<Outcome>()
  world.outcome = () => free.promise
  for (let index = 0; index < 60_000; index += 1) bus.publish('c', index)
  free.resolve({ isWhole: true })
  await eventually(() => world.sent.includes('c 49999') && world.sent.includes('bus:gaps null'))
  expect(world.sent).toHaveLength(50_001)
})

it('another process that has a gap to tell is believed', async () => {
  const world = new World()
  await using bus = await openSharedBus({ openLine: world.openLine, log: silentLog })
  let gaps = 0
  bus.onGap(() => (gaps += 1))
  world.receive('bus:gaps', null)
  expect(gaps).toBe(1)
})
