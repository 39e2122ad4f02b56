import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { encodeSocksDatagram, readSocksDatagram, type ServiceOrder } from '@farport/protocol'
import { bridge } from '@farport/session'
import { eventually } from '@farport/testkit'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { startTestWorld, type TestWorld } from '../../work/test-work.ts'
import type { FlowCounts } from '../../work/udp-flow.ts'
import { SocksStream } from './socks-stream.ts'

const socks = { port: 1080, application: 49 }
const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const greeting = bytesOf('05 01 00')
const associate = bytesOf('05 03 00 01 00000000 0000')

/** A local port as a person's agent has it, whose clients' streams go to the service. */
async function startLocalPort(world: TestWorld, service: ServiceOrder) {
  const session = world.dial()
  const grant = session.grant(world.ticket(service))
  const counted = { tx: 0, rx: 0 }
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => {
    void grant.open('192.0.2.7:1').then((stream) => {
      if (!stream.ok) throw new Error(stream.refusal.message)
      bridge(
        client,
        new SocksStream(stream.value, client, ({ tx, rx }) => {
          counted.tx += tx
          counted.rx += rx
        }),
      )
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a server that listens has one
  return { port, counted, [Symbol.dispose]: () => void server.close() }
}

async function startSocket(): Promise<Socket & { heard: Buffer[] }> {
  const socket = Object.assign(createSocket('udp4'), { heard: [] as Buffer[] })
  socket.on('message', (bytes) => socket.heard.push(bytes))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}

/** Says its name before what it gives back. */
async function startEcho(name: string) {
  const socket = await startSocket()
  socket.on('message', (bytes, from) => socket.send(`${name} ${bytes.toString()}`, from.port, from.address))
  return { port: socket.address().port, [Symbol.dispose]: () => void socket.close() }
}

/** A client that has said all this at once. */
function dial(port: number, ...words: Uint8Array[]) {
  const socket = connect(port, '127.0.0.1')
  let heard = Buffer.alloc(0)
  socket.on('error', () => undefined) // it is reset where a test is about that
  socket.on('data', (bytes: Buffer) => (heard = Buffer.concat([heard, bytes])))
  socket.write(Buffer.concat(words))
  return {
    socket,
    hears: async (byteCount: number) => {
      await eventually(() => heard.length >= byteCount, { what: `${byteCount} bytes` })
      return heard
    },
    [Symbol.dispose]: () => void socket.destroy(),
  }
}

/** A client that has been given a port, and its own datagram socket. */
async function startAssociation(port: number) {
  const client = dial(port, greeting, associate)
  const answer = await client.hears(12)
  expect(answer.subarray(0, 10).toString('hex')).toBe('0500050000017f000001')
  const given = answer.readUInt16BE(10)
  const datagrams = await startSocket()
  return {
    client,
    datagrams,
    given,
    say: (to: number, text: string, host = '127.0.0.1') =>
      datagrams.send(encodeSocksDatagram({ host, port: to, payload: Buffer.from(text) }), given, '127.0.0.1'),
    heard: () =>
      datagrams.heard.map((bytes) => {
        const datagram = readSocksDatagram(bytes)
        return datagram && `${datagram.host} ${datagram.port} ${Buffer.from(datagram.payload).toString()}`
      }),
    [Symbol.dispose]() {
      client.socket.destroy()
      datagrams.close()
    },
  }
}

/** Datagrams may be lost: says it until it comes back. */
async function asks(
  association: Awaited<ReturnType<typeof startAssociation>>,
  to: number,
  text: string,
  answer: string,
) {
  await eventually(
    () => {
      association.say(to, text)
      return association.heard().includes(`127.0.0.1 ${to} ${answer}`)
    },
    { what: `"${answer}" comes back` },
  )
}

describe('a SOCKS client of a local port that asks for datagrams', () => {
  test('reaches several places with them, and hears which one speaks', async () => {
    await using world = await startTestWorld()
    using ada = await startEcho('ada')
    using bob = await startEcho('bob')
    using local = await startLocalPort(world, world.addService({ ...socks, allow: ['127.0.0.1'] }))
    using association = await startAssociation(local.port)
    await asks(association, ada.port, 'hello', 'ada hello')
    await asks(association, bob.port, 'hello', 'bob hello')
    await asks(association, ada.port, 'again', 'ada again')
  })

  test('reaches nothing that its service does not list', async () => {
    await using world = await startTestWorld()
    using listed = await startEcho('listed')
    using hidden = await startEcho('hidden')
    using local = await startLocalPort(world, world.addService({ ...socks, allow: [`127.0.0.1 ${listed.port}`] }))
    using association = await startAssociation(local.port)
    for (const host of ['127.0.0.1', '::ffff:127.0.0.1']) association.say(hidden.port, 'hello', host)
    await asks(association, listed.port, 'hello', 'listed hello')
    expect(association.heard().filter((text) => text?.includes('hidden'))).toEqual([])
  })

  test('is the only one who uses its port, which ends with its stream', async () => {
    await using world = await startTestWorld()
    using echo = await startEcho('echo')
    using local = await startLocalPort(world, world.addService({ ...socks, allow: ['127.0.0.1'] }))
    using association = await startAssociation(local.port)
    await asks(association, echo.port, 'mine', 'echo mine')
    const stranger = await startSocket()
    const words = encodeSocksDatagram({ host: '127.0.0.1', port: echo.port, payload: Buffer.from('theirs') })
    stranger.send(words, association.given, '127.0.0.1')
    await asks(association, echo.port, 'still mine', 'echo still mine')
    expect(stranger.heard).toEqual([])
    expect(association.heard().filter((text) => text?.includes('theirs'))).toEqual([])
    stranger.close()
    association.client.socket.end()
    await eventually(() => world.work.streams === 0, { what: 'nothing is left at the device' })
    await eventually(
      async () => {
        const again = createSocket('udp4')
        again.on('error', () => undefined) // the port is still taken: that is the question
        again.bind(association.given, '127.0.0.1')
        const isFree = await Promise.race([
          once(again, 'listening').then(() => true),
          once(again, 'error').then(() => false),
        ])
        again.close()
        return isFree
      },
      { what: 'its port is free' },
    )
  })

  test('is counted in bytes both ways, at this end and at the device', async () => {
    const told: object[] = []
    const log = pino({ level: 'debug' }, { write: (line) => void told.push(JSON.parse(line) as object) })
    await using world = await startTestWorld({}, { isAllowed: false, mayMapPorts: false }, log)
    using echo = await startEcho('echo')
    using local = await startLocalPort(world, world.addService({ ...socks, allow: ['127.0.0.1'] }))
    using association = await startAssociation(local.port)
    await asks(association, echo.port, 'hello', 'echo hello')
    association.client.socket.destroy()
    const isCount = (line: object): line is FlowCounts => 'sentBytes' in line
    const counts = await eventually(() => told.find(isCount), { what: 'the device has counted' })
    // A question may have been asked more than once.
    const { sent, received } = counts
    expect(counts).toMatchObject({ sentBytes: 5 * sent, receivedBytes: 10 * received, dropped: 0 })
    expect(Math.min(sent, received)).toBeGreaterThan(0)
    // As they travel: each with ten bytes that name its place.
    expect(local.counted.tx).toBeGreaterThanOrEqual(15 * sent)
    expect([local.counted.tx % 15, local.counted.rx % 20]).toEqual([0, 0])
    expect(local.counted.rx).toBeGreaterThan(0)
  })

  test('goes to so many places at once, and the oldest is forgotten', async () => {
    await using world = await startTestWorld({ socksFlowsMax: 1, socksFlowsOfAllMax: 1 })
    using ada = await startEcho('ada')
    using bob = await startEcho('bob')
    using local = await startLocalPort(world, world.addService({ ...socks, allow: ['127.0.0.1'] }))
    using association = await startAssociation(local.port)
    await asks(association, ada.port, 'hello', 'ada hello')
    await asks(association, bob.port, 'hello', 'bob hello')
    await asks(association, ada.port, 'again', 'ada again')
    using second = await startAssociation(local.port)
    second.say(bob.port, 'no room')
    await asks(association, ada.port, 'still', 'ada still')
    expect(second.heard()).toEqual([])
  })

  test.each<[string, Buffer]>([
    ['a fragment', bytesOf('00 00 01 01 7f000001 0050 00')],
    ['half a head', bytesOf('00 00 00 01 7f')],
    ['nothing', Buffer.alloc(0)],
    ['nonsense', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ])('sends %s in vain', async (_name, words) => {
    await using world = await startTestWorld()
    using echo = await startEcho('echo')
    using local = await startLocalPort(world, world.addService({ ...socks, allow: ['127.0.0.1'] }))
    using association = await startAssociation(local.port)
    association.datagrams.send(words, association.given, '127.0.0.1')
    await asks(association, echo.port, 'hello', 'echo hello')
  })
})

describe('any other client of a local port', () => {
  test.each<[string, Uint8Array[], string]>([
    ['that connects where nothing may be reached', [greeting, bytesOf('05 01 00 01 c0000201 0050')], '05000502'],
    [
      'that asks byte by byte',
      [...greeting, ...bytesOf('05 01 00 01 c0000201 0050')].map((byte) => Uint8Array.of(byte)),
      '05000502',
    ],
    ['that wants to be called back', [greeting, bytesOf('05 02 00 01 7f000001 0050')], '05000507'],
    ['of an older version', [bytesOf('04 01 0050 7f000001 00')], '005b0000'],
    ['that insists on a password', [bytesOf('05 01 02')], '05ff'],
  ])('%s hears what the device says', async (_name, words, answer) => {
    await using world = await startTestWorld()
    using local = await startLocalPort(world, world.addService({ ...socks, allow: ['127.0.0.1'] }))
    using client = dial(local.port)
    for (const word of words) {
      client.socket.write(word)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await client.hears(answer.length / 2)).toString('hex')).toMatch(new RegExp(`^${answer}`))
  })
})
