// Farport's own programs between networks of every kind: the first byte flows by relay at once, and the expected way is
// taken in time, under a stream that goes on.

import { eventually } from '@farport/testkit'
import type { LocalConnection, PathKind } from '@farport/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localConnections, type Terminal } from '../support/terminal-of.ts'
import type { HomeKind } from './home-kinds.ts'
import { startLabFarport, type LabFarport } from './lab-farport.ts'
import { createNatLab, type NatLab } from './nat-lab.ts'
import type { Namespace } from './namespaces.ts'
import { startLabProgram, type LabProgram } from './programs.ts'
import type { TalkerOrder, TalkerReport } from './talker.ts'

/** What people were promised, on a machine that has time. */
const firstByteMs = 300
const directMs = 2000
const birthdayMs = 3000
/** A machine that is busy with other things needs longer for everything: a handshake tells how much. */
const idleHandshakeMs = 10
const servicePort = 7000

const stack = new AsyncDisposableStack()
let lab: NatLab
let farport: LabFarport
const services = new Map<string, Promise<string>>()

beforeAll(async () => {
  lab = stack.use(await createNatLab())
  farport = stack.use(await startLabFarport(lab))
}, 180_000)
afterAll(() => stack.disposeAsync())

interface HomeOf {
  readonly name: string
  readonly kind: HomeKind
}

const homes = new Map<string, Promise<readonly Namespace[]>>()

/** Two machines in each home; the first is the device, the second a person's. An open network has one. */
async function machine({ name, kind }: HomeOf, index: 0 | 1): Promise<Namespace> {
  const known = homes.get(name) ?? lab.addHome(name, kind, { hosts: 2 }).then(({ hosts }) => hosts)
  homes.set(name, known)
  const found = (await known)[index] ?? (await known)[0]
  if (found === undefined) throw new Error('a home has a machine')
  return found
}

/** The id of the service on the home's device; both are there when it is first asked for. */
function serviceIn(home: HomeOf): Promise<string> {
  const known = services.get(home.name) ?? addService(home)
  services.set(home.name, known)
  return known
}

async function addService(home: HomeOf): Promise<string> {
  const host = await machine(home, 0)
  stack.use(await startLabProgram(host, './echo-service.ts', [String(servicePort)]))
  return farport.addService(await farport.addDevice(host), servicePort)
}

interface Person {
  readonly terminal: Terminal
  readonly talker: LabProgram<TalkerOrder, TalkerReport>
}

async function personIn(home: HomeOf): Promise<Person> {
  const host = await machine(home, 1)
  const talker = stack.use(await startLabProgram<TalkerOrder, TalkerReport>(host, './talker.ts'))
  return { terminal: await farport.addTerminal(host), talker }
}

function heard<Kind extends TalkerReport['report']>(
  { talker }: Person,
  kind: Kind,
  order: TalkerOrder,
): Promise<Extract<TalkerReport, { report: Kind }>> {
  const { promise, resolve, reject } = Promise.withResolvers<Extract<TalkerReport, { report: Kind }>>()
  talker.onReport((report) => {
    if (report.report === kind) resolve(report as Extract<TalkerReport, { report: Kind }>) // its kind was compared
    else if (report.report === 'broken') reject(new Error(report.why))
  })
  talker.send(order)
  return promise
}

const connectionOf = async ({ terminal }: Person): Promise<LocalConnection> => {
  const [connection] = await localConnections(terminal.environment)
  if (connection === undefined) throw new Error('the connection is open')
  return connection
}

const cone: HomeOf = { name: 'cone', kind: 'port-restricted' }
const symmetric: HomeOf = { name: 'symmetric', kind: 'symmetric' }
const sixth: HomeOf = { name: 'sixth', kind: 'ipv6' }

interface Pair {
  readonly person: HomeOf
  readonly device: HomeOf
  readonly path: PathKind
  readonly withinMs?: number
}

const pairs: readonly Pair[] = [
  { person: { name: 'open', kind: 'open' }, device: cone, path: 'tcp' },
  { person: { name: 'other-cone', kind: 'port-restricted' }, device: cone, path: 'tcp' },
  { person: { name: 'third-cone', kind: 'port-restricted' }, device: symmetric, path: 'udp', withinMs: birthdayMs },
  { person: { name: 'full', kind: 'full-cone' }, device: symmetric, path: 'udp' },
  { person: { name: 'restricted', kind: 'restricted' }, device: symmetric, path: 'udp' },
  { person: { name: 'other-symmetric', kind: 'symmetric' }, device: symmetric, path: 'relay' },
  { person: { name: 'double', kind: 'double' }, device: cone, path: 'tcp' },
  { person: { name: 'no-udp', kind: 'udp-blocked' }, device: cone, path: 'tcp' },
  { person: symmetric, device: symmetric, path: 'lan' },
  { person: { name: 'other-sixth', kind: 'ipv6' }, device: sixth, path: 'tcp' },
  { person: sixth, device: cone, path: 'relay' },
  { person: { name: 'only-443', kind: 'only-443' }, device: cone, path: 'relay' },
]

describe('a person and a device', { timeout: 60_000, retry: 2 }, () => {
  it.each(pairs)('$person.name to $device.name: $path', async ({ person: home, device, path, withinMs = directMs }) => {
    const [service, person] = await Promise.all([serviceIn(device), personIn(home)])
    const { ms: handshakeMs } = await heard(person, 'handshake', { order: 'handshake', host: relayOf(home), port: 443 })
    const slowness = Math.max(1, handshakeMs / idleHandshakeMs)
    const { port } = await person.terminal.json<LocalConnection>('connect', service, '--detach', '--route', 'adaptive')
    const first = await heard(person, 'first', { order: 'talk', port, everyMs: 10 })
    expect(first.ms).toBeLessThan(firstByteMs * slowness)
    const { since, openedAt } = await eventually(() => expectedPath(person, path), {
      timeoutMs: 20_000,
      what: `it goes by ${path}`,
    }).catch(async (error: unknown) => {
      throw new Error(JSON.stringify(await connectionOf(person)), { cause: error })
    })
    expect(since - openedAt).toBeLessThan(withinMs * slowness)
    const talk = await heard(person, 'stopped', { order: 'stop' })
    expect(talk.numbers).toBeGreaterThan(0)
    expect(talk.stallMs).toBeLessThan(1000 * slowness)
  })
})

/** Undefined while another one carries; by relay, when it is known that there is no better one. */
async function expectedPath(person: Person, kind: PathKind): Promise<{ since: number; openedAt: number } | undefined> {
  const { path, reason, openedAt } = await connectionOf(person)
  if (path?.kind !== kind || (kind === 'relay' && reason === stillLooking)) return undefined
  return { since: path.since, openedAt }
}

const stillLooking = 'A direct way is being looked for.'

const relayOf = ({ kind }: HomeOf): string => lab.otherWorldAddresses[kind === 'ipv6' ? 'ipv6' : 'ipv4']
