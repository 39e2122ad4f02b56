import { describe, expect, it } from 'vitest'
import { describeTransport } from './compliance.ts'
import type { Link } from './link.ts'
import { createMemoryPair, createMemoryTransport, MemoryWeather, type MemoryConditions } from './memory.ts'

describeTransport('memory', async () => {
  const transport = createMemoryTransport()
  return { listening: transport, connecting: transport }
})

interface Heard {
  bytes: number
  datagrams: number
  atMs: number
  closed: string | undefined
}

function listen(link: Link): Heard {
  const heard: Heard = { bytes: 0, datagrams: 0, atMs: 0, closed: undefined }
  link.start({
    onBytes: (bytes) => {
      heard.bytes += bytes.length
      heard.atMs = performance.now()
    },
    onDrain: () => undefined,
    onEnd: () => undefined,
    onClose: (reason) => (heard.closed = reason?.message ?? 'in order'),
    onDatagram: () => (heard.datagrams += 1),
  })
  return heard
}

function inWeather(conditions: MemoryConditions = {}) {
  const weather = new MemoryWeather()
  const [near, far] = createMemoryPair({}, { ...conditions, weather })
  return { weather, near, far, heard: listen(far), heardNear: listen(near) }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turns(1)
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

describe('in bad weather a memory link', () => {
  it('that is stalled delivers nothing until it clears up, not even that the other end has closed', async () => {
    const { weather, near, heard } = inWeather({ datagramBytesMax: 100 })
    weather.stall()
    near.write(Buffer.alloc(10))
    near.sendDatagram?.(Buffer.alloc(10))
    await turns(10)
    expect(heard).toMatchObject({ bytes: 0, datagrams: 0 })
    weather.clear()
    await until(() => heard.bytes === 10)
    weather.stall()
    near.destroy()
    await turns(10)
    expect(heard.closed).toBeUndefined()
    weather.clear()
    await until(() => heard.closed !== undefined)
    expect(heard.datagrams).toBe(0)
  })

  it('that is cut closes at both ends, and what was on its way is lost', async () => {
    const { weather, near, heard, heardNear } = inWeather()
    near.write(Buffer.alloc(10))
    weather.cut()
    await until(() => heard.closed !== undefined && heardNear.closed !== undefined)
    expect([heard.closed, heardNear.closed, heard.bytes]).toEqual(['the link was cut', 'the link was cut', 0])
  })

  it('is as far and as slow as it was asked to be, and keeps as much', async () => {
    const { near, heard } = inWeather({ delayMs: 20, bytesPerMs: 1000, bufferBytes: 30_000 })
    const startedAtMs = performance.now()
    expect(near.write(Buffer.alloc(20_000))).toBe(true)
    expect(near.write(Buffer.alloc(10_000))).toBe(false)
    await until(() => heard.bytes === 30_000)
    expect(heard.atMs - startedAtMs).toBeGreaterThanOrEqual(49)
  })

  it('carries datagrams beside the bytes where it was asked to', async () => {
    const { near, heard } = inWeather({ datagramBytesMax: 100, bytesPerMs: 1 })
    near.write(Buffer.alloc(1000))
    expect(near.sendDatagram?.(Buffer.alloc(100))).toBe(true)
    expect(near.sendDatagram?.(Buffer.alloc(101))).toBe(false)
    await until(() => heard.datagrams === 1)
    expect(heard.bytes).toBeLessThan(1000)
    near.destroy()
    expect(near.sendDatagram?.(Buffer.alloc(1))).toBe(false)
  })
})
