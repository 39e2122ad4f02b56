// Files that are copied both ways at once through networks in bad weather, by Farport's own programs, are whole.
// FARPORT_TEST_COPY_BYTES: how long each file is.

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createTempDir, eventually, runProgram, sha256Of, type TempDir } from '@farport/testkit'
import type { LocalConnection } from '@farport/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { killProcess } from '../support/processes.ts'
import { localConnections, type Terminal } from '../support/terminal-of.ts'
import { startLabFarport, type LabFarport } from './lab-farport.ts'
import { createNatLab, type Home, type HomeOptions, type NatLab } from './nat-lab.ts'
import type { Namespace } from './namespaces.ts'
import { startLabProgram, type LabProgram } from './programs.ts'
import { heldPart, type FileOrder } from './file-orders.ts'

const fileBytes = Number(process.env['FARPORT_TEST_COPY_BYTES'] ?? 64 * 1024 * 1024)
const servicePort = 7000
/** No faster than this, so that the weather has time to change. */
const copySecondsMin = 15
/** A copy that does not go on at all, however busy the machine. What Farport promises is 3 s. */
const stallMsMax = 30_000

const stack = new AsyncDisposableStack()
let lab: NatLab
let farport: LabFarport
let folder: TempDir
let original: string
let digest: string
let device: Home
let service: string
let files: LabProgram<FileOrder, never>

beforeAll(async () => {
  folder = stack.use(await createTempDir('copies'))
  original = join(folder.path, 'original')
  const script = `openssl enc -aes-128-ctr -nosalt -pass pass:x -pbkdf2 </dev/zero 2>/dev/null | head -c ${fileBytes} >"$0"`
  await runProgram({ command: 'sh', args: ['-c', script, original] })
  digest = await sha256Of(original)
  lab = stack.use(await createNatLab())
  farport = stack.use(await startLabFarport(lab))
  device = await lab.addHome('device', 'port-restricted')
  const host = machineOf(device)
  files = stack.use(await startLabProgram(host, './file-service.ts', [String(servicePort), original]))
  service = await farport.addService(await farport.addDevice(host), servicePort)
}, 180_000)
afterAll(() => stack.disposeAsync())

function machineOf({ hosts: [host] }: Home): Namespace {
  if (host === undefined) throw new Error('a home has a machine')
  return host
}

interface Person {
  readonly home: Home
  readonly host: Namespace
  readonly terminal: Terminal
  readonly connection: LocalConnection
}

async function connectFrom(name: string, options: HomeOptions = {}): Promise<Person> {
  const home = await lab.addHome(name, 'port-restricted', options)
  const host = machineOf(home)
  const terminal = await farport.addTerminal(host)
  const connection = await terminal.json<LocalConnection>('connect', service, '--detach', '--route', 'adaptive')
  return { home, host, terminal, connection }
}

async function pathOf({ terminal }: Person): Promise<string | undefined> {
  return (await localConnections(terminal.environment))[0]?.path?.kind
}

const goesBy = (person: Person, kinds: readonly string[]): Promise<boolean> =>
  eventually(async () => kinds.includes((await pathOf(person)) ?? ''), {
    timeoutMs: 120_000, // ways that were lost are looked for less and less often
    what: `it goes by ${kinds.join(' or ')}`,
  })
const direct = ['tcp', 'udp']

/** Both ways at once. `stallMs`: the longest time in which the arriving file did not grow. */
function copyBothWays({ host, connection }: Person, atMostBytesPerSecond: number) {
  const arrived = join(folder.path, `arrived-${host.name}`)
  const url = `http://127.0.0.1:${connection.port}/`
  const curl = async (...args: string[]) => {
    const limits = ['--limit-rate', String(Math.ceil(atMostBytesPerSecond)), '--max-time', '500']
    const program = lab.commandAt(host, 'curl', ['-sS', ...limits, ...args, url])
    return await runProgram({ ...program, timeoutMs: 510_000 })
  }
  let isOver = false
  const both = Promise.all([curl('-o', arrived), curl('-T', original)]).finally(() => (isOver = true))
  let [length, grewAtMs, stallMs] = [0, performance.now(), 0]
  const watching = eventually(
    async () => {
      const now = (await stat(arrived).catch(() => undefined))?.size ?? 0 // it is not there yet
      if (now > length || now >= fileBytes * (1 - heldPart)) grewAtMs = performance.now()
      length = now
      stallMs = Math.max(stallMs, performance.now() - grewAtMs)
      return isOver
    },
    { timeoutMs: 520_000, pauseMs: 20, what: 'the copies are over' },
  )
  return async () => {
    const [down, up] = await both
    await watching
    return { ends: { down, up, arrived: await sha256Of(arrived) }, stallMs }
  }
}

describe('a file that is copied there and back', { timeout: 600_000, retry: 1 }, () => {
  it('while its direct path is cut and restored, its relay is killed, and its reader moves', async () => {
    const person = await connectFrom('traveller')
    await goesBy(person, direct)
    files.send({ order: 'hold' })
    const end = copyBothWays(person, fileBytes / copySecondsMin)
    const [router] = device.routers
    const [ownRouter] = person.home.routers
    if (router === undefined || ownRouter === undefined) throw new Error('such a home has a router')

    const outside = /inet (198\.51\.\d+\.2)/.exec(await ownRouter.run('ip -4 addr show dev wan'))?.[1]
    await router.run(`nft 'add table ip cut'
      nft 'add chain ip cut everything { type filter hook forward priority -5; }'
      nft 'add rule ip cut everything ip saddr ${outside} drop'
      nft 'add rule ip cut everything ip daddr ${outside} drop'`)
    await goesBy(person, ['relay'])
    await router.run('nft delete table ip cut')
    await goesBy(person, direct)
    for (const pid of await farport.installation.pidsOf('relay')) await killProcess(pid)
    await person.host.run(`gateway=$(ip -4 route show default | cut -d' ' -f3)
      ip addr flush dev eth0
      ip addr add 192.168.1.222/24 dev eth0
      ip route add default via "$gateway"`)
    files.send({ order: 'finish' })

    const { ends, stallMs } = await end()
    expect(ends).toEqual({ down: { code: 0, output: '' }, up: { code: 0, output: digest }, arrived: digest })
    expect(stallMs).toBeLessThan(stallMsMax)
    await goesBy(person, direct)
  })

  it.each([0.1, 1, 5])('over a line of 20 ms that loses %s percent of its packets', async (lossPercent) => {
    const line = { megabitsPerSecond: 200, oneWayMs: 10, lossPercent }
    const person = await connectFrom(`line-${lossPercent * 10}`, { line })
    const { ends, stallMs } = await copyBothWays(person, 1e9)()
    expect(ends).toEqual({ down: { code: 0, output: '' }, up: { code: 0, output: digest }, arrived: digest })
    expect(stallMs).toBeLessThan(stallMsMax)
  })
})
