import { createHash, randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { generatePrivateKey } from '@farport/protocol'
import { refuse, type Result } from '@farport/basics'
import { createIdentity, type Identity, type Link, type LinkRefusal, type Transport } from '@farport/transport'
import { describeTransport } from '@farport/transport/compliance'
import { eventually } from '@farport/testkit'
import { describe, expect, it } from 'vitest'
import { encodeHello } from './hello.ts'
import { loadNatives } from './natives.ts'
import { openUdpLink } from './open-udp-link.ts'
import { Punch, type UdpWay } from './punch.ts'
import { deriveRoundSecrets, type Role } from './round-secrets.ts'
import type { UdpLink } from './udp-link.ts'
import { openUdpPort } from './udp-port.ts'

const loaded = await loadNatives()
if (!loaded.ok) throw new Error(loaded.refusal)
const natives = loaded.value
const createOne = (): Promise<Identity> => createIdentity(generatePrivateKey())
const [left, right, stranger] = await Promise.all([createOne(), createOne(), createOne()])

/** A way on this machine, agreed on by both ends, as punching leaves it. */
function agreeOnWay(role: Role, secrets: ReturnType<typeof deriveRoundSecrets>, onWay: (way: UdpWay) => void) {
  const punch = new Punch({ role, helloKey: secrets.helloKey, onWay })
  const port = openUdpPort(natives, 4, (bytes, from, at) => punch.onPacket(bytes, from, at))
  if (port === undefined) throw new Error('no UDP on this machine')
  return { punch, port }
}

const secrets = deriveRoundSecrets(1, { initiator: 'A'.repeat(43), acceptor: 'B'.repeat(43) })

/** Links over UDP on loopback, one for each listener. */
function createUdpTransport(identity: Identity, peerKey: string): Transport {
  const open = (role: Role, { port, remote }: UdpWay): Promise<Result<UdpLink, LinkRefusal>> =>
    openUdpLink(natives, { role, identity, peerKey, secrets, port, remote, timeoutMs: 2000 })
  return {
    async listen(place, onLink) {
      const { port } = agreeOnWay('acceptor', secrets, (way) => {
        void open('acceptor', way).then((link) => link.ok && onLink(link.value))
      })
      return { place: { ...place, port: port.port }, [Symbol.asyncDispose]: () => port.close() }
    },
    async connect(place) {
      const { promise, resolve } = Promise.withResolvers<UdpWay>()
      const { punch, port } = agreeOnWay('initiator', secrets, resolve)
      const timer = setInterval(() => punch.probe(port, place), 10)
      const way = await Promise.race([promise, once(AbortSignal.timeout(500), 'abort')])
      clearInterval(timer)
      if (!Array.isArray(way)) return await open('initiator', way)
      await port.close()
      return refuse({ code: 'unreachable', message: 'nobody answers' })
    },
  }
}

describeTransport('udp', async () => ({
  listening: createUdpTransport(left, right.publicKey),
  connecting: createUdpTransport(right, left.publicKey),
  keys: { listening: left.publicKey, connecting: right.publicKey },
}))

const [pieces, pieceBytes] = [80, 50_000]

/** What a link says to its reader. */
function listenTo(link: Link) {
  const heard = { bytes: 0, datagrams: [] as string[], closed: undefined as { reason: Error | undefined } | undefined }
  link.start({
    onBytes: (bytes) => void (heard.bytes += bytes.length),
    onDrain: () => undefined,
    onEnd: () => undefined,
    onClose: (reason) => (heard.closed = { reason }),
    onDatagram: (bytes) => void heard.datagrams.push(Buffer.from(bytes).toString()),
  })
  return heard
}

/** Both ends of a link, over a forwarder that can be cut. */
async function connectThroughForwarder() {
  await using stack = new AsyncDisposableStack()
  const arrival = Promise.withResolvers<Link>()
  const listener = stack.use(
    await createUdpTransport(left, right.publicKey).listen({ host: '127.0.0.1', port: 0 }, arrival.resolve),
  )
  const forwarder = await forwardTo(listener.place.port)
  stack.defer(() => forwarder.close())
  const near = await createUdpTransport(right, left.publicKey).connect({ host: '127.0.0.1', port: forwarder.port })
  if (!near.ok) throw new Error(near.refusal.message)
  const far = await arrival.promise
  stack.defer(() => near.value.destroy())
  stack.defer(() => far.destroy())
  const owned = stack.move()
  return { near: near.value, far, forwarder, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Packets go both ways between whoever sends first, and the port; cut, none. When it is told so, it loses some. */
async function forwardTo(port: number) {
  const [outer, inner] = [createSocket('udp4'), createSocket('udp4')]
  let isCut = false
  let [lostOf, count] = [Infinity, 0]
  const isLost = (): boolean => isCut || (count += 1) % lostOf === 0
  let client: number | undefined
  outer.on('message', (bytes, from) => {
    client ??= from.port
    if (!isLost()) inner.send(bytes, port, '127.0.0.1')
  })
  inner.on('message', (bytes) => {
    if (client !== undefined && !isLost()) outer.send(bytes, client, '127.0.0.1')
  })
  outer.bind(0, '127.0.0.1')
  inner.bind(0, '127.0.0.1')
  await Promise.all([once(outer, 'listening'), once(inner, 'listening')])
  return {
    port: outer.address().port,
    cut: () => void (isCut = true),
    /** One of so many. */
    lose: (of: number) => void (lostOf = of),
    close: () => {
      outer.close()
      inner.close()
    },
  }
}

describe('a udp link', () => {
  it('carries datagrams beside the bytes, both ways', async () => {
    await using pair = await connectThroughForwarder()
    const [near, far] = [listenTo(pair.near), listenTo(pair.far)]
    for (let number = 0; number < 20; number += 1) {
      expect(pair.near.sendDatagram?.(Buffer.from(`there ${number}`))).toBe(true)
      expect(pair.far.sendDatagram?.(Buffer.from(`back ${number}`))).toBe(true)
    }
    await eventually(() => near.datagrams.length === 20 && far.datagrams.length === 20, { what: 'all have come' })
    expect([far.datagrams.toSorted()[0], near.datagrams.toSorted()[0]]).toEqual(['there 0', 'back 0'])
    expect([near.bytes, far.bytes]).toEqual([0, 0])
  })

  it('takes a datagram that fills a packet, and none that is longer', async () => {
    await using pair = await connectThroughForwarder()
    const far = listenTo(pair.far)
    listenTo(pair.near)
    const length = pair.near.datagramBytesMax ?? 0
    expect(length).toBeGreaterThan(1000)
    expect(pair.near.sendDatagram?.(Buffer.alloc(length, 'x'))).toBe(true)
    expect(pair.near.sendDatagram?.(Buffer.alloc(10_000, 'x'))).toBe(false)
    await eventually(() => far.datagrams[0]?.length === length, { what: 'it has come in one piece' })
  })

  it('hands on every byte as it was, although packets are sent again and memory is used again', async () => {
    await using pair = await connectThroughForwarder()
    pair.forwarder.lose(19)
    const [sent, come] = [createHash('sha256'), createHash('sha256')]
    const arrived = Promise.withResolvers<void>()
    let comeBytes = 0
    pair.far.start({
      onBytes: (bytes) => {
        come.update(bytes)
        comeBytes += bytes.length
        if (comeBytes === pieces * pieceBytes) arrived.resolve()
      },
      onDrain: () => undefined,
      onEnd: () => undefined,
      onClose: () => arrived.resolve(),
    })
    let left = pieces
    const fill = (): void => {
      for (; left > 0; left -= 1) {
        const bytes = randomBytes(pieceBytes)
        sent.update(bytes)
        if (!pair.near.write(bytes)) return void (left -= 1)
      }
    }
    pair.near.start({ onBytes: () => undefined, onDrain: fill, onEnd: () => undefined, onClose: () => undefined })
    fill()
    await arrived.promise
    expect([comeBytes, come.digest('hex')]).toEqual([pieces * pieceBytes, sent.digest('hex')])
  })

  it('goes on taking, however much, when it has ended its own way', async () => {
    await using pair = await connectThroughForwarder()
    const near = listenTo(pair.near)
    pair.near.end()
    let left = 200
    const fill = (): void => {
      for (; left > 0; left -= 1) if (!pair.far.write(Buffer.alloc(65_536))) return void (left -= 1)
    }
    pair.far.start({ onBytes: () => undefined, onDrain: fill, onEnd: () => undefined, onClose: () => undefined })
    fill()
    await eventually(() => near.bytes === 200 * 65_536, { what: 'all has come', timeoutMs: 20_000 })
  })

  it('takes little more than the way carries: nothing can overtake what waits in it', async () => {
    await using pair = await connectThroughForwarder()
    listenTo(pair.far)
    const closing = Promise.withResolvers<void>()
    let taken = 0
    const fill = (): void => {
      do taken += 4096
      while (pair.near.write(Buffer.alloc(4096)))
    }
    pair.near.start({
      onBytes: () => undefined,
      onDrain: fill,
      onEnd: () => undefined,
      onClose: () => closing.resolve(),
    })
    pair.forwarder.cut()
    fill()
    await closing.promise
    expect(taken).toBeGreaterThan(4096)
    expect(taken).toBeLessThan(250_000)
  })

  it('ends at both ends within a second or so, when the path dies while something is carried', async () => {
    await using pair = await connectThroughForwarder()
    const [near, far] = [listenTo(pair.near), listenTo(pair.far)]
    pair.near.write(Buffer.alloc(100_000))
    await eventually(() => far.bytes === 100_000, { what: 'the bytes have come' })
    pair.forwarder.cut()
    const cutAt = performance.now()
    pair.near.write(Buffer.alloc(1000))
    await eventually(() => near.closed !== undefined && far.closed !== undefined, { what: 'both have closed' })
    expect(performance.now() - cutAt).toBeLessThan(2000)
    expect(near.closed?.reason?.message).toContain('nothing came')
    expect(pair.near.write(Buffer.alloc(1))).toBe(false)
  })

  it.each([
    { why: 'an acceptor that holds another key', acceptor: stranger, initiator: right },
    { why: 'an initiator that holds another key', acceptor: left, initiator: stranger },
  ])('refuses $why', async ({ acceptor, initiator }) => {
    const arrived: Link[] = []
    await using listener = await createUdpTransport(acceptor, right.publicKey).listen(
      { host: '127.0.0.1', port: 0 },
      (link) => arrived.push(link),
    )
    const link = await createUdpTransport(initiator, left.publicKey).connect(listener.place)
    expect([link.ok, arrived.length]).toEqual([false, 0])
  })

  it('is not made for a stranger, whatever he sends', async () => {
    const arrived: Link[] = []
    await using listener = await createUdpTransport(left, right.publicKey).listen(
      { host: '127.0.0.1', port: 0 },
      (link) => arrived.push(link),
    )
    const socket = createSocket('udp4')
    const key = randomBytes(32)
    const tries = [encodeHello('use', 'initiator', key), encodeHello('probe', 'initiator', key), randomBytes(32)]
    const answers: Buffer[] = []
    socket.on('message', (bytes) => answers.push(bytes))
    for (const bytes of tries) socket.send(bytes, listener.place.port, '127.0.0.1')
    // Who knows the secret is answered after them.
    const link = await createUdpTransport(right, left.publicKey).connect(listener.place)
    expect([link.ok, answers]).toEqual([true, []])
    socket.close()
    if (link.ok) link.value.destroy()
    for (const one of arrived) one.destroy()
  })
})
