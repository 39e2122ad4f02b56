import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { eventually } from '@farport/testkit'
import { afterEach, expect, test } from 'vitest'
import { AddressSockets } from './address-sockets.ts'

const clients: Socket[] = []
afterEach(() => {
  for (const socket of clients.splice(0)) socket.close()
})

/** Everything in 127.0.0.0/8 is an address of a Linux machine. */
async function startSockets(addresses: () => readonly string[], port = 0): Promise<AddressSockets> {
  const sockets = await AddressSockets.open({ port, bindHost: undefined, addresses, onError: () => undefined })
  sockets.receive((datagram, from, socket) => socket.send(datagram, from.port, from.address))
  return sockets
}

/** From where the answer comes to a question at this address. */
async function askedAt(host: string, port: number): Promise<string> {
  const socket = createSocket('udp4')
  clients.push(socket)
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const heard = once(socket, 'message')
  socket.send('hello', port, host)
  const [, from] = (await heard) as [Buffer, { address: string }] // as Node says the event
  return from.address
}

const onLinux = process.platform === 'linux'

test.runIf(onLinux)('whoever is asked at one address answers from there', async () => {
  using sockets = await startSockets(() => ['127.0.0.1', '127.0.0.2'])
  expect(await askedAt('127.0.0.2', sockets.port)).toBe('127.0.0.2')
  expect(await askedAt('127.0.0.1', sockets.port)).toBe('127.0.0.1')
})

test.runIf(onLinux)('addresses that come are answered at, and those that go are let go', async () => {
  let addresses = ['127.0.0.1']
  using sockets = await startSockets(() => addresses)
  addresses = ['127.0.0.2']
  await sockets.lookAgain()
  expect(await askedAt('127.0.0.2', sockets.port)).toBe('127.0.0.2')
  using other = await startSockets(() => ['127.0.0.1'], sockets.port)
  expect(other.port).toBe(sockets.port)
})

test.runIf(onLinux)('an address that is not there yet holds up no other', async () => {
  using sockets = await startSockets(() => ['192.0.2.99', '127.0.0.1'])
  await sockets.lookAgain()
  expect(await askedAt('127.0.0.1', sockets.port)).toBe('127.0.0.1')
})

test.runIf(onLinux)('a port that is taken on one of them is taken', async () => {
  using holder = await startSockets(() => ['127.0.0.2'])
  await expect(startSockets(() => ['127.0.0.1', '127.0.0.2'], holder.port)).rejects.toThrow('EADDRINUSE')
  // And what was bound for it is free again.
  using other = await startSockets(() => ['127.0.0.1'], holder.port)
  await eventually(() => other.port === holder.port, { what: 'the same port' })
})
