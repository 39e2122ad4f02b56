import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Acknowledger } from './acknowledger.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function listen() {
  let receivedBytes = 0
  let toldMost = Infinity
  const told: number[] = []
  const acknowledger = new Acknowledger({
    receivedBytes: () => Math.min(receivedBytes, toldMost),
    send: (bytes) => told.push(bytes),
  })
  return {
    told,
    acknowledger,
    freeze: () => void (toldMost = receivedBytes),
    thaw: () => void (toldMost = Infinity),
    hear(bytes: number, isWorth = true): void {
      receivedBytes += bytes
      acknowledger.read(isWorth)
    },
  }
}

describe('what has come is acknowledged', () => {
  it('soon after the last bytes, once', () => {
    const { told, hear } = listen()
    hear(10)
    hear(20)
    expect(told).toEqual([])
    vi.advanceTimersByTime(25)
    expect(told).toEqual([30])
    vi.advanceTimersByTime(10_000)
    expect(told).toEqual([30])
  })

  it('at once when it is much, and the more rarely the faster it comes', () => {
    const { told, hear } = listen()
    for (let chunk = 0; chunk < 4096; chunk += 1) hear(16_384)
    const gaps = told.slice(1).map((bytes, index) => bytes - (told[index] ?? 0))
    expect(told[0]).toBe(16_384)
    expect(Math.max(...gaps)).toBe(1_048_576)
    expect(told.length).toBeLessThan(80)
  })

  it('never because of acknowledgements and pings alone, until there are many', () => {
    const { told, hear } = listen()
    for (let ping = 0; ping < 60; ping += 1) {
      hear(16, false)
      vi.advanceTimersByTime(15_000)
    }
    expect(told).toEqual([])
    for (let ping = 0; ping < 10; ping += 1) hear(16, false)
    expect(told).toEqual([1024])
  })

  it('later when it may not be told yet', () => {
    const { told, hear, freeze, thaw } = listen()
    hear(20_000)
    freeze()
    hear(100)
    hear(30_000)
    vi.advanceTimersByTime(500)
    expect(told).toEqual([20_000])
    thaw()
    vi.advanceTimersByTime(25)
    expect(told).toEqual([20_000, 50_100])
  })

  it('not any more when it is stopped', () => {
    const { told, hear, acknowledger } = listen()
    hear(10)
    acknowledger.stop()
    hear(100_000)
    vi.advanceTimersByTime(1000)
    expect(told).toEqual([])
  })
})
