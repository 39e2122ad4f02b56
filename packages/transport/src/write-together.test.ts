import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openSends } from './linux/open-sends.ts'
import type { Sends } from './linux/sends.ts'
import { togetherShape, WritesTogether } from './write-together.ts'

let server: Server
beforeAll(async () => {
  server = createServer({ noDelay: true, allowHalfOpen: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())

async function connected(): Promise<{ near: Socket; far: Socket }> {
  const { port } = server.address() as AddressInfo // a TCP server has one
  const far = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
  const [near] = (await once(server, 'connection')) as [Socket]
  for (const socket of [near, far]) socket.on('error', () => undefined) // the tests look at its end
  onTestFinished(() => void (near.destroy(), far.destroy()))
  return { near, far }
}

async function manyConnected(count: number) {
  const pairs: Awaited<ReturnType<typeof connected>>[] = []
  while (pairs.length < count) pairs.push(await connected())
  return pairs
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

describe.skipIf(process.platform !== 'linux').each(['ring', 'each'] as const)('writes together, by %s', (way) => {
  let sends: Sends
  let together: WritesTogether
  beforeAll(async () => {
    const opened = await openSends(togetherShape, way)
    if (!opened.ok) throw new Error(opened.refusal)
    sends = opened.value
    together = new WritesTogether(sends)
  })
  afterAll(() => sends.close())

  /** As whoever uses it does: what does not go together is written alone. */
  function write(socket: Socket, text: string | Buffer, onTaken?: () => void): boolean {
    const isTogether = together.write(socket, [text], text.length, onTaken)
    if (!isTogether) socket.write(text, 'latin1', onTaken)
    return isTogether
  }

  test('are what was asked for', () => {
    expect(sends.way).toBe(way)
  })

  test('go to their sockets, in the order in which they were made, and are told of when they are taken', async () => {
    const pairs = await manyConnected(2 * togetherShape.places + 3)
    let takenCount = 0
    for (const [at, { near }] of pairs.entries()) {
      expect(
        together.write(
          near,
          [`head ${at}\n`, Buffer.from('body ')],
          `head ${at}\nbody `.length,
          () => (takenCount += 1),
        ),
      ).toBe(true)
    }
    for (const { near } of pairs) write(near, 'tail', () => (takenCount += 1))
    await nextTurn()
    expect(takenCount).toBe(2 * pairs.length)
    for (const { near } of pairs) near.end()
    const texts = await Promise.all(pairs.map(async ({ far }) => (await buffer(far)).toString()))
    expect(texts).toEqual(pairs.map((_, at) => `head ${at}\nbody tail`))
  })

  test('go before the end of the socket when it is settled', async () => {
    const { near, far } = await connected()
    write(near, 'last words')
    together.settle(near)
    near.end()
    expect((await buffer(far)).toString()).toBe('last words')
  })

  test('may be made while others are told of', async () => {
    const [first, second] = [await connected(), await connected()]
    const { promise, resolve } = Promise.withResolvers<void>()
    write(first.near, 'one ', () => {
      write(first.near, 'two', () => first.near.end())
      write(second.near, 'three', () => second.near.end(resolve))
    })
    write(second.near, 'zero ')
    await promise
    expect((await buffer(first.far)).toString()).toBe('one two')
    expect((await buffer(second.far)).toString()).toBe('zero three')
  })

  test('wait for a slow reader in their order, among larger ones', async () => {
    const { near, far } = await connected()
    far.pause()
    const parts = Array.from({ length: 4000 }, (_, at) => randomBytes(at % 10 === 0 ? 9000 : 4000))
    let togetherCount = 0
    for (const part of parts) {
      if (write(near, part)) togetherCount += 1
      await Promise.resolve()
    }
    await nextTurn()
    // Some filled what the system keeps; the rest is Node's.
    expect(togetherCount).toBeGreaterThan(0)
    expect(near.writableLength).toBeGreaterThan(0)
    near.end()
    expect((await buffer(far)).equals(Buffer.concat(parts))).toBe(true)
  })

  test('are not for a socket that is not connected yet, has bytes waiting, or for what is long', async () => {
    const { near, far } = await connected()
    far.pause()
    const { port } = server.address() as AddressInfo // a TCP server has one
    const early = connect({ host: '127.0.0.1', port })
    expect(write(early, 'early')).toBe(false)
    early.destroy()
    expect(write(near, randomBytes(togetherShape.placeBytes + 1))).toBe(false)
    near.write(randomBytes(20_000_000))
    expect(write(near, 'more')).toBe(false)
  })

  test('never go to a socket that has got the number of one that closed', async () => {
    const { near, far } = await connected()
    const written = Promise.withResolvers<Error | null | undefined>()
    together.write(near, ['a secret'], 8, written.resolve)
    near.destroy()
    const strangers = await manyConnected(8)
    expect(await written.promise).toMatchObject({ code: 'ERR_STREAM_DESTROYED' })
    for (const stranger of strangers) stranger.near.end('hello')
    for (const stranger of strangers) expect((await buffer(stranger.far)).toString()).toBe('hello')
    expect((await buffer(far)).toString()).toBe('')
  })

  test('to one that the other end has reset are told by the socket', async () => {
    const { near, far } = await connected()
    const closed = new Promise((resolve) => near.once('close', resolve))
    far.resetAndDestroy()
    let failure: Error | null | undefined
    // The first may go out before the reset has come.
    while (!failure && near.writable) {
      const written = Promise.withResolvers<Error | null | undefined>()
      expect(together.write(near, ['into the void'], 13, written.resolve)).toBe(true)
      failure = await written.promise
    }
    expect(failure).toMatchObject({ syscall: 'write' })
    await closed
  })
})

test('writes go alone when the system takes no more of them', async () => {
  const opened = await openSends(togetherShape)
  if (!opened.ok) return
  const { near, far } = await connected()
  const together = new WritesTogether(opened.value)
  opened.value.close()
  const taken = Promise.withResolvers<Error | null | undefined>()
  expect(together.write(near, ['first'], 5, taken.resolve)).toBe(true)
  expect(await taken.promise).toBeFalsy()
  // A ring that is closed cannot be told of anything; sends one by one need none.
  expect(together.write(near, ['second'], 6)).toBe(opened.value.way === 'each')
  near.end()
  expect((await buffer(far)).toString()).toMatch(/^first/)
})
