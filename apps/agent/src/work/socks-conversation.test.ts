import { createServer as createHttpServer } from 'node:http'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { encodeSocksReply, socksReply, type ServiceOrder, type SocksReply } from '@farport/protocol'
import { streamCode } from '@farport/session'
import { eventually, freePort, runProgram, startEcho } from '@farport/testkit'
import { describe, expect, test } from 'vitest'
import { startTestWorld, Talker, type TestWorld } from './test-work.ts'

const socks = { port: 1080, application: 49 }
const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const greeting = bytesOf('05 01 00')

/** A request to connect to a name, or what Node's C library takes for one. */
function requestFor(host: string, port: number, command = 1): Buffer {
  const place = Buffer.from([0, 0])
  place.writeUInt16BE(port)
  return Buffer.concat([Buffer.from([5, command, 0, 3, host.length]), Buffer.from(host), place])
}

const replyOf = (reply: SocksReply) => Buffer.concat([bytesOf('05 00'), encodeSocksReply(reply)])

/** A talker that has said all this at once. */
async function said(world: TestWorld, service: ServiceOrder, ...words: Uint8Array[]): Promise<Talker> {
  const talker = Talker.of(await world.open(service))
  talker.stream.write(Buffer.concat(words))
  return talker
}

const curl = (...args: string[]) => runProgram({ command: 'curl', args: ['-sS', '--max-time', '20', ...args] })

async function startWeb() {
  const server = createHttpServer((request, response) => {
    if (request.url === '/upload') return void request.pipe(response)
    response.end(request.url === '/large' ? Buffer.alloc(5_000_000, 'x') : 'from the network of the device')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a server that listens has one
  return { port, [Symbol.asyncDispose]: async () => void server.close() }
}

describe('a SOCKS service, used by curl', () => {
  test('resolves names on the device, and reaches what is listed', async () => {
    await using world = await startTestWorld()
    await using web = await startWeb()
    const port = await world.listen(world.addService({ ...socks, allow: [`localhost ${web.port}`] }))
    const byName = await curl('--socks5-hostname', `127.0.0.1:${port}`, `http://localhost:${web.port}/`)
    expect(byName).toEqual({ code: 0, output: 'from the network of the device' })
    const byAddress = await curl('--socks5', `127.0.0.1:${port}`, `http://127.0.0.1:${web.port}/`)
    expect(byAddress).toEqual({ code: 0, output: 'from the network of the device' })
  })

  test('carries much, both ways', async () => {
    await using world = await startTestWorld()
    await using web = await startWeb()
    const port = await world.listen(world.addService({ ...socks, allow: ['127.0.0.1'] }))
    const proxy = ['--socks5-hostname', `127.0.0.1:${port}`]
    const got = await curl(...proxy, '-o', '/dev/null', '-w', '%{size_download}', `http://localhost:${web.port}/large`)
    expect(got).toEqual({ code: 0, output: '5000000' })
    const echoed = await curl(...proxy, '-d', 'y'.repeat(100_000), `http://localhost:${web.port}/upload`)
    expect(echoed).toEqual({ code: 0, output: 'y'.repeat(100_000) })
    await eventually(() => world.work.streams === 0, { what: 'nothing is left' })
  })

  test.each<[string, string[] | undefined]>([
    ['without rules', undefined],
    ['that lists another port', ['127.0.0.1 1']],
    ['that lists everything that is not the device', ['0.0.0.0/0', '::/0']],
    ['that lists nothing', []],
  ])('%s does not lead to the device itself', async (_name, allow) => {
    await using world = await startTestWorld()
    await using web = await startWeb()
    const port = await world.listen(world.addService({ ...socks, ...(allow && { allow }) }))
    const { code, output } = await curl('--socks5-hostname', `127.0.0.1:${port}`, `http://localhost:${web.port}/`)
    // 97 is "proxy handshake error"; 2 is "not allowed by the rules".
    expect([code, output]).toEqual([97, expect.stringContaining('(2)')])
  })

  test('of an older version is refused in its words', async () => {
    await using world = await startTestWorld()
    const port = await world.listen(world.addService({ ...socks, allow: ['127.0.0.1'] }))
    const { code, output } = await curl('--socks4', `127.0.0.1:${port}`, 'http://127.0.0.1:1/')
    expect([code, output]).toEqual([97, expect.stringContaining('(91)')])
  })
})

describe('a SOCKS client', () => {
  test.each<[string, (port: number) => Buffer, SocksReply]>([
    ['where nothing listens', (port) => requestFor('localhost', port), socksReply.connectionRefused],
    ['that asks for a name that nobody has', () => requestFor('nowhere.invalid', 80), socksReply.hostUnreachable],
    ['that asks for what is not listed', () => requestFor('192.0.2.1', 80), socksReply.notAllowed],
    [
      'that asks for the device in other clothes',
      (port) => requestFor('::ffff:127.9.9.9', port),
      socksReply.notAllowed,
    ],
    ['that asks for the device by a number', (port) => requestFor('0', port), socksReply.notAllowed],
    ['that asks for the device in hexadecimal', (port) => requestFor('0x7f000009', port), socksReply.notAllowed],
    ['that wants to be called back', () => requestFor('localhost', 80, 2), socksReply.commandNotSupported],
    ['that wants to send datagrams', () => requestFor('localhost', 80, 3), socksReply.commandNotSupported],
    ['that wants what there is not', () => requestFor('localhost', 80, 9), socksReply.commandNotSupported],
    ['that names an address of no kind', () => bytesOf('05 01 00 09 00 00'), socksReply.addressTypeNotSupported],
    ['that names port 0', () => requestFor('localhost', 0), socksReply.failed],
    ['that speaks nonsense', () => Buffer.from('GET / HTTP/1.1\r\n'), socksReply.failed],
  ])('%s is told so, and the stream ends', async (_name, request, reply) => {
    await using world = await startTestWorld()
    const service = world.addService({ ...socks, allow: ['127.0.0.1', '::1'] })
    const talker = await said(world, service, greeting, request(await freePort('127.0.0.1')))
    await eventually(() => talker.hasEnded, { what: 'it has the answer' })
    expect(talker.received.toString('hex')).toBe(replyOf(reply).toString('hex'))
    talker.stream.end()
    await eventually(() => talker.end !== undefined && world.work.streams === 0, { what: 'nothing is left' })
    expect(talker.end).toEqual({ code: streamCode.none, message: '' })
  })

  test.each<[string, string, string]>([
    ['insists on a password', '05 01 02', '05ff'],
    ['is a browser', '47 45 54 20 2f 20 48 54 54 50', ''],
    ['speaks TLS', '16 03 01 02 00 01', ''],
  ])('that %s is turned away', async (_name, words, answer) => {
    await using world = await startTestWorld()
    const talker = await said(world, world.addService(socks), bytesOf(words))
    await eventually(() => talker.hasEnded, { what: 'it is turned away' })
    expect(talker.received.toString('hex')).toBe(answer)
  })

  test('may say everything at once, and byte by byte', async () => {
    await using world = await startTestWorld()
    await using echo = await startEcho()
    const service = world.addService({ ...socks, allow: ['127.0.0.1'] })
    const words = Buffer.concat([greeting, requestFor('localhost', echo.port), Buffer.from('hello')])
    const answer = Buffer.concat([replyOf(socksReply.succeeded), Buffer.from('hello')])
    const eager = await said(world, service, words)
    const slow = Talker.of(await world.open(service))
    for (const byte of words) {
      slow.stream.write(Buffer.of(byte))
      await new Promise((resolve) => setImmediate(resolve))
    }
    for (const talker of [eager, slow]) {
      talker.stream.end()
      await eventually(() => talker.end, { what: 'all came back' })
      expect(talker.received.equals(answer)).toBe(true)
    }
  })

  test('that asks for nothing in time is cut off, and one that has asked is not', async () => {
    await using world = await startTestWorld({ socksHandshakeMs: 400 })
    await using echo = await startEcho()
    const service = world.addService({ ...socks, allow: ['127.0.0.1'] })
    const good = await said(world, service, greeting, requestFor('localhost', echo.port))
    const bad = await said(world, service, greeting, bytesOf('05 01 00'))
    await eventually(() => bad.end, { what: 'it is cut off' })
    expect(bad.end).toMatchObject({ code: streamCode.broken })
    good.stream.write(Buffer.from('still here'))
    await eventually(() => good.received.toString().endsWith('still here'), { what: 'the good one goes on' })
  })

  test('that was refused and does not go is cut off', async () => {
    await using world = await startTestWorld({ socksLingerMs: 200 })
    const talker = await said(world, world.addService({ ...socks, allow: [] }), greeting, requestFor('192.0.2.1', 80))
    await eventually(() => talker.end !== undefined && world.work.streams === 0, { what: 'it is cut off' })
    expect(talker.received.equals(replyOf(socksReply.notAllowed))).toBe(true)
  })

  test('that floods before it is connected is bounded by its window', async () => {
    await using world = await startTestWorld({ socksHandshakeMs: 500 })
    const talker = Talker.of(await world.open(world.addService(socks)))
    while (talker.stream.write(Buffer.concat([bytesOf('05 ff'), Buffer.alloc(100)])));
    const sentBytes = talker.stream.sentBytes
    expect(sentBytes).toBeLessThan(2 * 1024 * 1024)
    await eventually(() => talker.end !== undefined && world.work.streams === 0, { what: 'it is cut off' })
  })

  test('that goes while it is being connected leaves nothing behind', async () => {
    await using world = await startTestWorld()
    await using echo = await startEcho()
    const service = world.addService({ ...socks, allow: ['127.0.0.1'] })
    for (let count = 0; count < 20; count += 1) {
      const talker = await said(world, service, greeting, requestFor('localhost', echo.port))
      talker.stream.reset({ code: streamCode.broken, message: 'gone' })
    }
    await eventually(() => world.work.streams === 0 && echo.sockets.size === 0, { what: 'nothing is left' })
  })

  test('hears of the end of the service as a reset when it was one', async () => {
    await using world = await startTestWorld()
    await using echo = await startEcho()
    const port = await world.listen(world.addService({ ...socks, allow: ['127.0.0.1'] }))
    const client = connect({ host: '127.0.0.1', port })
    let failure: NodeJS.ErrnoException | undefined
    client.on('error', (error) => (failure = error)).resume()
    client.write(Buffer.concat([greeting, requestFor('localhost', echo.port), Buffer.from('hello')]))
    await eventually(() => echo.sockets.size === 1, { what: 'it is connected' })
    for (const socket of echo.sockets) socket.resetAndDestroy()
    await eventually(() => failure, { what: 'it is told' })
    expect(failure?.code).toBe('ECONNRESET')
  })
})
