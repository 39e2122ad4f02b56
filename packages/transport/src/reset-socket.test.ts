import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resetSocket } from './reset-socket.ts'

let server: Server
beforeAll(async () => {
  server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())

async function pair(): Promise<{ near: Socket; far: Socket }> {
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  const arrived = once(server, 'connection') as Promise<[Socket]>
  const near = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const [[far]] = await Promise.all([arrived, once(near, 'connect')])
  for (const socket of [near, far]) socket.on('error', () => undefined)
  return { near, far }
}

describe('a socket that is reset', () => {
  it('ends the other end with an error', async () => {
    const { near, far } = await pair()
    const failed = once(far.resume(), 'error') as Promise<[NodeJS.ErrnoException]>
    resetSocket(near)
    expect((await failed)[0].code).toBe('ECONNRESET')
  })

  it('after its own end is closed all the same', async () => {
    const { near, far } = await pair()
    const farHasEnded = once(far.resume(), 'end')
    near.end('all')
    await farHasEnded
    const nearIsClosed = once(near, 'close')
    resetSocket(near)
    await nearIsClosed
    far.destroy()
  })

  it('at the moment of its own end is closed all the same', async () => {
    const { near, far } = await pair()
    const farIsClosed = once(far.resume(), 'close')
    far.end()
    const nearIsClosed = once(near, 'close')
    near.end('all')
    resetSocket(near)
    await Promise.all([nearIsClosed, farIsClosed])
  })

  it('with bytes and an end on their way ends the other end with an error', async () => {
    const { near, far } = await pair()
    near.write(Buffer.alloc(32 * 1024 * 1024))
    near.end()
    const failed = once(far, 'error') as Promise<[NodeJS.ErrnoException]>
    resetSocket(near)
    far.resume()
    expect((await failed)[0].code).toBe('ECONNRESET')
  })
})
