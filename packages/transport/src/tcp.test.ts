import { createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { frameHeadBytes } from '@farport/protocol'
import { expect, it } from 'vitest'
import { describeTransport } from './compliance.ts'
import { canReadStatically, readStatically, sharedFrame } from './static-read.ts'
import { connectTcp, createTcpTransport } from './tcp.ts'

describeTransport('tcp', async () => ({ listening: createTcpTransport(), connecting: createTcpTransport() }))

it('this Node reads sockets statically, accepted ones, too', async () => {
  const server = createServer({ pauseOnConnect: true }).listen(0)
  await once(server, 'listening')
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const connected = await connectTcp({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  if (!connected.ok) throw new Error(connected.refusal.message)
  const [socket] = await accepted
  expect(canReadStatically(socket)).toBe(true)
  const read = new Promise((resolve) => {
    readStatically(socket, (bytes, isShared) => {
      resolve({
        isShared,
        text: Buffer.from(bytes).toString(),
        isInPlace: bytes.buffer === sharedFrame.buffer && bytes.byteOffset === frameHeadBytes,
      })
      return true
    })
  })
  connected.value.write('hello')
  expect(await read).toEqual({ isShared: true, text: 'hello', isInPlace: true })
  connected.value.destroy()
  socket.destroy()
  server.close()
})

it('a connection comes from the address that it was told', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const place = { host: '127.0.0.1', port: (server.address() as AddressInfo).port, localAddress: '127.0.0.9' }
  const connected = await connectTcp(place)
  const [socket] = await accepted
  expect(socket.remoteAddress).toBe('127.0.0.9')
  if (connected.ok) connected.value.destroy()
  socket.destroy()
  server.close()
})

it('a connection that gets no answer is given up', async () => {
  // 192.0.2.0/24 is for documentation: nothing answers there; a machine without a route says so at once.
  const connected = await connectTcp({ host: '192.0.2.1', port: 9 }, 50)
  expect(connected).toMatchObject({ ok: false })
})
