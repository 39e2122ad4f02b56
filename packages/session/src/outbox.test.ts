import { encodeFrame, frameType } from '@farport/protocol'
import { describe, expect, it } from 'vitest'
import { Outbox } from './outbox.ts'

const frame = encodeFrame({ type: 'fin', streamId: 1 })
const datagram = Buffer.concat([Buffer.from([frameType.datagram, 0, 0, 1, 0, 0, 0, 1]), Buffer.from('d')])

function emptied(outbox: Outbox): { bytes: string; passing: readonly number[] } | undefined {
  let said: { bytes: string; passing: readonly number[] } | undefined
  outbox.empty((bytes, passing) => (said = { bytes: Buffer.from(bytes).toString('hex'), passing }))
  return said
}

describe('frames that go out together', () => {
  it('stand one behind the other, and it is known where datagrams begin', () => {
    const outbox = new Outbox()
    for (const each of [frame, datagram, frame, datagram]) outbox.add(each)
    const [length, other] = [frame.length, datagram.length]
    expect(outbox.bytes).toBe(2 * length + 2 * other)
    expect(emptied(outbox)).toEqual({
      bytes: Buffer.concat([frame, datagram, frame, datagram]).toString('hex'),
      passing: [length, 2 * length + other],
    })
    expect(outbox.bytes).toBe(0)
    expect(emptied(outbox)).toBeUndefined()
  })

  it('are the caller’s again at once', () => {
    const outbox = new Outbox()
    const own = Buffer.from(frame)
    outbox.add(own)
    own.fill(0)
    expect(emptied(outbox)?.bytes).toBe(frame.toString('hex'))
  })

  it('may be many more than one write takes', () => {
    const outbox = new Outbox()
    const large = Buffer.alloc(60_000, 7)
    for (let count = 0; count < 20; count += 1) outbox.add(large)
    expect(emptied(outbox)?.bytes).toBe(Buffer.alloc(1_200_000, 7).toString('hex'))
  })

  it('do not mix with those that come while they go out', () => {
    const outbox = new Outbox()
    outbox.add(frame)
    outbox.empty((bytes) => {
      outbox.add(datagram)
      expect(Buffer.from(bytes)).toEqual(frame)
    })
    expect(emptied(outbox)).toEqual({ bytes: datagram.toString('hex'), passing: [0] })
  })
})
