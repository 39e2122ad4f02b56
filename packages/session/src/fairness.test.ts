import { randomBytes } from 'node:crypto'
import type { Link } from '@farport/transport'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from './limits.ts'
import { connectSessions, memoryLinks, tlsLinks, turns, until, type LinkPair } from './session-ends.ts'

describe.each([
  { name: 'memory', links: memoryLinks },
  { name: 'TLS', links: tlsLinks },
])('over $name', ({ links }) => {
  it('a reader that does not read stops its own stream only', async () => {
    await using ends = await connectSessions({ links })
    const [slow, quick] = [await ends.stream(), await ends.stream()]
    slow.far.hold()
    const stuck = await slow.near.fill(64 * 1_048_576)
    expect(stuck).toBeLessThanOrEqual(defaultLimits.windowBytesMax)
    await quick.near.fill(16 * 1_048_576)
    await until(() => quick.far.receivedBytes === 16 * 1_048_576)
    expect(slow.far.receivedBytes).toBe(stuck)
    slow.far.release()
    await slow.near.send(Buffer.from('and on'))
    await until(() => slow.far.receivedBytes > stuck)
  })

  it('streams with much to send get equal shares', async () => {
    await using ends = await connectSessions({ links })
    const talks = await Promise.all(Array.from({ length: 4 }, () => ends.stream()))
    const pumps = talks.map(({ near }) => near.fill(24 * 1_048_576))
    await until(() => talks.some(({ far }) => far.receivedBytes >= 20 * 1_048_576))
    const shares = talks.map(({ far }) => far.receivedBytes / 1_048_576)
    expect(Math.min(...shares)).toBeGreaterThan(10)
    await Promise.all(pumps)
  })
})

/** A link that hands on only so many bytes each turn of the event loop, and says how much waits. */
const slowLinks =
  (bytesPerTurn: number): LinkPair =>
  async () => {
    const [near, far] = await memoryLinks()
    return [throttled(near, bytesPerTurn), far]
  }

function throttled(link: Link, bytesPerTurn: number): Link {
  let waiting: Buffer[] = []
  let onDrain: () => void = () => undefined
  const size = (): number => waiting.reduce((sum, { length }) => sum + length, 0)
  const pass = (): void => {
    const bytes = Buffer.concat(waiting)
    link.write(bytes.subarray(0, bytesPerTurn))
    waiting = bytes.length > bytesPerTurn ? [bytes.subarray(bytesPerTurn)] : []
    if (waiting.length > 0) setImmediate(pass)
    else onDrain()
  }
  return {
    kind: link.kind,
    remoteAddress: link.remoteAddress,
    peerKey: link.peerKey,
    get queuedBytes() {
      return size()
    },
    start(handlers) {
      onDrain = () => handlers.onDrain()
      link.start({ ...handlers, onDrain: () => undefined, onBytes: (bytes) => handlers.onBytes(bytes) })
    },
    write(bytes) {
      waiting.push(Buffer.from(bytes))
      if (waiting.length === 1) setImmediate(pass)
      return false
    },
    pause: () => link.pause(),
    resume: () => link.resume(),
    end: () => link.end(),
    destroy: (reason) => link.destroy(reason),
  }
}

describe('on a slow link', () => {
  it('a keystroke overtakes the files', async () => {
    await using ends = await connectSessions({ links: slowLinks(16_384) })
    const files = [await ends.stream(), await ends.stream(), await ends.stream()]
    const shell = await ends.stream()
    const pumps = files.map(({ near }) => near.fill(8 * 1_048_576))
    await until(() => files.every(({ far }) => far.receivedBytes > 1_048_576))
    const before = files.reduce((sum, { far }) => sum + far.receivedBytes, 0)
    await shell.near.send(Buffer.from('k'))
    await until(() => shell.far.receivedBytes === 1)
    const overtaken = files.reduce((sum, { far }) => sum + far.receivedBytes, 0) - before
    // At most the frame that was on the link already, and what the memory link holds.
    expect(overtaken).toBeLessThanOrEqual(2 * 262_144)
    await Promise.all(pumps)
  })

  it('datagrams that find no room are dropped, and the others arrive', async () => {
    await using ends = await connectSessions({ links: slowLinks(16_384) })
    const [file, game] = [await ends.stream(), await ends.stream()]
    const pump = file.near.fill(8 * 1_048_576)
    await until(() => file.far.receivedBytes > 1_048_576)
    const play = (count: number): number =>
      Array.from({ length: count }, () => game.near.stream.sendDatagram(randomBytes(1200))).filter(Boolean).length
    let taken = play(2000)
    expect(taken).toBeGreaterThan(10)
    expect(taken).toBeLessThan(1000)
    // A busy machine lets the first ones become too old.
    await until(() => {
      taken += play(1)
      return game.far.datagrams.length > 10
    })
    await pump
    expect(game.far.datagrams.length).toBeLessThanOrEqual(taken)
  })
})

describe('memory', () => {
  it('of all streams together stays within the budget, whoever does not read', async () => {
    const limits = { windowBytesTotal: 4_194_304, windowBytesMax: 1_048_576 }
    await using ends = await connectSessions({ acceptor: { limits } })
    const talks: Awaited<ReturnType<typeof ends.stream>>[] = []
    for (let index = 0; index < 200; index += 1) talks.push(await ends.stream())
    for (const { far } of talks) far.hold()
    for (const { near } of talks) void near.fill(2 * 1_048_576)
    const received = (): number => talks.reduce((sum, { far }) => sum + far.receivedBytes, 0)
    await until(() => received() >= 200 * defaultLimits.windowBytesMin)
    await turns(500)
    expect(received()).toBeLessThanOrEqual(limits.windowBytesTotal + 200 * defaultLimits.windowBytesMin)
  })

  it('that streams have used is free again for those that come after', async () => {
    const limits = { windowBytesTotal: 1_048_576 }
    await using ends = await connectSessions({ acceptor: { limits } })
    for (let index = 0; index < 50; index += 1) {
      const { near, far } = await ends.stream()
      far.hold()
      expect(await near.fill(1_048_576, 16_384)).toBe(defaultLimits.windowBytesFirst)
      near.stream.reset({ code: 4, message: '' })
      await until(() => far.end !== undefined)
    }
  })

  it('of one that reads fast grows its window, of one that does not it stays', async () => {
    await using ends = await connectSessions()
    const { near, far } = await ends.stream()
    await near.fill(32 * 1_048_576)
    far.hold()
    const grown = await near.fill(64 * 1_048_576)
    expect(grown).toBeGreaterThan(defaultLimits.windowBytesFirst)
    expect(grown).toBeLessThanOrEqual(defaultLimits.windowBytesMax)
  })

  it('is not eaten by a stream that is written to without end: that is a fault', async () => {
    await using ends = await connectSessions()
    const { near, far } = await ends.stream()
    far.hold()
    expect(() => {
      for (let index = 0; index < 1000; index += 1) near.stream.write(Buffer.alloc(65_536))
    }).toThrow('without waiting')
  })
})
