// Files that are copied both ways at once through networks in bad weather, by Farport's own programs, are whole.
// FARPORT_TEST_COPY_BYTES: how long each file is.

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
import type { TalkerOrder, TalkerReport } from './talker.ts'
import { heldPart, type FileOrder } from './file-orders.ts'
import type { ReaderReport } from './paced-reader.ts'

const fileBytes = Number(process.env['FARPORT_TEST_COPY_BYTES'] ?? 64 * 1024 * 1024)
const [filePort, echoPort] = [7000, 7007]
/** No faster than this, so that the weather has time to change. */
const copySecondsMin = 15
/** Of one copy; a long one over a bad line is given longer. */
const copySecondsMax = Math.max(500, Math.ceil(fileBytes / 1e6))
/** A copy that does not go on at all, however busy the machine. What Farport promises is 3 s: see path-policy.test.ts. */
const stallMsMax = 30_000

const stack = new AsyncDisposableStack()
let lab: NatLab
let farport: LabFarport
let folder: TempDir
let original: string
let digest: string
let device: Home
let service: string
let echo: string
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
  files = stack.use(await startLabProgram(host, './file-service.ts', [String(filePort), original]))
  stack.use(await startLabProgram(host, './echo-service.ts', [String(echoPort)]))
  const added = await farport.addDevice(host)
  service = await farport.addService(added, filePort)
  echo = await farport.addService(added, echoPort)
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

/** A test that is tried again needs another. */
let homes = 0

async function connectFrom(name: string, options: HomeOptions = {}, route = 'adaptive'): Promise<Person> {
  homes += 1
  const home = await lab.addHome(`${name}-${homes}`, 'port-restricted', options)
  const host = machineOf(home)
  const terminal = await farport.addTerminal(host)
  const connection = await terminal.json<LocalConnection>('connect', service, '--detach', '--route', route)
  return { home, host, terminal, connection }
}

async function pathOf({ terminal }: Person): Promise<string | undefined> {
  return (await localConnections(terminal.environment))[0]?.path?.kind // all of them go by one session
}

const goesBy = (person: Person, kinds: readonly string[]): Promise<boolean> =>
  eventually(async () => kinds.includes((await pathOf(person)) ?? ''), {
    timeoutMs: 120_000, // ways that were lost are looked for less and less often
    what: `it goes by ${kinds.join(' or ')}`,
  })
const direct = ['tcp', 'udp']

/** Both ways at once. `stallMs`: the longest time in which nothing arrived for a reader who wanted more. */
function copyBothWays({ host, connection }: Person, atMostBytesPerSecond: number) {
  const begunAtMs = performance.now()
  const arrived = join(folder.path, `arrived-${host.name}`)
  const { port } = connection
  const up = async () => {
    const limits = ['--limit-rate', String(Math.ceil(atMostBytesPerSecond)), '--max-time', String(copySecondsMax)]
    const program = lab.commandAt(host, 'curl', ['-sS', ...limits, '-T', original, `http://127.0.0.1:${port}/`])
    return await runProgram({ ...program, timeoutMs: (copySecondsMax + 10) * 1000 })
  }
  const down = async () => {
    const words = [port, arrived, atMostBytesPerSecond, fileBytes * (1 - heldPart)].map(String)
    await using reader = await startLabProgram<never, ReaderReport>(host, './paced-reader.ts', words)
    return await new Promise<ReaderReport>((resolve) => reader.onReport(resolve))
  }
  const both = Promise.all([down(), up()])
  return async () => {
    const [read, sent] = await both
    if (read.report === 'broken') throw new Error(`the copy broke off: ${read.why}`)
    const { stalls, stallMs } = read
    const told = stalls.map(({ fromMs, toMs }) => `${inSeconds(toMs - fromMs)} from ${inSeconds(fromMs)}`)
    tell(
      `${inSeconds(performance.now() - begunAtMs)} for ${fileBytes / 2 ** 20} MiB each way;`,
      `nothing came for ${inSeconds(stallMs)} at most (${told.join(', ') || 'never for half a second'})`,
    )
    return { ends: { up: sent, arrived: await sha256Of(arrived) }, stallMs }
  }
}

/** Somebody who says a number every few milliseconds on the same session, and hears whether each comes back. */
async function talkerOf({ host, terminal }: Person, everyMs = 10) {
  const { port } = await terminal.json<LocalConnection>('connect', echo, '--detach', '--route', 'adaptive')
  const talker = stack.use(await startLabProgram<TalkerOrder, TalkerReport>(host, './talker.ts'))
  const over = Promise.withResolvers<Extract<TalkerReport, { report: 'stopped' }>>()
  const begun = Promise.withResolvers<void>()
  talker.onReport((report) => {
    if (report.report === 'stopped') over.resolve(report)
    else if (report.report === 'broken') over.reject(new Error(report.why))
    else begun.resolve()
  })
  talker.send({ order: 'talk', port, everyMs })
  await begun.promise
  return {
    stop: () => {
      talker.send({ order: 'stop' })
      return over.promise
    },
  }
}

const inSeconds = (timeMs: number) => `${(timeMs / 1000).toFixed(2)} s`

function tell(...sentences: string[]): void {
  process.stdout.write(`${expect.getState().currentTestName}: ${sentences.join(' ')}\n`)
}

describe('a file that is copied there and back', { timeout: (copySecondsMax + 100) * 1000, retry: 1 }, () => {
  it('while its direct path is cut and restored, its relay is killed, and its reader moves', async () => {
    const person = await connectFrom('traveller')
    await goesBy(person, direct)
    files.send({ order: 'hold' })
    const end = copyBothWays(person, fileBytes / copySecondsMin)
    const talker = await talkerOf(person)
    const since = performance.now()
    const mark = (what: string) => tell(`${what} at ${inSeconds(performance.now() - since)}`)
    const [router] = device.routers
    const [ownRouter] = person.home.routers
    if (router === undefined || ownRouter === undefined) throw new Error('such a home has a router')

    const outside = /inet (198\.51\.\d+\.2)/.exec(await ownRouter.run('ip -4 addr show dev wan'))?.[1]
    await router.run(`nft 'add table ip cut'
      nft 'add chain ip cut everything { type filter hook forward priority -5; }'
      nft 'add rule ip cut everything ip saddr ${outside} drop'
      nft 'add rule ip cut everything ip daddr ${outside} drop'`)
    mark('cut')
    await goesBy(person, ['relay'])
    mark('by relay')
    await router.run('nft delete table ip cut')
    await goesBy(person, direct)
    mark('direct again')
    for (const pid of await farport.installation.pidsOf('relay')) await killProcess(pid)
    mark('the relay is killed')
    await person.host.run(`gateway=$(ip -4 route show default | cut -d' ' -f3)
      ip addr flush dev eth0
      ip addr add 192.168.1.222/24 dev eth0
      ip route add default via "$gateway"`)
    mark('the address has changed')
    files.send({ order: 'finish' })

    const { ends, stallMs } = await end()
    expect(ends).toEqual({ up: { code: 0, output: digest }, arrived: digest })
    expect(stallMs).toBeLessThan(stallMsMax)
    await goesBy(person, direct)
    const talk = await talker.stop()
    tell(`of ${talk.numbers} numbers that were said beside it, each came back; for ${talk.stallMs} ms none did`)
    expect(talk.stallMs).toBeLessThan(stallMsMax)
  })

  it.each([0.1, 1, 5])('over a line of 20 ms that loses %s percent of its packets', async (lossPercent) => {
    const line = { megabitsPerSecond: 200, oneWayMs: 10, lossPercent }
    const person = await connectFrom('line', { line })
    const { ends, stallMs } = await copyBothWays(person, 1e9)()
    expect(ends).toEqual({ up: { code: 0, output: digest }, arrived: digest })
    expect(stallMs).toBeLessThan(stallMsMax)
  })
})

/** Long enough that five late keystrokes are not one in a hundred. */
const typingMs = 15_000
const typedEveryMs = 25

describe('beside bytes without end, by UDP over a line of 40 ms', { timeout: 240_000, retry: 2 }, () => {
  it.each([0, 2])('that loses %d percent, keystrokes are back in twice that and 50 ms', async (lossPercent) => {
    await using _ = await withoutTcp(device)
    const line = { megabitsPerSecond: 100, oneWayMs: 20, lossPercent }
    const person = await connectFrom('typist', { line })
    await goesBy(person, ['udp'])
    const sent = sendZeros(person, typingMs + 5000)
    await pause(1500)
    const talker = await talkerOf(person, typedEveryMs)
    await pause(typingMs)
    const { middleMs, mostMs } = await talker.stop()
    const bitsPerSecond = await sent
    tell(
      `half of the keystrokes take ${middleMs} ms and 99 of 100 ${mostMs};`,
      `of the bytes go ${Math.round(bitsPerSecond / 1e6)} Mbit/s`,
    )
    expect(mostMs).toBeLessThan(2 * 2 * line.oneWayMs + 50)
    expect(bitsPerSecond).toBeGreaterThan(50e6)
  })
})

/** Until it is disposed of, no TCP goes between this home and another. */
async function withoutTcp({ routers: [router] }: Home): Promise<AsyncDisposable> {
  if (router === undefined) throw new Error('such a home has a router')
  await router.run(`nft 'add table ip udp_only'
    nft 'add chain ip udp_only everything { type filter hook forward priority -5; }'
    nft 'add rule ip udp_only everything ip saddr != 198.51.0.0/24 ip daddr != 198.51.0.0/24 meta l4proto tcp drop'`)
  return { [Symbol.asyncDispose]: async () => void (await router.run('nft delete table ip udp_only')) }
}

/** For so long. Resolves with bits per second. */
async function sendZeros({ host, connection }: Person, durationMs: number): Promise<number> {
  const curl = `exec curl -s --max-time ${durationMs / 1000} -w '%{size_upload}' -o /dev/null -T - "$0" </dev/zero`
  const program = lab.commandAt(host, 'sh', ['-c', curl, `http://127.0.0.1:${connection.port}/`])
  const { output } = await runProgram({ ...program, timeoutMs: durationMs + 10_000 })
  return (Number(output) * 8000) / durationMs
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Of what is promised, 160 ms are the line. The best of a few counts: a machine that is busy answers late now and then. */
const firstByteMs = 300
const usesMax = 5

describe('over a line of 80 ms there and back', { timeout: 120_000, retry: 2 }, () => {
  it('the first byte comes by relay in a few times that', async () => {
    const oneWayMs = 40
    const person = await connectFrom('far', { line: { megabitsPerSecond: 200, oneWayMs, lossPercent: 0 } }, 'proxy')
    const atOnce = await firstByteOf(person)
    const later: number[] = []
    while (later.length < usesMax) later.push(await firstByteOf(person))
    const [connection] = await localConnections(person.terminal.environment)
    if (connection?.path === undefined) throw new Error('a relay carries it')
    const trips = (ms: number) => `${Math.round(ms)} ms, ${(ms / (2 * oneWayMs)).toFixed(1)} times there and back`
    tell(
      `from the order to a session ${trips(connection.path.since - connection.openedAt)};`,
      `first byte at once ${trips(atOnce)}, later ${trips(Math.min(...later))}`,
    )
    expect(Math.min(...later)).toBeLessThan(firstByteMs)
  })
})

/** From the first step of connecting to the local port to the first byte that the service answers. */
async function firstByteOf({ host, connection }: Person): Promise<number> {
  const url = `http://127.0.0.1:${connection.port}/`
  const program = lab.commandAt(host, 'curl', ['-sS', '-o', '/dev/null', '-w', '%{time_starttransfer}', '-d', 'x', url])
  const { code, output } = await runProgram({ ...program, timeoutMs: 30_000 })
  if (code !== 0) throw new Error(output)
  return Number(output) * 1000
}
