// Services as devices have them: PostgreSQL, Redis, web servers, a screen, a name server. Each on a free port of this
// machine.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { createSecureServer } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import {
  acceptsConnections,
  createTempDir,
  eventually,
  freePort,
  runProgram,
  startProgram,
  type ProgramOptions,
} from '@farport/testkit'
import { WebSocketServer } from 'ws'
import { findPostgresPrograms } from '../../apps/server/src/platform/postgres-programs.ts'

export interface Service extends AsyncDisposable {
  readonly port: number
}

/** `settings`: of the port, and a folder that goes with it. */
async function startOnPort(settings: (port: number, folder: string) => ProgramOptions): Promise<Service> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await createTempDir('service'))
  const port = await freePort('127.0.0.1')
  const program = stack.use(startProgram(settings(port, folder.path)))
  await eventually(() => acceptsConnections(port), { what: `it listens: ${program.output}` })
  const owned = stack.move()
  return { port, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

export const startRedis = (): Promise<Service> =>
  startOnPort((port, folder) => ({
    command: 'redis-server',
    args: ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--dir', folder],
  }))

export const startIperf = (): Promise<Service> =>
  startOnPort((port) => ({ command: 'iperf3', args: ['--server', '--bind', '127.0.0.1', '--port', String(port)] }))

/** A screen with a pattern on it. The display's number is any free one; it is told on the standard output. */
export const startScreen = (): Promise<Service> =>
  startOnPort((port) => ({
    command: 'Xtigervnc',
    args: [
      ...['-displayfd', '1', '-rfbport', String(port), '-localhost', '-SecurityTypes', 'None'],
      ...['-geometry', '640x480', '-depth', '24', '-retro', '-nolisten', 'tcp'],
    ],
  }))

/** Knows one name. It answers over TCP, too, by which it is seen that it is there. */
export const startDnsmasq = (): Promise<Service> =>
  startOnPort((port) => ({
    command: '/usr/sbin/dnsmasq',
    args: [
      ...[
        '--keep-in-foreground',
        '--conf-file=/dev/null',
        '--user=root',
        '--no-resolv',
        '--no-hosts',
        '--bind-interfaces',
      ],
      ...['--listen-address=127.0.0.1', `--port=${port}`, '--address=/printer.farport.test/192.0.2.7', '--pid-file'],
    ],
  }))

export async function startPostgres(): Promise<Service> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await createTempDir('postgres')).path
  const cluster = join(folder, 'cluster')
  const programs = await findPostgresPrograms([cluster])
  await mkdir(cluster, { mode: 0o700 })
  if (programs.fileOwner !== undefined) await chown(cluster, programs.fileOwner, programs.fileOwner)
  await programs.initdb(['-D', cluster, '-U', 'farport', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'])
  const port = await freePort('127.0.0.1')
  await using log = await open(join(folder, 'log'), 'a')
  const server = programs.start(['-D', cluster, '-k', cluster, '-p', String(port), '-c', 'fsync=off'], log.fd)
  stack.defer(async () => {
    const exit = once(server, 'exit')
    server.kill('SIGINT') // at once, but in order
    await exit
  })
  const isReady = async () => (await psql(port, 'select 1')).code === 0
  await eventually(isReady, { what: 'PostgreSQL is ready', timeoutMs: 30_000 })
  const owned = stack.move()
  return { port, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

export const psql = (port: number, statements: string): Promise<{ code: number | null; output: string }> =>
  runProgram({
    command: 'psql',
    args: [
      '-X',
      '-q',
      '-A',
      '-t',
      '-v',
      'ON_ERROR_STOP=1',
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-U',
      'farport',
      'postgres',
    ],
    environment: { PGCONNECT_TIMEOUT: '20' },
    input: statements,
  })

/** Speaks HTTP/1.1, HTTP/2 and WebSocket over TLS: gives back what it gets, and says by which version. */
export async function startWeb(): Promise<Service> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await createTempDir('web')).path
  const [key, cert] = await makeCertificate(folder)
  const server = createSecureServer({ key, cert, allowHTTP1: true }, (request, response) => {
    response.setHeader('x-version', request.httpVersion)
    request.pipe(response)
  })
  const webSockets = new WebSocketServer({ noServer: true })
  webSockets.on('connection', (socket) => {
    socket.on('message', (bytes, isBinary) => socket.send(bytes, { binary: isBinary }))
  })
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) =>
    webSockets.handleUpgrade(request, socket, head, (accepted) => webSockets.emit('connection', accepted)),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a server that listens has one
  const owned = stack.move()
  owned.defer(() => void server.close())
  return { port, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function makeCertificate(folder: string): Promise<[key: Buffer, cert: Buffer]> {
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = spawn('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=service.local'],
    ...['-keyout', keyFile, '-out', certFile],
  ])
  await once(made, 'exit')
  return Promise.all([keyFile, certFile].map(readWhole)) as Promise<[Buffer, Buffer]> // two files, two buffers
}

async function readWhole(path: string): Promise<Buffer> {
  await using file = await open(path)
  return await file.readFile()
}
