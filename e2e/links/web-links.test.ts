import { createHash, randomBytes, scryptSync } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { LinkClaims } from '@farport/protocol'
import { eventually } from '@farport/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { startDataPlane, type DataPlane, type RunningDevice } from '../support/data-plane.ts'
import { curl, startWebService, type WebService } from './web-services.ts'

let world: DataPlane
let device: RunningDevice
let service: WebService
let order: { id: Parameters<DataPlane['plane']['serveLink']>[1]['id'] }
/** What the service has seen last. */
let seen: IncomingMessage | undefined

const large = randomBytes(8 * 1024 * 1024)

function answer(request: IncomingMessage, response: ServerResponse): void {
  seen = request
  const { pathname } = new URL(request.url ?? '/', 'http://service.local')
  if (pathname === '/large') response.writeHead(200, { 'content-length': large.length }).end(large)
  else if (pathname === '/chunks') {
    response.write('one,')
    setImmediate(() => response.end('two'))
  } else if (pathname === '/hash') {
    const hash = createHash('sha256')
    request.on('data', (part: Buffer) => hash.update(part))
    request.on('end', () => response.end(hash.digest('hex')))
  } else if (pathname === '/away') response.writeHead(302, { location: 'http://service.local/there' }).end()
  else if (pathname === '/empty') response.writeHead(204).end()
  else if (pathname === '/cut') {
    response.writeHead(200, { 'content-length': 100 })
    response.write('half')
    setImmediate(() => response.destroy())
  } else response.setHeader('set-cookie', ['a=1', 'b=2']).end(`hello ${request.method} ${request.url}`)
}

beforeAll(async () => {
  world = await startDataPlane()
  device = await world.addDevice()
  service = await startWebService(answer)
  new WebSocketServer({ server: service.server }).on('connection', (socket) =>
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary })),
  )
  order = world.plane.addService(device.planned, { port: service.port })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

async function serve(changes: Partial<LinkClaims> = {}): Promise<LinkClaims & { http: string; https: string }> {
  const claims = world.plane.serveLink(device.planned, order, changes)
  const { http = 0, https = 0 } = world.relay.linkPorts
  const urls = { http: `http://${claims.code}.localhost:${http}`, https: `https://${claims.code}.localhost:${https}` }
  await eventually(async () => (await curl(urls.http)).status !== 404, { what: 'the link is served' })
  return { ...claims, ...urls }
}

function hashOf(password: string): string {
  const salt = randomBytes(16)
  const hash = scryptSync(password, salt, 32, { N: 16_384 })
  return ['scrypt', 16_384, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

describe('a web link', () => {
  it.each(['http', 'https'] as const)('leads to its service by %s', async (scheme) => {
    const link = await serve()
    const { status, body, headers } = await curl(`${link[scheme]}/path?q=1`)
    expect({ status, body }).toEqual({ status: 200, body: 'hello GET /path?q=1' })
    expect(headers.get('set-cookie')).toBe('b=2')
    expect(seen?.headers).toMatchObject({
      host: 'service.local',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': scheme,
      'x-forwarded-host': new URL(link[scheme]).host,
    })
  })

  it('speaks HTTP/2 with people', async () => {
    const link = await serve()
    const { status, version, body } = await curl(`${link.https}/two`, '--http2')
    expect({ status, version, body }).toEqual({ status: 200, version: '2', body: 'hello GET /two' })
  })

  it.each(['--http1.1', '--http2', '--http1.0'])('carries large bodies both ways (%s)', async (version) => {
    const link = await serve()
    const file = join(world.stateDir, 'large')
    await writeFile(file, large)
    const expected = createHash('sha256').update(large).digest('hex')
    const out = join(world.stateDir, 'received')
    await curl(`${link.https}/large`, version, '--no-include', '--output', out)
    const received = await buffer((await import('node:fs')).createReadStream(out))
    expect(received.subarray(-large.length).equals(large)).toBe(true)
    const posted = await curl(`${link.https}/hash`, version, '--data-binary', `@${file}`)
    expect(posted).toMatchObject({ body: expected, exitCode: 0 })
    if (version === '--http1.0') return
    const chunked = await curl(
      `${link.https}/hash`,
      version,
      '-T',
      file,
      '-H',
      'transfer-encoding: chunked',
      '-X',
      'POST',
    )
    expect(chunked.body).toBe(expected)
  })

  it.each([
    ['/chunks', [], 200, 'one,two'],
    ['/chunks', ['--http1.0'], 200, 'one,two'],
    ['/empty', [], 204, ''],
    ['/head', ['--head'], 200, ''],
    ['/posted', ['--data', ''], 200, 'hello POST /posted'],
  ] as const)('carries %s %s', async (path, args, status, body) => {
    const link = await serve()
    expect(await curl(`${link.http}${path}`, ...args)).toMatchObject({ status, body, exitCode: 0 })
  })

  it('sends people where the service does, under its own name', async () => {
    const link = await serve()
    expect((await curl(`${link.https}/away`)).headers.get('location')).toBe(`${link.https}/there`)
  })

  it.each(['http', 'https'] as const)('carries WebSockets by %s', async (scheme) => {
    const link = await serve()
    const url = new URL(link[scheme].replace('http', 'ws'))
    const socket = new WebSocket(url, {
      rejectUnauthorized: false,
      lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    })
    await once(socket, 'open')
    const message = randomBytes(300_000)
    socket.send(message)
    const [echo] = (await once(socket, 'message')) as [Buffer]
    expect(echo.equals(message)).toBe(true)
    world.plane.tellLinkState(link.code, 'disabled')
    await once(socket, 'close')
  })

  it('does not let half an answer look like a whole one', async () => {
    const link = await serve()
    expect((await curl(`${link.http}/cut`)).exitCode).not.toBe(0)
  })

  it('uses a connection to the service again, and survives its end', async () => {
    const link = await serve()
    for (let round = 0; round < 3; round += 1) {
      expect((await curl(`${link.http}/again`, `${link.http}/again`)).body).toContain('hello GET /again')
      service.server.closeAllConnections()
    }
  })

  it('answers requests that were sent at once in their order', async () => {
    const link = await serve()
    const { port, hostname } = new URL(link.http)
    const socket = connect(Number(port), '127.0.0.1')
    const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${more}\r\n`
    socket.write(get('/one') + get('/chunks') + get('/three', 'Connection: close\r\n'))
    const said = (await buffer(socket)).toString()
    const order = ['hello GET /one', 'one,', 'two', 'hello GET /three'].map((part) => said.indexOf(part))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(order).not.toContain(-1)
  })
})

describe('in the place of a link there is a page', () => {
  it.each([
    ['that it is unknown', 'abcdefgh01234567', 404, 'There is no such link'],
    ['that it is unknown, when it is no code', 'www', 404, 'There is no such link'],
  ])('%s', async (_, code, status, title) => {
    const answered = await curl(`http://${code}.localhost:${world.relay.linkPorts.http}`)
    expect(answered.status).toBe(status)
    expect(answered.body).toContain(`<h1>${title}</h1>`)
    expect(answered.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it.each([
    ['disabled', 403, 'This link is switched off'],
    ['offline', 503, 'The device is offline'],
    ['elsewhere', 503, 'The device is connected elsewhere'],
  ] as const)('that it is %s', async (state, status, title) => {
    const link = await serve()
    world.plane.tellLinkState(link.code, state)
    await eventually(async () => (await curl(link.http)).status === status, { what: state })
    expect((await curl(link.https, '--http2')).body).toContain(`<h1>${title}</h1>`)
  })

  it('that the address may not', async () => {
    for (const rule of [{ allow: ['192.0.2.0/24'] }, { deny: ['127.0.0.0/8'] }]) {
      const link = await serve(rule)
      expect((await curl(link.http)).status).toBe(403)
    }
    expect((await curl((await serve({ allow: ['127.0.0.1'] })).http)).status).toBe(200)
  })

  it('that the service does not answer, in the language of the person', async () => {
    const nothing = world.plane.addService(device.planned, { port: 1 })
    const { code } = world.plane.serveLink(device.planned, nothing)
    const url = `http://${code}.localhost:${world.relay.linkPorts.http}`
    await eventually(async () => (await curl(url)).status === 523, { what: 'the page' })
    expect((await curl(url)).body).toContain('there is no service running on the remote machine')
    expect((await curl(url, '-H', 'accept-language: ja,en;q=0.5')).body).toContain('サービスが応答しません')
  })
})

describe('a link with a password', () => {
  const send = (link: { https: string }, password: string, ...more: string[]) =>
    curl(
      `${link.https}/.farport/enter`,
      ...['--data-urlencode', `password=${password}`, '--data', 'to=/inside'],
      ...more,
    )
  const enter = (link: { https: string }, password: string, ...more: string[]) =>
    send(link, password, '-H', `origin: ${link.https}`, ...more)

  it.each(['--http1.1', '--http2'])('lets in whoever knows it (%s)', async (version) => {
    const link = await serve({ passwordHash: hashOf('hunter2 & co') })
    expect(await curl(`${link.https}/inside`)).toMatchObject({ status: 401 })
    expect(await enter(link, 'hunter3', version)).toMatchObject({ status: 401 })
    const entered = await enter(link, 'hunter2 & co', version)
    expect(entered).toMatchObject({ status: 303 })
    expect(entered.headers.get('location')).toBe('/inside')
    const [cookie = ''] = entered.headers.get('set-cookie')?.split(';') ?? []
    expect(entered.headers.get('set-cookie')).toMatch(/^__Host-farport-link=.*; HttpOnly; SameSite=Lax; Secure$/)
    const inside = await curl(`${link.https}/inside`, '-H', `cookie: x=1; ${cookie}; y=2`)
    expect(inside.body).toBe('hello GET /inside')
    expect(seen?.headers.cookie).toBe('x=1; y=2')
  })

  it('takes no form from elsewhere', async () => {
    const link = await serve({ passwordHash: hashOf('hunter2') })
    const origins = ['https://evil.example', 'null', link.https.replace('https', 'http')]
    for (const headers of [[], ...origins.map((origin) => ['-H', `origin: ${origin}`])]) {
      expect(await send(link, 'hunter2', ...headers)).toMatchObject({ status: 403 })
    }
    expect(await enter(link, 'hunter2', '-H', 'sec-fetch-site: cross-site')).toMatchObject({ status: 403 })
  })

  it('asks again when the password has changed, or the link was switched off', async () => {
    const link = await serve({ passwordHash: hashOf('hunter2') })
    const cookie = (await enter(link, 'hunter2')).headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await curl(link.https, '-H', `cookie: ${cookie}`)).status).toBe(200)
    const { code, visitsFrom } = link
    world.plane.serveLink(device.planned, order, {
      code,
      passwordHash: link.passwordHash,
      visitsFrom: visitsFrom + 60_000,
    })
    await eventually(async () => (await curl(link.https, '-H', `cookie: ${cookie}`)).status === 401, { what: 'asked' })
  })

  it('hears no more after ten wrong ones', async () => {
    const link = await serve({ passwordHash: hashOf('hunter2') })
    for (let attempt = 0; attempt < 10; attempt += 1) await enter(link, 'wrong')
    expect((await enter(link, 'hunter2')).status).toBe(429)
  })
})
