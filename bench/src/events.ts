// How long it takes until everybody who watches has heard of it: one device flips and a thousand portals watch, and ten
// thousand devices flip at once. Beside it a bare `ws` that is told the same frames and passes them on.
//
// Ours takes the fact from a relay's channel, writes it, asks who may see it, and runs each portal's own query; the peer
// does nothing of that. The portals belong to the owner, the members and the guests of one account.

import { eventually } from '@farport/testkit'
import type { WebSocket } from 'ws'
import { addDevices, newId, type FleetDevice } from './load/fleet.ts'
import { signUp, type SignedInPerson } from './load/people.ts'
import { closePortals, forget, openPortal, type Portal } from './load/portals.ts'
import { joinRelay, type FactsRelay } from './load/relay-facts.ts'
import { residentBytes, startReady } from './processes.ts'
import { startServerRig, type ServerRig } from './rigs/server.ts'
import { interleave, median } from './rounds.ts'
import { setting } from './settings.ts'
import { printTable } from './table.ts'

/** What the portal asks of every event. */
const query = `{ event { type state action timestamp
  target { id name application platform owner { id email } device { id name created } } actor { id email }
  ... on DeviceConnectEvent { platform session source proxy manufacturer }
  ... on DeviceShareEvent { scripting users { id email } } } }`

const peopleCount = 50

export async function run(): Promise<void> {
  const portalCount = setting('FARPORT_BENCH_PORTALS', 1000)
  const burstLength = setting('FARPORT_BENCH_BURST', 10_000)
  const rounds = setting('FARPORT_BENCH_ROUNDS', 40)
  await using server = await startServerRig()
  using relay = await joinRelay(server)
  const people: SignedInPerson[] = []
  for (let number = 0; number < peopleCount; number += 1) people.push(await signUp(server, `p${number}@bench.example`))
  const [owner, ...others] = people
  if (owner === undefined) throw new Error('nobody signed up')
  const watched = await addDevices(server.database, owner.accountId, 1000)
  await letWatch(server, owner, others, watched)

  await using peer = await startReady(new URL('load/broadcaster.ts', import.meta.url))
  const peerUrl = `ws://127.0.0.1:${peer.port}`
  const teller = (await openPortal(peerUrl, false)).socket
  const theirs = await Promise.all(Array.from({ length: portalCount }, () => openPortal(peerUrl, false)))

  const singles = await openOurs(server, people, portalCount, false)
  const frame = await firstFrame(relay, watched, singles)
  const fanOuts = await measureFlips({ relay, watched, singles, theirs, teller, frame, rounds })
  await addDevices(server.database, owner.accountId, 99_000)
  const grown = await measureFlips({ relay, watched, singles, theirs, teller, frame, rounds })
  closePortals(singles)

  const batched = await openOurs(server, people, portalCount, true)
  await firstFrame(relay, watched, batched)
  const burst = await measureBurst({ server, relay, owner, batched, theirs, teller, burstLength })
  closePortals([...batched, ...theirs])
  teller.terminate()
  report({ portalCount, burstLength, fanOuts, grown, burst })
}

/** Half of the others are members who see the whole account, half are guests on the devices. */
async function letWatch(
  { database }: ServerRig,
  owner: SignedInPerson,
  others: readonly SignedInPerson[],
  watched: readonly FleetDevice[],
): Promise<void> {
  const roleId = newId('p')
  const [members, guests] = [others.filter((_, at) => at % 2 === 0), others.filter((_, at) => at % 2 === 1)]
  const { pool } = database
  await pool.query(
    `insert into organizations (account_id, name, verification_value, created_at) values ($1, 'Bench', '', now())`,
    [owner.accountId],
  )
  await pool.query(
    `insert into roles (account_id, id, name, permissions, access, created_at)
     values ($1, $2, 'Watcher', array['VIEW', 'CONNECT'], 'ALL', now())`,
    [owner.accountId, roleId],
  )
  await pool.query(
    `insert into members (account_id, user_id, role_id, is_licensed, created_at)
     select $1, id, $2, true, now() from unnest($3::text[]) as member (id)`,
    [owner.accountId, roleId, members.map(({ accountId }) => accountId)],
  )
  await pool.query(
    `insert into device_shares (account_id, device_id, user_id, created_by, created_at)
     select $1, device.id, guest.id, $1, now() from unnest($2::text[]) as device (id), unnest($3::text[]) as guest (id)`,
    [owner.accountId, watched.slice(0, 10).map(({ deviceId }) => deviceId), guests.map(({ accountId }) => accountId)],
  )
}

/** The first portal of each person is a witness. */
function openOurs(
  server: ServerRig,
  people: readonly SignedInPerson[],
  count: number,
  supportsBatch: boolean,
): Promise<Portal[]> {
  const url = `${server.url.replace('http', 'ws')}/events/v1`
  return Promise.all(
    Array.from({ length: count }, (_, at) => {
      const person = people[at % people.length]
      const headers = { authorization: `Bearer ${person?.token}` }
      return openPortal(url, at < people.length, { action: 'subscribe', headers, query, supportsBatch })
    }),
  )
}

/** Flips until everybody listens, and gives what one heard of a flip. */
async function firstFrame(
  relay: FactsRelay,
  watched: readonly FleetDevice[],
  portals: readonly Portal[],
): Promise<Buffer> {
  let isOnline = true
  await eventually(
    async () => {
      relay.tell(watched.slice(0, 1), (isOnline = !isOnline))
      await new Promise((resolve) => setTimeout(resolve, 300))
      return portals.every((portal) => portal.bytes > 0)
    },
    { timeoutMs: 60_000, what: 'every portal listens' },
  )
  relay.tell(watched.slice(0, 1), false)
  await quiet(portals)
  const frame = portals[0]?.frames.at(-1)
  if (frame === undefined) throw new Error('the first portal heard nothing')
  return frame
}

interface Flips {
  relay: FactsRelay
  watched: readonly FleetDevice[]
  singles: readonly Portal[]
  theirs: readonly Portal[]
  teller: WebSocket
  frame: Buffer
  rounds: number
}

type FanOuts = Map<'farport' | 'ws', number[][]>

/** By contender, of each round how long each portal waited. */
function measureFlips({ relay, watched, singles, theirs, teller, frame, rounds }: Flips): Promise<FanOuts> {
  let isOnline = false
  return interleave(['farport', 'ws'] as const, rounds, async (contender) => {
    const portals = contender === 'farport' ? singles : theirs
    forget(portals)
    const beganMs = performance.now()
    if (contender === 'farport') relay.tell(watched.slice(0, 1), (isOnline = !isOnline))
    else teller.send(frame)
    await eventually(() => portals.every((portal) => portal.bytes > 0), { what: 'all have heard of it' })
    return portals.map((portal) => portal.heardAtMs - beganMs)
  })
}

interface Burst {
  ourMs: number
  peerMs: number
  megabytes: number
  residentBeforeMb: number
  residentPeakMb: number
}

async function measureBurst(means: {
  server: ServerRig
  relay: FactsRelay
  owner: SignedInPerson
  batched: readonly Portal[]
  theirs: readonly Portal[]
  teller: WebSocket
  burstLength: number
}): Promise<Burst> {
  const { server, relay, owner, batched, theirs, teller, burstLength } = means
  // Guests do not see these: a burst in an account is heard by those who act for it.
  const devices = await addDevices(server.database, owner.accountId, burstLength)
  const hearing = batched.filter((_, at) => at % peopleCount === 0 || (at % peopleCount) % 2 === 1)
  forget(batched)
  let peak = 0
  const before = residentBytes(server.pid)
  const watch = setInterval(() => (peak = Math.max(peak, residentBytes(server.pid))), 50)
  const beganMs = performance.now()
  relay.tell(devices, true)
  await eventually(() => hearing.every((portal) => portal.bytes > 0), { timeoutMs: 60_000, what: 'the burst begins' })
  await quiet(batched)
  clearInterval(watch)
  const ourMs = lastHeard(hearing) - beganMs
  assertNothingLost(hearing, devices)

  const frames = hearing[0]?.frames ?? []
  const peers = theirs.slice(0, hearing.length)
  closePortals(theirs.slice(hearing.length))
  forget(theirs)
  const peerBeganMs = performance.now()
  for (const frame of frames) teller.send(frame)
  const bytes = hearing[0]?.bytes ?? 0
  await eventually(() => peers.every((portal) => portal.bytes === bytes), {
    timeoutMs: 60_000,
    what: 'the peer is done',
  })
  return {
    ourMs,
    peerMs: lastHeard(peers) - peerBeganMs,
    megabytes: (bytes * hearing.length) / 1e6,
    residentBeforeMb: before / 1e6,
    residentPeakMb: peak / 1e6,
  }
}

/** What a batch of answers is longer than its answers and a comma after each: `{"events":[…]}`. */
const batchOverhead = 12

/** Witnesses read every event, in order; to the others as much was told. */
function assertNothingLost(portals: readonly Portal[], devices: readonly FleetDevice[]): void {
  const expected = devices.map(({ deviceId }) => deviceId).join()
  const told = new Set(portals.map((portal) => portal.bytes - portal.frameCount * batchOverhead))
  if (told.size !== 1) throw new Error(`portals heard ${[...told].join(', ')} bytes of answers`)
  for (const { frames } of portals.filter((portal) => portal.frames.length > 0)) {
    const ids = frames.flatMap((frame) => {
      const batch = JSON.parse(frame.toString()) as { events: { data: { event: { target: { id: string }[] } } }[] } // our query
      return batch.events.map((event) => event.data.event.target[0]?.id)
    })
    // Rows are locked in the order of their ids, which is the order in which they were made.
    if (ids.join() !== expected) throw new Error(`a portal heard of ${ids.length} devices, or not in their order`)
  }
}

const lastHeard = (portals: readonly Portal[]) => Math.max(...portals.map((portal) => portal.heardAtMs))

/** Resolves when nobody has heard anything for a while. */
function quiet(portals: readonly Portal[]): Promise<unknown> {
  return eventually(() => performance.now() - lastHeard(portals) > 1000, { timeoutMs: 120_000, what: 'it is quiet' })
}

function report(answers: {
  portalCount: number
  burstLength: number
  fanOuts: FanOuts
  grown: FanOuts
  burst: Burst
}): void {
  const { portalCount, burstLength, fanOuts, grown, burst } = answers
  const row = (name: string, rounds: readonly number[][] = []) => {
    const all = rounds.flat().toSorted((left, right) => left - right)
    const last = median(rounds.map((round) => Math.max(...round)))
    return [name, ...[median(all), percentile(all, 0.99), all.at(-1) ?? 0, last].map(milliseconds)]
  }
  process.stdout.write(`one device flips, ${portalCount} portals of ${peopleCount} people watch (ms)\n`)
  printTable(
    ['', 'p50', 'p99', 'worst', 'median of the last'],
    [
      row('farport, 1,000 devices', fanOuts.get('farport')),
      row('ws, the same frame', fanOuts.get('ws')),
      row('farport, 100,000 devices', grown.get('farport')),
      row('ws, the same frame again', grown.get('ws')),
    ],
  )
  const rate = (ms: number) => `${(burst.megabytes / (ms / 1000)).toFixed(0)} MB/s`
  process.stdout.write(
    `${burstLength} devices flip at once: ${burst.megabytes.toFixed(0)} MB to the portals in ${seconds(burst.ourMs)} (${rate(burst.ourMs)}), nothing lost and in order; ws passes the same frames on in ${seconds(burst.peerMs)} (${rate(burst.peerMs)}); the server grew from ${burst.residentBeforeMb.toFixed(0)} to ${burst.residentPeakMb.toFixed(0)} MB\n`,
  )
  const p99 = (rounds: readonly number[][] = []) =>
    percentile(
      rounds.flat().toSorted((left, right) => left - right),
      0.99,
    )
  const [ours, theirs] = [p99(grown.get('farport')), p99(grown.get('ws'))]
  const flat = ours / p99(fanOuts.get('farport'))
  process.stdout.write(
    `events: ratio ${(ours / theirs).toFixed(2)} (ours ${ours.toFixed(1)}, ws ${theirs.toFixed(1)}, ms until 99 % of ${portalCount} portals have heard of it; allowed 1000 ms; with 100,000 devices ${flat.toFixed(2)} of the time with 1,000)\n`,
  )
}

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
const milliseconds = (ms: number) => ms.toFixed(1)
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
