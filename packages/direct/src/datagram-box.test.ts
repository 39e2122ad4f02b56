import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxOverheadBytes, DatagramBox } from './datagram-box.ts'
import { loadNatives } from './natives.ts'

const loaded = await loadNatives()
if (!loaded.ok) throw new Error(loaded.refusal)
const { sodium } = loaded.value

function createPair(): { near: DatagramBox; far: DatagramBox } {
  const [one, other] = [randomBytes(32), randomBytes(32)]
  return {
    near: new DatagramBox(sodium, { send: one, receive: other }),
    far: new DatagramBox(sodium, { send: other, receive: one }),
  }
}

describe('a datagram in its box', () => {
  it('comes out as it went in, in any order, and is not to be read on the way', () => {
    const { near, far } = createPair()
    const datagrams = Array.from({ length: 50 }, (_, at) => Buffer.from(`datagram ${at}`))
    const boxes = datagrams.map((datagram) => near.seal(1, datagram))
    expect(boxes.every((box) => !box.includes('datagram'))).toBe(true)
    const opened = boxes.toReversed().map((box) => far.open(box)?.toString())
    expect(opened).toEqual(datagrams.toReversed().map((datagram) => `\u0001${datagram.toString()}`))
  })

  it('of nothing is one, too', () => {
    const { near, far } = createPair()
    const box = near.seal(1, new Uint8Array())
    expect([box.length, far.open(box)]).toEqual([1 + boxOverheadBytes, Buffer.of(1)])
  })

  it('comes out only once, and only at the other end', () => {
    const { near, far } = createPair()
    const box = near.seal(7, Buffer.from('once'))
    const copies = [Buffer.from(box), Buffer.from(box)] as const
    expect([near.open(copies[0]), far.open(box)?.toString(), far.open(copies[1])]).toEqual([
      undefined,
      '\u0007once',
      undefined,
    ])
  })

  it('that was changed, or is none, does not come out, and harms nothing', () => {
    const { near, far } = createPair()
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(), fc.nat(7), (noise, at, bit) => {
        const box = near.seal(1, Buffer.from('true'))
        const changed = Buffer.from(box)
        changed[at % box.length] = (changed[at % box.length] ?? 0) ^ (1 << bit)
        expect(far.open(changed)).toBeUndefined()
        expect(far.open(Buffer.from(noise))).toBeUndefined()
        expect(far.open(box)?.toString()).toBe('\u0001true')
      }),
    )
  })
})
