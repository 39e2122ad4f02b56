import { decodeBeside } from '@farport/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Expediter } from './expediter.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function aside(datagramBytesMax?: number) {
  const sent: { offset: number | undefined; text: string }[] = []
  const expediter = new Expediter(
    {
      ...(datagramBytesMax !== undefined && { datagramBytesMax }),
      sendDatagram: (bytes) => {
        const read = decodeBeside(bytes)
        sent.push({ offset: read?.offset, text: Buffer.from(read?.payload ?? []).toString() })
        return true
      },
    },
    () => Date.now(),
  )
  return { expediter, sent }
}

describe('what is said in a few words', () => {
  it('is copied at once, and twice more a little later', () => {
    const { expediter, sent } = aside(1200)
    expect(expediter.send(1, 7, Buffer.from('k'))).toBe(true)
    expect(sent).toEqual([{ offset: 7, text: 'k' }])
    for (const [afterMs, count] of [
      [8, 2],
      [12, 3],
    ] as const) {
      vi.advanceTimersByTime(afterMs)
      expect(sent).toEqual(Array.from({ length: count }, () => ({ offset: 7, text: 'k' })))
    }
  })

  it('is not where a link carries no datagrams, or none so long', () => {
    for (const { expediter, sent } of [aside(), aside(0), aside(1200)]) {
      expect(expediter.send(1, 0, Buffer.alloc(1200))).toBe(false)
      expect(sent).toEqual([])
    }
  })

  it('is not when it becomes many words, until some time has gone by', () => {
    const { expediter } = aside(1200)
    const count = () => Array.from({ length: 100 }, () => expediter.send(1, 0, Buffer.alloc(84))).filter(Boolean).length
    expect(count()).toBe(40)
    vi.advanceTimersByTime(100)
    expect(count()).toBe(8)
    vi.advanceTimersByTime(60_000)
    expect(count()).toBe(40)
  })
})
