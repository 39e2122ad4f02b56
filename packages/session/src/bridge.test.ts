import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { connectTcp } from '@farport/transport'
import { describe, expect, it } from 'vitest'
import { bridge, type Bridge } from './bridge.ts'
import { connectSessions, goodTicket, memoryLinks, tlsLinks, until, type LinkPair } from './session-ends.ts'
import { streamCode, type StreamEnd } from './session.ts'

interface Chain extends AsyncDisposable {
  /** What a person's program holds, and what the device's service holds. */
  readonly user: Socket
  readonly service: Socket
  readonly near: Bridge
  readonly far: Bridge
}

/** user ⇄ bridge ⇄ session ⇄ bridge ⇄ service */
async function startChain(links: LinkPair): Promise<Chain> {
  await using disposables = new AsyncDisposableStack()
  const ends = disposables.use(await connectSessions({ links }))
  const [user, nearSocket] = await socketPair()
  const [service, farSocket] = await socketPair()
  for (const socket of [user, service, nearSocket, farSocket]) disposables.defer(() => void socket.destroy())
  const opened = ends.initiator.grant(goodTicket).open('192.0.2.7:1')
  const far = bridge(farSocket, (await ends.request(0)).accept())
  const stream = await opened
  if (!stream.ok) throw new Error(stream.refusal.message)
  const near = bridge(nearSocket, stream.value)
  const owned = disposables.move()
  return { user, service, near, far, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function socketPair(): Promise<[Socket, Socket]> {
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const connected = await connectTcp({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  if (!connected.ok) throw new Error(connected.refusal.message)
  const [socket] = await accepted
  server.close()
  connected.value.on('error', () => undefined)
  return [connected.value, socket]
}

/** Not by iterating: that would destroy the socket although it may still have to send. */
async function readAll(socket: Socket): Promise<Buffer> {
  const pieces: Buffer[] = []
  socket.on('data', (piece: Buffer) => pieces.push(piece))
  await once(socket, 'end')
  return Buffer.concat(pieces)
}

const inOrder: StreamEnd = { code: streamCode.none, message: '' }

describe.each([
  { name: 'memory', links: memoryLinks },
  { name: 'TLS', links: tlsLinks },
])('a bridge over $name', ({ links }) => {
  it('carries much both ways at once, with both ends in order', async () => {
    await using chain = await startChain(links)
    const [up, down] = [randomBytes(20_000_000), randomBytes(15_000_000)]
    chain.user.end(up)
    chain.service.end(down)
    const [atUser, atService] = await Promise.all([readAll(chain.user), readAll(chain.service)])
    expect(atUser.equals(down)).toBe(true)
    expect(atService.equals(up)).toBe(true)
    expect(await Promise.all([chain.near.closed, chain.far.closed])).toEqual([inOrder, inOrder])
    expect(chain.near).toMatchObject({ sentBytes: up.length, receivedBytes: down.length })
    expect(chain.far).toMatchObject({ sentBytes: down.length, receivedBytes: up.length })
  })

  it('answers a question that ends before its answer begins', async () => {
    await using chain = await startChain(links)
    chain.user.end('GET everything')
    expect(String(await readAll(chain.service))).toBe('GET everything')
    const answer = randomBytes(3_000_000)
    chain.service.end(answer)
    expect((await readAll(chain.user)).equals(answer)).toBe(true)
    expect(await chain.near.closed).toEqual(inOrder)
  })

  it('delivers everything to a reader that takes its time', async () => {
    await using chain = await startChain(links)
    const file = randomBytes(30_000_000)
    chain.service.end(file)
    await until(() => chain.near.receivedBytes > 262_143)
    await until(() => chain.service.writableLength > 0)
    expect(chain.near.receivedBytes).toBeLessThan(file.length)
    expect((await readAll(chain.user)).equals(file)).toBe(true)
  })

  it('counts while it carries', async () => {
    await using chain = await startChain(links)
    chain.user.write('12345')
    await until(() => chain.far.receivedBytes === 5)
    expect(chain.near.sentBytes).toBe(5)
  })

  it('tells a break as a break, not as an end', async () => {
    await using chain = await startChain(links)
    const failure = once(chain.user, 'error')
    chain.service.write('half a file')
    await once(chain.user, 'data')
    chain.service.resetAndDestroy()
    expect((await failure)[0]).toMatchObject({ code: 'ECONNRESET' })
    expect(await chain.near.closed).toMatchObject({ code: streamCode.broken })
    expect(await chain.far.closed).toMatchObject({ code: streamCode.broken })
  })

  it('that is cut is over at both ends, with the reason', async () => {
    await using chain = await startChain(links)
    const [userFailure, serviceFailure] = [once(chain.user.resume(), 'error'), once(chain.service.resume(), 'error')]
    const reason = { code: streamCode.revoked, message: 'the connection was ended' }
    chain.near.cut(reason)
    await Promise.all([userFailure, serviceFailure])
    expect(await Promise.all([chain.near.closed, chain.far.closed])).toEqual([reason, reason])
  })
})

it('a bridge to a socket that is gone already resets its stream', async () => {
  await using ends = await connectSessions()
  const [user, socket] = await socketPair()
  const opened = ends.initiator.grant(goodTicket).open('x')
  const far = (await ends.request(0)).accept()
  socket.destroy()
  await once(socket, 'close')
  const stream = await opened
  if (!stream.ok) throw new Error(stream.refusal.message)
  expect(await bridge(socket, stream.value).closed).toMatchObject({ code: streamCode.broken })
  expect(await far.closed).toMatchObject({ code: streamCode.broken })
  user.destroy()
})
