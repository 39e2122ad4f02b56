import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { eventually } from '@farport/testkit'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createSplicer } from './create-splicer.ts'
import { loadLibc } from '@farport/transport/linux'
import type { Splicer } from './splice.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Connections as a relay accepts them: its ends, and the ends of two strangers. */
async function acceptedPair(server: Server): Promise<{ near: Socket; far: Socket }> {
  const { port } = server.address() as AddressInfo // a TCP server has one
  const far = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
  const [near] = (await once(server, 'connection')) as [Socket]
  if (far.connecting) await once(far, 'connect')
  far.on('error', () => undefined) // the tests look at its end
  return { near, far }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
/** What comes until the other end's FIN; what is to be written to it can be written then. */
const heard = async (socket: Socket): Promise<string> =>
  (await buffer(socket.iterator({ destroyOnReturn: false }))).toString()
const openFiles = async (): Promise<number> => (await readdir('/proc/self/fd')).length

describe.each([
  ['kernel', false],
  ['portable', true],
] as const)('a %s splice', (way, isPortableOnly) => {
  let server: Server
  let splicer: Splicer
  beforeAll(async () => {
    server = createServer({ noDelay: true }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    splicer = await createSplicer({ pairsMax: 512, log: pino({ level: 'silent' }), isPortableOnly })
  })
  afterAll(() => {
    splicer[Symbol.dispose]()
    server.close()
  })

  async function spliced() {
    const left = await acceptedPair(server)
    const right = await acceptedPair(server)
    return { left: left.far, right: right.far, splice: splicer.join(left.near, right.near) }
  }

  test('is what was asked for', () => {
    expect(splicer.way).toBe(way)
  })

  test('carries bytes both ways at once, counts them, and ends in order', async () => {
    const { left, right, splice } = await spliced()
    const there = randomBytes(5_000_000)
    const back = randomBytes(3_000_000)
    left.end(there)
    right.end(back)
    const [atRight, atLeft] = await Promise.all([buffer(right), buffer(left)])
    expect([sha256(atRight), sha256(atLeft)]).toEqual([sha256(there), sha256(back)])
    expect(await splice.closed).toBe('ended')
    expect([splice.sentBytes, splice.receivedBytes]).toEqual([there.length, back.length])
  })

  test('passes on the end of one way while the other goes on', async () => {
    const { left, right, splice } = await spliced()
    left.end('question')
    expect(await heard(right)).toBe('question')
    right.end('answer')
    expect(await heard(left)).toBe('answer')
    expect(await splice.closed).toBe('ended')
  })

  test('loses nothing of what was read before it began', async () => {
    const left = await acceptedPair(server)
    const right = await acceptedPair(server)
    left.far.write('head and more')
    await once(left.near, 'readable')
    left.near.read(5)
    right.far.end('early')
    await once(right.near, 'readable')
    const splice = splicer.join(left.near, right.near)
    expect(await heard(left.far)).toBe('early')
    left.far.end('!')
    expect(await heard(right.far)).toBe('and more!')
    expect(await splice.closed).toBe('ended')
    expect(splice.sentBytes).toBe('and more!'.length)
  })

  test('passes a reset on, also to who is just being written to and does not read', async () => {
    const { left, right, splice } = await spliced()
    right.pause()
    left.write(randomBytes(50_000_000))
    await eventually(() => splice.sentBytes > 100_000, { what: 'some has passed' })
    left.resetAndDestroy()
    right.resume()
    await eventually(() => right.closed, { what: 'the other end is closed' })
    expect(right.errored).toMatchObject({ code: 'ECONNRESET' })
    expect(await splice.closed).toBe('reset')
  })

  test('stops the writer when the reader stops, keeps little meanwhile, and loses nothing', async () => {
    const { left, right, splice } = await spliced()
    right.pause()
    const sent = randomBytes(64_000_000)
    let isTaken = false
    left.end(sent, () => (isTaken = true))
    let before = -1
    await eventually(
      () => {
        const isStill = splice.sentBytes === before && before > 0
        before = splice.sentBytes
        return isStill
      },
      { pauseMs: 200, what: 'nothing moves' },
    )
    expect(isTaken).toBe(false)
    expect(splice.sentBytes).toBeLessThan(sent.length)
    right.end()
    expect(sha256(await buffer(right))).toBe(sha256(sent))
    left.resume()
    expect(await splice.closed).toBe('ended')
  })

  test('cut resets both ends', async () => {
    const { left, right, splice } = await spliced()
    left.write('a little')
    await once(right, 'readable')
    splice.cut()
    splice.cut()
    for (const end of [left, right]) end.resume()
    await eventually(() => left.closed && right.closed, { what: 'both are closed' })
    expect([left.errored, right.errored]).toMatchObject([{ code: 'ECONNRESET' }, { code: 'ECONNRESET' }])
    expect(await splice.closed).toBe('reset')
  })

  test('of a socket that is gone already is over at once', async () => {
    const left = await acceptedPair(server)
    const right = await acceptedPair(server)
    left.near.destroy()
    if (!left.near.closed) await once(left.near, 'close')
    const splice = splicer.join(left.near, right.near)
    expect(await splice.closed).toBe('reset')
    right.far.resume()
    await eventually(() => right.far.closed, { what: 'the other end is closed' })
  })

  test('a slow reader holds up nobody else', async () => {
    const slow = await spliced()
    slow.right.pause()
    slow.left.write(randomBytes(20_000_000))
    const { left, right } = await spliced()
    const sent = randomBytes(20_000_000)
    left.end(sent)
    right.end()
    expect(sha256(await buffer(right))).toBe(sha256(sent))
    slow.right.resetAndDestroy()
    expect(await slow.splice.closed).toBe('reset')
  })

  test('two hundred at once keep their bytes apart, and leave nothing open', async () => {
    const before = await openFiles()
    const all = []
    for (let at = 0; at < 200; at += 1) all.push(await spliced())
    const passed = await Promise.all(
      all.map(async ({ left, right, splice }) => {
        const there = randomBytes(200_000)
        const back = randomBytes(100_000)
        left.end(there)
        right.end(back)
        const [atRight, atLeft] = await Promise.all([buffer(right), buffer(left)])
        await splice.closed
        return sha256(atRight) === sha256(there) && sha256(atLeft) === sha256(back)
      }),
    )
    expect(passed.every(Boolean)).toBe(true)
    // Pipes that wait for their next use stay.
    await eventually(async () => (await openFiles()) <= before + 128, { what: 'their descriptors are closed' })
  })
})

test('without koffi bytes pass through this process', async () => {
  const libc = await loadLibc(() => Promise.reject(new Error("Cannot find package 'koffi'")))
  expect(libc).toEqual({ ok: false, refusal: "koffi cannot be used here: Cannot find package 'koffi'" })
})

test.each([
  ['throws', 'throw new Error("broken")'],
  ['ends by itself', ''],
])(
  'a thread that %s takes its pairs with it, closed and told, and later ones pass through this process',
  async (_how, code) => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const thread = new URL(`data:text/javascript,${encodeURIComponent(code)}`)
    const splicer = await createSplicer({ pairsMax: 8, log: pino({ level: 'silent' }), thread })
    expect(splicer.way).toBe('kernel')
    const [left, right] = [await acceptedPair(server), await acceptedPair(server)]
    expect(await splicer.join(left.near, right.near).closed).toBe('reset')
    for (const { far } of [left, right]) far.resume()
    await eventually(() => left.far.closed && right.far.closed, { what: 'both ends are closed' })
    expect(splicer.way).toBe('portable')
    const [later, other] = [await acceptedPair(server), await acceptedPair(server)]
    const splice = splicer.join(later.near, other.near)
    later.far.end('still')
    other.far.end()
    expect(await heard(other.far)).toBe('still')
    later.far.resume()
    expect(await splice.closed).toBe('ended')
    splicer[Symbol.dispose]()
    server.close()
  },
)
