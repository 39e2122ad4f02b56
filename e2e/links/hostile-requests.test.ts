import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { connect as connectHttp2, constants } from 'node:http2'
import { text } from 'node:stream/consumers'
import { eventually } from '@farport/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDataPlane, type DataPlane, type RunningDevice } from '../support/data-plane.ts'

/** What has come to the service, as it came. */
let received = ''
let reply = ''
let world: DataPlane
let device: RunningDevice
let host: string
let code: string
const sockets = new Set<Socket>()
const service = createServer((socket) => {
  sockets.add(socket)
  socket.on('error', () => socket.destroy())
  socket.on('data', (bytes: Buffer) => {
    received += bytes.toString('latin1')
    socket.write(reply)
  })
})

beforeAll(async () => {
  world = await startDataPlane({ webHeadMs: 3000 })
  device = await world.addDevice()
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const { port } = service.address() as AddressInfo // a TCP server that listens has one
  const order = world.plane.addService(device.planned, { port })
  code = world.plane.serveLink(device.planned, order).code
  host = `${code}.localhost:${world.relay.linkPorts.http}`
  reply = 'HTTP/1.1 204 No Content\r\n\r\n'
  await eventually(
    async () => (await say(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).includes('204'),
    {
      what: 'the link is served',
    },
  )
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  service.close()
  await world[Symbol.asyncDispose]()
})

/** All that the relay answers to these bytes until it closes. `isAll`: no more is to come. */
async function say(bytes: string, isAll = false): Promise<string> {
  const socket = connect(world.relay.linkPorts.http ?? 0, '127.0.0.1')
  socket.on('error', () => socket.destroy())
  socket.write(Buffer.from(bytes, 'latin1'))
  if (isAll) socket.end()
  return await text(socket).catch(() => '')
}

const post = (headers: string, body = '') => `POST /x HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n${body}`

describe('a request that two readers might understand differently', () => {
  it.each([
    ['a length and chunks', () => post('Content-Length: 6\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\nG')],
    ['two lengths', () => post('Content-Length: 0\r\nContent-Length: 44\r\n', 'GET /smuggled HTTP/1.1\r\n\r\n')],
    ['an obscure coding', () => post('Transfer-Encoding: \x0bchunked\r\n', '0\r\n\r\n')],
    ['a blank before a colon', () => post('Transfer-Encoding : chunked\r\n', '0\r\n\r\n')],
    ['a folded header', () => post('X: a\r\n Transfer-Encoding: chunked\r\n')],
    ['a bare LF', () => `GET / HTTP/1.1\nHost: ${host}\n\n\r\n\r\n`],
    ['a NUL', () => post('X: a\0b\r\n')],
    ['two hosts', () => post('Host: other\r\n')],
    ['no host', () => 'GET / HTTP/1.1\r\n\r\n'],
    [
      'chunks of an old client',
      () => `POST / HTTP/1.0\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['broken chunks', () => post('Transfer-Encoding: chunked\r\n', 'zz\r\n')],
    ['a tunnel', () => `CONNECT other:443 HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
    ['another protocol', () => 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
  ])('is refused: %s', async (_, request) => {
    received = ''
    const answer = await say(request())
    expect(answer.slice(0, 13)).toMatch(/^HTTP\/1\.1 400|^$/)
    expect(received).not.toContain('smuggled')
    expect(received.match(/HTTP\/1\.1\r\n/g)?.length ?? 0).toBeLessThanOrEqual(1)
  })

  it('is refused when its head does not end', async () => {
    expect(await say(`GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${'a'.repeat(40_000)}`)).toMatch(/^HTTP\/1\.1 431/)
  })

  it('is not waited for longer than a while', async () => {
    expect(await say('GET / HTTP/1.1\r\nHos')).toBe('')
  })

  it('goes on as the one that it is, and what follows it as another', async () => {
    received = ''
    const first = post('Transfer-Encoding: chunked\r\n', '1;x="\r\nG\r\n0\r\n\r\n')
    await say(`${first}GET /second HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect(received.match(/(?:GET|POST) \/\w+ HTTP\/1\.1/g)).toEqual(['POST /x HTTP/1.1', 'GET /second HTTP/1.1'])
  })
})

it('whatever people send, the relay goes on for everybody else', async () => {
  const pieces = [
    ...[
      'GET ',
      'POST ',
      '/',
      '/x',
      ' HTTP/1.1\r\n',
      ' HTTP/1.0\r\n',
      '\r\n',
      '\r\n\r\n',
      '\n',
      '\r',
      ' ',
      '\t',
      '\0',
      '\xff',
    ],
    ...[`Host: ${host}\r\n`, 'Content-Length: 3\r\n', 'Transfer-Encoding: chunked\r\n', 'Connection: close\r\n'],
    ...[
      'Connection: Upgrade\r\nUpgrade: websocket\r\n',
      '3\r\nabc\r\n',
      '0\r\n\r\n',
      'abc',
      'Expect: 100-continue\r\n',
    ],
  ]
  const [bytes, length] = [randomBytes(200 * 16), 16]
  const texts = Array.from({ length: 200 }, (_, at) =>
    Array.from(bytes.subarray(at * length, (at + 1) * length), (byte) => pieces[byte % pieces.length] ?? '').join(''),
  )
  for (let at = 0; at < texts.length; at += 50) {
    const sent = texts.slice(at, at + 50).map((text) => say(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n${text}`, true))
    for (const answer of await Promise.all(sent)) expect(answer).toMatch(/^$|^HTTP\/1\.1 \d\d\d /)
  }
  expect(await say(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 204/)
})

describe('a service that does not keep to the rules', () => {
  it.each([
    [
      'two answers to one request',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison',
    ],
    ['a length and chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['what is no HTTP', 'hello\r\n\r\n'],
    ['another protocol than was asked for', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n'],
  ])('cannot answer the next one with %s', async (_, poison) => {
    reply = poison
    const first = await say(`GET /first HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect(first).not.toContain('poison')
    reply = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nclean'
    expect(await say(`GET /next HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).toMatch(/clean$/)
  })
})

describe('HTTP/2', () => {
  it.each([
    ['a method that is none', { ':method': 'GET /smuggled HTTP/1.1', ':path': '/' }],
    ['a path with a blank', { ':method': 'GET', ':path': '/ HTTP/1.1' }],
    ['a path that is none', { ':method': 'GET', ':path': 'smuggled' }],
    ['a host with a slash', { ':method': 'GET', ':path': '/', ':authority': 'a/b' }],
  ])('may not say what HTTP/1.1 could not: %s', async (_, headers) => {
    received = ''
    const client = connectHttp2(`https://${code}.localhost:${world.relay.linkPorts.https}`, {
      rejectUnauthorized: false,
      lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    })
    client.on('error', () => undefined)
    const stream = client.request({ ':authority': host, ...headers })
    let status: unknown = 'reset'
    stream.on('response', (answer) => (status = answer[constants.HTTP2_HEADER_STATUS]))
    stream.on('error', () => undefined)
    stream.resume()
    const closed = Promise.withResolvers<void>()
    stream.on('close', () => closed.resolve())
    await closed.promise
    expect(status === 'reset' || status === 400).toBe(true)
    expect(received).toBe('')
    client.destroy()
  })
})
