import { createSocket, type Socket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { streamCode } from '@farport/session'
import { eventually, startNameServer } from '@farport/testkit'
import { describe, expect, test } from 'vitest'
import { startTestWorld, Talker } from './test-work.ts'

interface UdpService extends Disposable {
  readonly port: number
  readonly socket: Socket
  readonly senders: Set<number>
}

async function startUdp(onDatagram: (socket: Socket, bytes: Buffer, port: number) => void): Promise<UdpService> {
  const senders = new Set<number>()
  const socket = createSocket('udp4')
  socket.on('message', (bytes, { port }) => {
    senders.add(port)
    onDatagram(socket, bytes, port)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { port: socket.address().port, socket, senders, [Symbol.dispose]: () => void socket.close() }
}

const startUdpEcho = () => startUdp((socket, bytes, port) => socket.send(bytes, port, '127.0.0.1'))

describe('a stream of a UDP service', () => {
  test('carries each datagram as one, of every size, both ways', async () => {
    await using world = await startTestWorld()
    using echo = await startUdpEcho()
    const flow = Talker.of(await world.open(world.addService({ port: echo.port, protocol: 'UDP' })))
    for (const [count, size] of [0, 1, 1200, 1472, 9000, 65_507].entries()) {
      flow.stream.sendDatagram(Buffer.alloc(size, count))
      await eventually(() => flow.datagrams.length === count + 1, { what: `${size} bytes came back` })
      expect(flow.datagrams[count]?.equals(Buffer.alloc(size, count))).toBe(true)
    }
    expect(echo.senders.size).toBe(1)
  })

  test('loses what is longer than any datagram, and goes on', async () => {
    await using world = await startTestWorld()
    using echo = await startUdpEcho()
    const flow = Talker.of(await world.open(world.addService({ port: echo.port, protocol: 'UDP' })))
    flow.stream.sendDatagram(Buffer.alloc(65_535))
    flow.stream.sendDatagram(Buffer.from('short'))
    await eventually(() => flow.datagrams.length === 1, { what: 'the short one came back' })
    expect(flow.datagrams[0]?.toString()).toBe('short')
  })

  test('has a socket of its own for each, which hears its service and nobody else', async () => {
    await using world = await startTestWorld()
    using echo = await startUdpEcho()
    using stranger = await startUdp(() => undefined)
    const service = world.addService({ port: echo.port, protocol: 'UDP' })
    const flows = [Talker.of(await world.open(service)), Talker.of(await world.open(service))]
    for (const [index, { stream }] of flows.entries()) stream.sendDatagram(Buffer.from(`hello ${index}`))
    await eventually(() => flows.every(({ datagrams }) => datagrams.length === 1), { what: 'both have heard' })
    for (const port of echo.senders) stranger.socket.send('forged', port, '127.0.0.1')
    for (const { stream } of flows) stream.sendDatagram(Buffer.from('again'))
    await eventually(() => flows.every(({ datagrams }) => datagrams.length === 2), { what: 'both have heard again' })
    expect(flows.map(({ datagrams }) => datagrams.join())).toEqual(['hello 0,again', 'hello 1,again'])
    expect(echo.senders.size).toBe(2)
  })

  test('is reset with a sentence when nothing listens', async () => {
    await using world = await startTestWorld()
    const gone = await startUdpEcho()
    gone[Symbol.dispose]()
    const flow = Talker.of(await world.open(world.addService({ port: gone.port, protocol: 'UDP' })))
    flow.stream.sendDatagram(Buffer.from('anybody?'))
    await eventually(() => flow.end, { what: 'it is over' })
    expect(flow.end).toEqual({
      code: streamCode.targetUnreachable,
      message: 'Farport connected, but there is no service running on the remote machine.',
    })
    await eventually(() => world.work.streams === 0, { what: 'nothing is left' })
  })

  test('is refused when nobody has the name', async () => {
    await using world = await startTestWorld()
    const opened = await world.open(world.addService({ host: 'nowhere.invalid', port: 53, protocol: 'UDP' }))
    expect(opened).toMatchObject({ ok: false, refusal: { code: streamCode.targetUnreachable } })
  })

  test('ends when it is idle, and not while it is used', async () => {
    await using world = await startTestWorld({ udpIdleMs: 300 })
    using echo = await startUdpEcho()
    const service = world.addService({ port: echo.port, protocol: 'UDP' })
    const [used, idle] = [Talker.of(await world.open(service)), Talker.of(await world.open(service))]
    const beat = setInterval(() => used.stream.sendDatagram(Buffer.from('beat')), 50)
    await eventually(() => idle.end, { what: 'the idle one is over' })
    clearInterval(beat)
    expect(idle.end).toMatchObject({ code: streamCode.none })
    expect(used.end).toBeUndefined()
    await eventually(() => world.work.streams === 0, { what: 'both are over' })
  })

  test('ends in order when the initiator ends it', async () => {
    await using world = await startTestWorld()
    using echo = await startUdpEcho()
    const flow = Talker.of(await world.open(world.addService({ port: echo.port, protocol: 'UDP' })))
    flow.stream.end()
    await eventually(() => flow.end !== undefined && world.work.streams === 0, { what: 'nothing is left' })
    expect(flow.end).toEqual({ code: streamCode.none, message: '' })
  })

  test('is reset when bytes come on it', async () => {
    await using world = await startTestWorld()
    using echo = await startUdpEcho()
    const flow = Talker.of(await world.open(world.addService({ port: echo.port, protocol: 'UDP' })))
    flow.stream.write(Buffer.from('not a datagram'))
    await eventually(() => flow.end, { what: 'it is over' })
    expect(flow.end).toMatchObject({ code: streamCode.broken })
  })

  test('answers a resolver that asks a name server through it', async () => {
    await using world = await startTestWorld()
    await using nameServer = await startNameServer()
    nameServer.tell('device.example', ['192.0.2.77'])
    const port = Number(nameServer.url.split(':')[1])
    const flow = await world.open(world.addService({ port, protocol: 'UDP' }))
    if (!flow.ok) throw new Error(flow.refusal.message)
    using local = await startUdp((_socket, bytes, from) => {
      askedFrom = from
      flow.value.sendDatagram(bytes)
    })
    let askedFrom = 0
    flow.value.start({
      onBytes: () => undefined,
      onDrain: () => undefined,
      onEnd: () => undefined,
      onClose: () => undefined,
      onDatagram: (bytes) => local.socket.send(Buffer.from(bytes), askedFrom, '127.0.0.1'),
    })
    const resolver = new Resolver()
    resolver.setServers([`127.0.0.1:${local.port}`])
    expect(await resolver.resolve4('device.example')).toEqual(['192.0.2.77'])
    await expect(resolver.resolve4('nobody.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })
})
