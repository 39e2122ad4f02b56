import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '@farport/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { loadLocalAuthority } from '../../apps/relay/src/links/tls/local-authority.ts'
import { startDataPlane, type DataPlane, type RunningDevice } from '../support/data-plane.ts'
import { curl, startWebService } from './web-services.ts'

let world: DataPlane
let device: RunningDevice

beforeAll(async () => {
  world = await startDataPlane()
  device = await world.addDevice()
})
afterAll(() => world[Symbol.asyncDispose]())

async function serve(port: number, scheme: 'http' | 'https' = 'http') {
  const service = world.plane.addService(device.planned, { port })
  const kind = { type: 'web', scheme, host: 'device.local' } as const
  const { code } = world.plane.serveLink(device.planned, service, { kind })
  const { http, https } = world.relay.linkPorts
  const host = `${code}.localhost`
  await eventually(async () => (await curl(`http://${host}:${http}/`)).status === 200, { what: 'the link is served' })
  return { http: `http://${host}:${http}`, https: `https://${host}:${https}`, host }
}

describe('a service that speaks HTTPS', () => {
  it('is spoken to in HTTPS, whoever has signed its certificate', async () => {
    const authority = await loadLocalAuthority(join(world.stateDir, 'device-authority'), 'local', Date.now)
    const { chainPem, keyPem } = await authority.certificateFor('device.local')
    const large = 'x'.repeat(3_000_000)
    await using service = await startWebService(
      (request, response) => response.end(request.url === '/large' ? large : request.headers.host),
      { cert: chainPem, key: keyPem },
    )
    new WebSocketServer({ server: service.server }).on('connection', (socket) =>
      socket.on('message', (data) => socket.send(data)),
    )
    const link = await serve(service.port, 'https')
    expect((await curl(`${link.https}/`)).body).toBe('device.local')
    expect((await curl(`${link.https}/large`, '--http2')).body).toBe(large)
    expect((await curl(`${link.http}/large`)).body).toBe(large)
    const socket = new WebSocket(link.http.replace('http', 'ws'), {
      lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    })
    await once(socket, 'open')
    socket.send('hello')
    expect(String((await once(socket, 'message'))[0])).toBe('hello')
    socket.terminate()
  })
})

describe('a person who does not read', () => {
  it.each(['http', 'https'] as const)('makes their own service wait, by %s, and nobody else', async (scheme) => {
    let sent = 0
    const part = Buffer.alloc(65_536)
    await using endless = await startWebService((request, response) => {
      if (request.url !== '/endless') return void response.end('here')
      const more = () => {
        while (response.writable) {
          sent += part.length
          if (!response.write(part)) return void response.once('drain', more)
        }
      }
      more()
    })
    const link = await serve(endless.port)
    const { port } = new URL(link.http)
    const socket = connect(Number(port), '127.0.0.1')
    socket.pause()
    socket.write(`GET /endless HTTP/1.1\r\nHost: ${link.host}\r\n\r\n`)
    const isStill = async () => {
      const before = sent
      await pause(300)
      return sent > 0 && sent === before
    }
    await eventually(isStill, { what: 'the service waits', timeoutMs: 20_000 })
    // What the two ends of the way keep, and the system's buffers.
    expect(sent).toBeLessThan(40_000_000)
    expect((await curl(`${link[scheme]}/`)).body).toBe('here')
    socket.destroy()
  })
})
