import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { connectResumable } from './resumable-ends.ts'
import { carries, turns, until } from './session-ends.ts'

const moved = { ok: true, value: true }

describe('datagrams', () => {
  it('travel as frames where the link carries no others, and do not survive a move', async () => {
    await using ends = await connectResumable()
    const { near, far } = await ends.stream()
    near.stream.sendDatagram(Buffer.from('first'))
    await until(() => far.datagrams.length === 1)
    ends.first.weather.stall()
    for (let count = 0; count < 50; count += 1) near.stream.sendDatagram(Buffer.from(`stale ${count}`))
    await near.send(Buffer.from('but bytes do'))
    await turns(5)
    expect(await ends.link.moveTo(ends.another().near)).toEqual(moved)
    await until(() => far.receivedBytes === 12)
    near.stream.sendDatagram(Buffer.from('last'))
    await until(() => far.datagrams.length > 1)
    expect(far.datagrams.map(String)).toEqual(['first', 'last'])
  })

  it('are refused while nothing carries', async () => {
    await using ends = await connectResumable()
    const { near, far } = await ends.stream()
    ends.first.weather.cut()
    await until(() => ends.initiator.carrierState === 'lost')
    expect(near.stream.sendDatagram(Buffer.from('stale'))).toBe(false)
    await ends.link.moveTo(ends.another().near)
    await near.send(Buffer.from('bytes'))
    await until(() => far.receivedBytes === 5)
    expect(far.datagrams).toEqual([])
  })
})

describe('datagrams beside the bytes', () => {
  const conditions = { datagramBytesMax: 1200 }

  it('overtake bytes that wait, and do not grow what is kept', async () => {
    await using ends = await connectResumable({ conditions: { ...conditions, bytesPerMs: 100 } })
    const { near, far } = await ends.stream()
    void near.fill(200_000)
    await turns(3)
    const sentBytes = ends.link.sentBytes
    const sent = [randomBytes(1196), Buffer.alloc(0), Buffer.from('one')]
    for (const datagram of sent) expect(near.stream.sendDatagram(datagram)).toBe(true)
    expect(ends.link.sentBytes).toBe(sentBytes)
    await until(() => far.datagrams.length === 3)
    expect(far.datagrams).toEqual(sent)
    expect(far.receivedBytes).toBeLessThan(200_000)
  })

  it('that are too long for that travel as frames', async () => {
    await using ends = await connectResumable({ conditions })
    const { near, far } = await ends.stream()
    expect(near.stream.sendDatagram(randomBytes(1197))).toBe(true)
    await until(() => far.datagrams[0]?.length === 1197)
  })

  it('go the way that carries', async () => {
    await using ends = await connectResumable()
    const { near, far } = await ends.stream()
    expect(await ends.link.moveTo(ends.another(conditions).near)).toEqual(moved)
    const sentBytes = ends.link.sentBytes
    near.stream.sendDatagram(Buffer.from('beside'))
    expect(ends.link.sentBytes).toBe(sentBytes)
    await until(() => far.datagrams.length === 1)
    expect(await ends.link.moveTo(ends.another().near)).toEqual(moved)
    near.stream.sendDatagram(Buffer.from('within'))
    await until(() => far.datagrams.length === 2)
  })

  it('for no stream, or too short to name one, do no harm', async () => {
    await using ends = await connectResumable({ conditions })
    const { near } = ends.first
    near.sendDatagram?.(Buffer.from([1]))
    near.sendDatagram?.(Buffer.from([0, 0, 0, 99, 1, 2, 3]))
    await carries(await ends.stream())
  })
})
