import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { fileURLToPath } from 'node:url'
import {
  acceptsConnections,
  createTempDir,
  eventually,
  freePort,
  freePortRange,
  startControlPlane,
  startProgram,
} from '@farport/testkit'
import { expect, it } from 'vitest'
import { loadLocalAuthority } from '../../apps/relay/src/links/tls/local-authority.ts'
import { startDevice } from '../support/data-plane.ts'
import { curl, startWebService } from './web-services.ts'

/** Let's Encrypt's server for tests (RFC 8555), from Debian. */
const hasPebble = spawnSync('pebble', ['-h']).error === undefined

const issuerOf = async (name: string, port: number): Promise<string | undefined> => {
  const socket = connect({ host: '127.0.0.1', port, servername: name, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { issuer } = socket.getPeerCertificate()
  socket.destroy()
  return Array.isArray(issuer.CN) ? issuer.CN[0] : issuer.CN
}

it.runIf(hasPebble)('a link of a real domain gets its certificate from an ACME authority, and keeps it', async () => {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await createTempDir('acme')).path
  const [acme, management, dns, dnsManagement, http, https, relayPort] = await Promise.all(
    Array.from({ length: 7 }, () => freePort('127.0.0.1')),
  )
  const authority = await loadLocalAuthority(folder, 'localhost', Date.now)
  const { chainPem, keyPem } = await authority.certificateFor('localhost')
  const files = { certificate: join(folder, 'cert.pem'), privateKey: join(folder, 'key.pem') }
  await writeFile(files.certificate, chainPem)
  await writeFile(files.privateKey, keyPem)
  await writeFile(
    join(folder, 'pebble.json'),
    JSON.stringify({
      pebble: {
        listenAddress: `127.0.0.1:${acme}`,
        managementListenAddress: `127.0.0.1:${management}`,
        ...files,
        httpPort: http,
        tlsPort: https,
        ocspResponderURL: '',
        externalAccountBindingRequired: false,
      },
    }),
  )
  const none = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv6', '', '-defaultIPv4', '127.0.0.1']
  const places = ['-dns01', `127.0.0.1:${dns}`, '-management', `127.0.0.1:${dnsManagement}`]
  stack.use(startProgram({ command: 'pebble-challtestsrv', args: [...none, ...places] }))
  const pebble = stack.use(
    startProgram({
      command: 'pebble',
      args: ['-config', join(folder, 'pebble.json'), '-dnsserver', `127.0.0.1:${dns}`, '-strict'],
      environment: { PEBBLE_VA_NOSLEEP: '1' },
    }),
  )
  await eventually(() => acceptsConnections(acme ?? 0), { what: `pebble listens: ${pebble.output}` })

  const plane = stack.use(await startControlPlane())
  const ports = await freePortRange(3)
  const startRelay = async () => {
    const relay = startProgram({
      module: fileURLToPath(new URL('../../apps/relay/src/main.ts', import.meta.url)),
      environment: {
        FARPORT_SERVER_URL: plane.url,
        FARPORT_JOIN_SECRET: plane.joinSecret,
        FARPORT_RELAY_PORT: String(relayPort),
        FARPORT_PROXY_PORTS: `${ports.first}-${ports.last}`,
        FARPORT_STATE_DIR: join(folder, 'relay'),
        FARPORT_LINKS_DOMAIN: 'links.test',
        FARPORT_LINKS_HTTP_PORT: String(http),
        FARPORT_LINKS_HTTPS_PORT: String(https),
        FARPORT_ACME_DIRECTORY: `https://localhost:${acme}/dir`,
        // As an operator with an authority of their own does.
        NODE_EXTRA_CA_CERTS: join(folder, 'links-ca.crt'),
      },
    })
    await relay.message((message) => (JSON.stringify(message).includes('"ready"') ? true : undefined))
    return relay
  }
  const service = stack.use(await startWebService((_request, response) => response.end('hello')))
  let relay = await startRelay()
  const device = stack.use(await startDevice(plane, join(folder, 'device'), 'device'))
  const order = plane.addService(device.planned, { port: service.port })
  const { code } = plane.serveLink(device.planned, order)
  const name = `${code}.links.test`
  await eventually(async () => (await curl(`http://${name}:${http}/`)).body === 'hello', { what: 'the link is served' })
  expect(await issuerOf(name, https ?? 0)).toMatch(/^Pebble Intermediate CA/)
  expect((await curl(`https://${name}:${https}/`)).body).toBe('hello')
  // What is no link of this relay is not ordered.
  expect(await issuerOf('www.links.test', https ?? 0)).toMatch(/^Farport links/)
  expect(await readdir(join(folder, 'relay', 'acme', `localhost_${acme}`))).toEqual(
    expect.arrayContaining(['account.pem', `${name}.json`]),
  )

  // The certificate is kept: the authority may be away when the relay starts again.
  await pebble[Symbol.asyncDispose]()
  await relay[Symbol.asyncDispose]()
  relay = stack.use(await startRelay())
  await eventually(() => plane.relays.size === 1 && plane.isOnline(device.planned), {
    what: 'the relay and the device are back',
    timeoutMs: 30_000,
  })
  plane.serveLink(device.planned, order, { code })
  await eventually(async () => (await curl(`http://${name}:${http}/`)).body === 'hello', { what: 'the link is served' })
  expect(await issuerOf(name, https ?? 0)).toMatch(/^Pebble Intermediate CA/)
})
