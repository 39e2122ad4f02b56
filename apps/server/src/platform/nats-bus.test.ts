import { startNatsServer } from '@farport/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { sharedBusCompliance } from './bus-compliance.ts'
import { silentLog } from './log.ts'
import { openNatsBus } from './nats-bus.ts'
import { parseNatsUrl } from './nats-place.ts'

const nats = await startNatsServer()
afterAll(() => nats[Symbol.asyncDispose]())

function openBus({ url = nats.url, installation = 'one', waitMsMax = 1000 } = {}) {
  const place = parseNatsUrl(url)
  if (!place.ok) throw new Error(place.refusal)
  return openNatsBus({ place: place.value, installation, log: silentLog, waitMsMax })
}

sharedBusCompliance('NATS', {
  open: () => openBus(),
  async cut() {
    await nats.kill()
    await nats.startAgain()
  },
})

describe('the NATS bus', () => {
  it('says that there was a gap when a message is longer than NATS carries', async () => {
    await using here = await openBus()
    await using there = await openBus()
    const got: unknown[] = []
    await there.subscribe('c', (message) => got.push(message)).ready
    const gap = Promise.withResolvers<undefined>()
    there.onGap(() => gap.resolve(undefined))
    here.publish('c', 'x'.repeat(2_000_000))
    await gap.promise
    expect(got).toEqual([])
  })

  it('keeps installations apart', async () => {
    await using here = await openBus()
    await using there = await openBus()
    await using stranger = await openBus({ installation: 'two' })
    const got: string[] = []
    await there.subscribe('c', () => got.push('there')).ready
    await stranger.subscribe('c', () => got.push('stranger')).ready
    const arrived = Promise.withResolvers<undefined>()
    await there.subscribe('last', () => arrived.resolve(undefined)).ready
    here.publish('c', 1)
    here.publish('last', 1)
    await arrived.promise
    expect(got).toEqual(['there'])
  })

  it('proves by a password who it is, and does not try for long without', async () => {
    await using guarded = await startNatsServer(['--user', 'me', '--pass', 'p@ss'])
    await using bus = await openBus({ url: guarded.url.replace('//', '//me:p%40ss@') })
    expect(bus.isUp()).toBe(true)
    await expect(openBus({ url: guarded.url, waitMsMax: 60_000 })).rejects.toThrow('cannot connect to NATS')
  })

  it('gives up when there is no NATS', async () => {
    await using gone = await startNatsServer()
    await gone.kill()
    await expect(openBus({ url: gone.url })).rejects.toThrow('cannot connect to NATS')
  })
})
