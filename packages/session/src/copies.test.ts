// What comes as a copy beside the bytes of a link comes soon, and counts once.

import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Expediter } from './expediter.ts'
import { MuxStream } from './mux-stream.ts'
import { connectResumable } from './resumable-ends.ts'
import { Sender } from './sender.ts'
import { carries, turns, until } from './session-ends.ts'
import { WindowBudget } from './window-budget.ts'

const windowBytes = 100

/** One end of a stream, which is given what a test makes up. */
function listeningStream() {
  const heard: number[] = []
  const link = { write: () => true }
  const sender = new Sender({
    link,
    pace: undefined,
    isCarried: () => true,
    outboxBytesMax: 1_000_000,
    hasManyStreams: () => false,
    onData: () => undefined,
    onOverflow: () => undefined,
  })
  const stream = new MuxStream({
    id: 1,
    source: '192.0.2.7:1',
    surroundings: {
      sender,
      beside: {},
      expediter: new Expediter({}, () => 0),
      onBeside: () => undefined,
      window: {
        budget: new WindowBudget(0),
        bytesFirst: windowBytes,
        bytesMin: windowBytes,
        bytesMax: windowBytes,
      },
      unsentBytesMax: 1_000_000,
      nowMs: () => 0,
      roundTripMs: () => 1,
    },
    onOver: () => undefined,
  })
  stream.open(0)
  stream.start({
    onBytes: (bytes) => void heard.push(...bytes),
    onDrain: () => undefined,
    onEnd: () => undefined,
    onClose: () => undefined,
  })
  return { stream, heard }
}

describe('a stream', () => {
  it('has every byte once, in order, whichever copies come, and when', () => {
    const bytes = Uint8Array.from({ length: windowBytes }, (_, index) => index)
    const step = fc.oneof(
      fc.record({ length: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ offset: fc.nat(windowBytes), length: fc.integer({ min: 1, max: 9 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { stream, heard } = listeningStream()
        let inTurn = 0
        const next = (length: number): void => {
          const part = bytes.subarray(inTurn, inTurn + length)
          if (part.length > 0) expect(stream.receive(part, true)).toBeUndefined()
          inTurn += part.length
          expect(heard.length).toBeGreaterThanOrEqual(inTurn)
        }
        for (const each of steps) {
          if ('offset' in each) stream.receiveCopy(each.offset, bytes.subarray(each.offset, each.offset + each.length))
          else next(each.length)
        }
        next(windowBytes)
        expect(heard).toEqual([...bytes])
      }),
    )
  })

  it('is given no more by copies than it has room for, and nothing after its end', () => {
    const { stream, heard } = listeningStream()
    stream.receiveCopy(0, new Uint8Array(windowBytes + 1))
    expect(heard).toEqual([])
    stream.receiveEnd()
    stream.receiveCopy(0, new Uint8Array(1))
    expect(heard).toEqual([])
  })
})

describe('a few words, where datagrams travel beside the bytes', () => {
  const conditions = { datagramBytesMax: 1200, bytesPerMs: 100 }

  it('overtake bytes that wait, there and back', async () => {
    await using ends = await connectResumable({ conditions })
    const [file, shell] = [await ends.stream(), await ends.stream()]
    void file.near.send(randomBytes(200_000))
    await turns(3)
    await shell.near.send(Buffer.from('key'))
    await shell.near.send(Buffer.from('stroke'))
    await until(() => shell.far.receivedBytes === 9)
    await shell.far.send(Buffer.from('echo'))
    await until(() => shell.near.receivedBytes === 4)
    expect(file.far.receivedBytes).toBeLessThan(200_000)
    await until(() => file.far.receivedBytes === 200_000)
    await carries(shell)
    expect(shell.far.received.subarray(0, 9).toString()).toBe('keystroke')
    expect(shell.near.received.toString()).toBe('echo')
  })

  it('are whole, and not doubled, when the link is lost before they come in their turn', async () => {
    await using ends = await connectResumable({ conditions })
    const [file, shell] = [await ends.stream(), await ends.stream()]
    void file.near.send(randomBytes(200_000))
    await turns(3)
    await shell.near.send(Buffer.from('key'))
    await until(() => shell.far.receivedBytes === 3)
    ends.first.weather.cut()
    await until(() => ends.initiator.carrierState === 'lost')
    const said = randomBytes(5)
    await shell.near.send(said)
    expect(await ends.link.moveTo(ends.another().near)).toEqual({ ok: true, value: true })
    await until(() => shell.far.receivedBytes === 8)
    expect(shell.far.received).toEqual(Buffer.concat([Buffer.from('key'), said]))
    await carries(shell)
  })
})
