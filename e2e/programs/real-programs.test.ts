// Programs that people use, from agent to agent: by relay and directly.

import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTempDir, eventually, runProgram, type TempDir } from '@farport/testkit'
import type { LocalConnection, RouteMode } from '@farport/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { Initiator } from '../../apps/agent/src/initiator/initiator.ts'
import { startDataPlane, type DataPlane, type RunningDevice } from '../support/data-plane.ts'
import { startInitiator } from '../support/initiator.ts'
import {
  psql,
  startDnsmasq,
  startIperf,
  startPostgres,
  startRedis,
  startScreen,
  startWeb,
  type Service,
} from './services.ts'

const stack = new AsyncDisposableStack()
let world: DataPlane
let device: RunningDevice
let initiator: Initiator
let folder: TempDir
let bulk: string
let digest: string

beforeAll(async () => {
  world = stack.use(await startDataPlane())
  device = await world.addDevice('office')
  initiator = stack.use(await startInitiator())
  folder = stack.use(await createTempDir('real-programs'))
  const bytes = randomBytes(8_000_000)
  bulk = join(folder.path, 'bulk')
  digest = sha256(bytes)
  await writeFile(bulk, bytes)
})
afterAll(() => stack.disposeAsync())

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Its last output. */
async function run(command: string, ...args: string[]): Promise<string> {
  const { code, output } = await runProgram({ command, args, timeoutMs: 40_000 })
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${output}`)
  return output.trim()
}

const startedServices = new Map<() => Promise<Service>, Promise<Service>>()

function started(start: () => Promise<Service>): Promise<Service> {
  const known = startedServices.get(start) ?? start().then((service) => stack.use(service))
  startedServices.set(start, known)
  return known
}

async function open(
  service: { port: number; protocol: 'TCP' | 'UDP' },
  route: RouteMode,
  port?: number,
): Promise<LocalConnection> {
  const order = world.plane.orderPeer(
    device.planned,
    world.plane.addService(device.planned, service),
    initiator.publicKey,
    { route },
  )
  const opened = await initiator.open({ serverUrl: world.plane.url, order, port })
  if (!opened.ok) throw new Error(opened.refusal)
  return opened.value
}

/** There and back. `told`: the version that curl spoke, and the one that the service heard. */
async function copyByCurl(port: number, version: string): Promise<{ told: string; digest: string }> {
  const answer = join(folder.path, 'answer')
  const told = await run(
    'curl',
    ...['-sS', '--insecure', version, '--max-time', '30', '--data-binary', `@${bulk}`, '-o', answer],
    ...['-w', '%{http_version} %header{x-version}', `https://localhost:${port}/`],
  )
  return { told, digest: sha256(await readFile(answer)) }
}

interface Row {
  readonly program: string
  readonly start: () => Promise<Service>
  readonly protocols: readonly ('TCP' | 'UDP')[]
  /** With the local port; of both protocols the same. */
  readonly use: (port: number) => Promise<void>
}

const rows: readonly Row[] = [
  {
    program: 'psql on PostgreSQL',
    start: startPostgres,
    protocols: ['TCP'],
    async use(port) {
      const statements = `create temporary table readings as select n, md5(n::text) as word from generate_series(1, 100000) n;
        copy readings to stdout; copy (select count(*), min(word) from readings) to stdout;`
      const { code, output } = await psql(port, statements)
      expect(code).toBe(0)
      expect(output).toContain(`\n100000\t${createHash('md5').update('100000').digest('hex')}\n`)
      expect(output.trim().split('\n').at(-1)).toMatch(/^100000\t0000/)
    },
  },
  {
    program: 'redis-cli on Redis',
    start: startRedis,
    protocols: ['TCP'],
    async use(port) {
      const redis = (...words: string[]) => run('redis-cli', '-p', String(port), ...words)
      expect(await redis('set', 'greeting', 'hello')).toBe('OK')
      expect(await redis('get', 'greeting')).toBe('hello')
      expect(
        await redis(
          'eval',
          "for n = 1, 1000 do redis.call('rpush', 'list', n) end return redis.call('llen', 'list')",
          '0',
        ),
      ).toMatch(/^\d+000$/)
      expect(
        await run('redis-benchmark', '-p', String(port), '-t', 'set,get', '-n', '2000', '-P', '16', '-q'),
      ).toContain('GET')
    },
  },
  {
    program: 'curl over HTTP/1.1',
    start: startWeb,
    protocols: ['TCP'],
    async use(port) {
      expect(await copyByCurl(port, '--http1.1')).toEqual({ told: '1.1 1.1', digest })
    },
  },
  {
    program: 'curl over HTTP/2',
    start: startWeb,
    protocols: ['TCP'],
    async use(port) {
      expect(await copyByCurl(port, '--http2')).toEqual({ told: '2 2.0', digest })
    },
  },
  {
    program: 'a WebSocket client',
    start: startWeb,
    protocols: ['TCP'],
    async use(port) {
      const socket = new WebSocket(`wss://localhost:${port}/`, { rejectUnauthorized: false })
      await once(socket, 'open')
      const bytes = await readFile(bulk)
      const heard = once(socket, 'message')
      socket.send(bytes)
      const [back] = (await heard) as [Buffer] // binary messages come as one buffer
      expect(sha256(back)).toBe(digest)
      socket.close()
      const [code] = (await once(socket, 'close')) as [number] // as ws says the event
      expect(code).toBe(1005)
    },
  },
  {
    program: 'a VNC client on TigerVNC',
    start: startScreen,
    protocols: ['TCP'],
    async use(port) {
      const picture = join(folder.path, 'screen.jpg')
      await run(
        'timeout',
        '30',
        'vncsnapshot',
        '-quiet',
        '-encodings',
        'raw',
        '-nocursor',
        `127.0.0.1::${port}`,
        picture,
      )
      expect(sizeOfJpeg(await readFile(picture))).toEqual({ width: 640, height: 480 })
    },
  },
  {
    program: 'iperf3 over TCP, both ways',
    start: startIperf,
    protocols: ['TCP'],
    async use(port) {
      for (const direction of [[], ['--reverse']]) {
        const told = JSON.parse(
          await run('iperf3', '-J', '-c', '127.0.0.1', '-p', String(port), '-n', '16M', ...direction),
        ) as {
          end: { sum_received: { bytes: number } }
        } // as iperf3 tells it
        expect(told.end.sum_received.bytes).toBeGreaterThan(4_000_000)
      }
    },
  },
  {
    program: 'iperf3 over UDP',
    start: startIperf,
    protocols: ['TCP', 'UDP'],
    async use(port) {
      const told = JSON.parse(
        await run('iperf3', '-J', '-u', '-c', '127.0.0.1', '-p', String(port), '-b', '8M', '-l', '1000', '-t', '1'),
      ) as { end: { sum: { packets: number; lost_percent: number } } } // as iperf3 tells it
      expect(told.end.sum.packets).toBeGreaterThan(500)
      expect(told.end.sum.lost_percent).toBeLessThan(10)
    },
  },
  {
    program: 'dig on dnsmasq',
    start: startDnsmasq,
    protocols: ['UDP'],
    async use(port) {
      const dig = (...words: string[]) =>
        run('dig', '@127.0.0.1', '-p', String(port), '+notcp', '+tries=5', '+time=2', ...words)
      expect(await dig('+short', 'printer.farport.test')).toBe('192.0.2.7')
      expect(await dig('elsewhere.test')).toContain('status: REFUSED')
    },
  },
]

describe.each<[string, RouteMode]>([
  ['by relay', 'proxy'],
  ['directly', 'p2p'],
])('%s', (_, route) => {
  it.each(rows)('$program', { timeout: 90_000 }, async ({ start, protocols, use }) => {
    const { port } = await started(start)
    const connections: LocalConnection[] = []
    for (const protocol of protocols) connections.push(await open({ port, protocol }, route, connections[0]?.port))
    await use(connections[0]?.port ?? 0)
    const shown = () => initiator.connections.filter(({ connectionId }) => isAmong(connections, connectionId))
    await eventually(() => shown().every(({ rxBytes }) => rxBytes > 0), { what: 'its bytes are counted' })
    for (const { path } of shown()) expect(path?.kind === 'relay').toBe(route === 'proxy')
    for (const { connectionId } of connections) initiator.close(connectionId)
  })
})

const isAmong = (connections: readonly LocalConnection[], id: string): boolean =>
  connections.some(({ connectionId }) => connectionId === id)

/** Of its first frame header. */
function sizeOfJpeg(bytes: Buffer): { width: number; height: number } {
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    if ([0xc0, 0xc1, 0xc2].includes(bytes[at + 1] ?? 0))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
  }
  throw new Error('no picture')
}
