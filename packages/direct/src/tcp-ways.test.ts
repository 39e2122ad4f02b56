import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { generatePrivateKey, type Candidate } from '@farport/protocol'
import { eventually, startTcpService } from '@farport/testkit'
import { createIdentity, type Identity, type Link } from '@farport/transport'
import { describe, expect, it } from 'vitest'
import { encodeHello } from './hello.ts'
import type { Role } from './round-secrets.ts'
import { TcpWays } from './tcp-ways.ts'

const createOne = (): Promise<Identity> => createIdentity(generatePrivateKey())
const [left, right, stranger] = await Promise.all([createOne(), createOne(), createOne()])
const helloKey = randomBytes(32)

interface EndOptions {
  readonly identity: Identity
  readonly peerKey: string
  readonly wants?: readonly ('lan' | 'tcp')[]
}

/** One end that listens on loopback. */
async function startEnd(role: Role, { identity, peerKey, wants = ['lan', 'tcp'] }: EndOptions) {
  const abort = new AbortController()
  const links: { link: Link; kind: string }[] = []
  const ways = new TcpWays({
    role,
    identity,
    peerKey,
    own: [{ host: '127.0.0.1', network: '127.0.0.1/8' }],
    wants: new Set(wants),
    signal: abort.signal,
    onLink: (link, kind) => void links.push({ link, kind }),
  })
  const port = (await ways.listen()) ?? expect.fail('it cannot listen')
  const candidate: Candidate = { use: 'listen', origin: 'host', host: '127.0.0.1', port }
  return {
    ways,
    links,
    port,
    candidate,
    async [Symbol.asyncDispose]() {
      abort.abort()
      for (const { link } of links) link.destroy()
      await ways[Symbol.asyncDispose]()
    },
  }
}

async function startPair(options: { initiator?: Partial<EndOptions>; acceptor?: Partial<EndOptions> } = {}) {
  await using stack = new AsyncDisposableStack()
  const initiator = stack.use(
    await startEnd('initiator', { identity: right, peerKey: left.publicKey, ...options.initiator }),
  )
  const acceptor = stack.use(
    await startEnd('acceptor', { identity: left, peerKey: right.publicKey, ...options.acceptor }),
  )
  const owned = stack.move()
  return { initiator, acceptor, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

describe('ways by TCP', () => {
  it('lead to one link, though both ends connect to each other', async () => {
    await using pair = await startPair()
    const { initiator, acceptor } = pair
    for (const { ways } of [initiator, acceptor]) ways.begin(helloKey)
    initiator.ways.dial([acceptor.candidate], new Map())
    acceptor.ways.dial([initiator.candidate], new Map())
    await eventually(() => initiator.links.length > 0 && acceptor.links.length > 0, { what: 'both have a link' })
    const [near] = initiator.links
    const [far] = acceptor.links
    expect([near?.kind, far?.kind]).toEqual(['lan', 'lan'])
    expect([near?.link.peerKey, far?.link.peerKey]).toEqual([left.publicKey, right.publicKey])
    // What was said on one comes out of the other: they are ends of the same.
    const heard: string[] = []
    const handlers = { onDrain: () => undefined, onEnd: () => undefined, onClose: () => undefined }
    far?.link.start({ ...handlers, onBytes: (bytes) => void heard.push(Buffer.from(bytes).toString()) })
    near?.link.start({ ...handlers, onBytes: () => undefined })
    near?.link.write(Buffer.from('here'))
    await eventually(() => heard.join('') === 'here', { what: 'it is heard' })
    expect([initiator.links.length, acceptor.links.length]).toEqual([1, 1])
  })

  it('lead to a link when the first words come in pieces, and more with the last of them', async () => {
    await using pair = await startPair()
    const { initiator, acceptor } = pair
    for (const { ways } of [initiator, acceptor]) ways.begin(helloKey)
    await using between = await startTcpService((near) => {
      const far = connect(acceptor.port, '127.0.0.1')
      far.pipe(near).on('error', () => far.destroy())
      far.on('error', () => near.destroy())
      const early: Buffer[] = []
      near.on('data', (bytes: Buffer) => {
        early.push(bytes)
        const all = Buffer.concat(early)
        // The initiator's first words are 32 bytes, and TLS begins behind them.
        if (all.length <= 32) return
        near.removeAllListeners('data')
        far.write(all.subarray(0, 20))
        // By the second turn the acceptor has read them.
        void (async () => {
          await setImmediate()
          await setImmediate()
          far.write(all.subarray(20), () => near.pipe(far))
        })()
      })
    })
    initiator.ways.dial([{ ...acceptor.candidate, port: between.port }], new Map())
    await eventually(() => initiator.links.length > 0 && acceptor.links.length > 0, { what: 'both have a link' })
  })

  it('wait for the secret when the other end was quicker', async () => {
    await using pair = await startPair()
    pair.initiator.ways.begin(helloKey)
    pair.initiator.ways.dial([pair.acceptor.candidate], new Map())
    pair.acceptor.ways.begin(helloKey)
    await eventually(() => pair.acceptor.links.length === 1, { what: 'there is a link' })
  })

  it('are not tried where they are not wanted', async () => {
    await using pair = await startPair({ initiator: { wants: ['tcp'] } })
    for (const { ways } of [pair.initiator, pair.acceptor]) ways.begin(helloKey)
    pair.initiator.ways.dial([pair.acceptor.candidate], new Map())
    pair.acceptor.ways.dial([pair.initiator.candidate], new Map())
    const last = connect(pair.initiator.port, '127.0.0.1')
    await once(last, 'connect')
    last.end(encodeHello('greet', 'acceptor', helloKey))
    await once(last.resume(), 'close')
    expect([pair.initiator.links, pair.acceptor.links]).toEqual([[], []])
  })

  it.each([
    { why: 'says nothing that is known', bytes: Buffer.from('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n') },
    { why: 'does not know the secret', bytes: encodeHello('take-lan', 'initiator', randomBytes(32)) },
    { why: 'sends back what it hears', bytes: encodeHello('greet', 'acceptor', helloKey) },
  ])('end for a stranger who $why', async ({ bytes }) => {
    await using acceptor = await startEnd('acceptor', { identity: left, peerKey: right.publicKey })
    acceptor.ways.begin(helloKey)
    const socket = connect(acceptor.port, '127.0.0.1')
    await once(socket, 'connect')
    const closed = new Promise((resolve) => void socket.resume().once('close', resolve))
    socket.on('error', () => undefined) // a reset, when nobody has read all of it
    socket.write(bytes)
    await closed
    expect(acceptor.links).toEqual([])
  })

  it('end for a stranger who has said much before it was asked', async () => {
    await using acceptor = await startEnd('acceptor', { identity: left, peerKey: right.publicKey })
    const socket = connect(acceptor.port, '127.0.0.1')
    const closed = new Promise((resolve) => void socket.resume().once('close', resolve))
    socket.on('error', () => undefined) // a reset
    await once(socket, 'connect')
    await new Promise((resolve) => socket.write(Buffer.alloc(10_000), resolve))
    // What it said has come in by the second turn.
    await setImmediate()
    await setImmediate()
    acceptor.ways.begin(helloKey)
    await closed
    expect(acceptor.links).toEqual([])
  })

  it('end for who knows the secret and not the key', async () => {
    await using pair = await startPair({ initiator: { identity: stranger } })
    for (const { ways } of [pair.initiator, pair.acceptor]) ways.begin(helloKey)
    pair.initiator.ways.dial([pair.acceptor.candidate], new Map())
    // In TLS 1.3 the client is done before the server has judged it: it learns by the end.
    await eventually(() => pair.initiator.links.length === 1, { what: 'the initiator is done' })
    const over = Promise.withResolvers<void>()
    const handlers = { onBytes: () => undefined, onDrain: () => undefined }
    pair.initiator.links[0]?.link.start({ ...handlers, onEnd: () => over.resolve(), onClose: () => over.resolve() })
    await over.promise
    expect(pair.acceptor.links).toEqual([])
  })
})
