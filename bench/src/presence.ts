// How fast the server takes in where agents are: a hundred thousand that come to ten relays, and ten thousand that come
// back at once. Beside it the same rows, upserted by hand-written SQL through the raw driver, with nothing else done.
//
// Ours reads messages from the relays' channels, decides for each fact whether it is news, writes and tells. All that it
// has written is read from the database afterwards, and is what the peer writes, in batches of the same length.

import { batchLengthMax } from '@farport/protocol'
import { eventually } from '@farport/testkit'
import { relaysWithDevices } from '../../apps/server/src/domains/devices/index.ts'
import { addDevices, newId, type FleetDevice } from './load/fleet.ts'
import { signUp, type SignedInPerson } from './load/people.ts'
import { joinRelay, type FactsRelay } from './load/relay-facts.ts'
import { takeRows, upsertRows, type TakenRows } from './load/same-rows.ts'
import { startServerRig, type ServerRig } from './rigs/server.ts'
import { median } from './rounds.ts'
import { setting } from './settings.ts'
import { printTable } from './table.ts'

const accountCount = 50
const relayCount = 10
const rounds = 20

interface Phase {
  readonly name: string
  readonly rows: number
  readonly ourMs: number
  readonly peerMs: number
}

interface Costs {
  readonly devices: number
  /** Of a thousand facts without news. */
  readonly batchMs: number
  readonly countMs: number
  readonly holdersMs: number
}

export async function run(): Promise<void> {
  const count = setting('FARPORT_BENCH_AGENTS', 100_000)
  const returning = Math.min(count, setting('FARPORT_BENCH_RETURNING', 10_000))
  await using server = await startServerRig()
  using relays = new DisposableStack()
  const joined: FactsRelay[] = []
  for (let number = 0; number < relayCount; number += 1) joined.push(relays.use(await joinRelay(server)))
  const person = await signUp(server, 'owner@bench.example')

  const few = await addDevices(server.database, person.accountId, 1000)
  const alone = await costsOf(server, joined, person, few)
  // Half of the fleet is of one account, the other half of many.
  const fleet = [...few, ...(await addDevices(server.database, person.accountId, Math.ceil(count / 2) - few.length))]
  for (let number = 0; number < accountCount; number += 1) {
    fleet.push(...(await addDevices(server.database, newId('a'), Math.ceil(count / 2 / accountCount))))
  }
  const phases = [await comeOnline(server, joined, fleet), await comeBack(server, joined, fleet.slice(0, returning))]
  const among = await costsOf(server, joined, person, few)
  report(phases, [alone, { ...among, devices: fleet.length }])
}

const tables = ['device_presence', 'events', 'activity', 'activity_marks']

/** Each relay has a part of them, and tells all at once, as after a start. */
async function comeOnline(
  server: ServerRig,
  relays: readonly FactsRelay[],
  fleet: readonly FleetDevice[],
): Promise<Phase> {
  const before = await takeRows(server.database, tables)
  const ourMs = await timed(async () => {
    for (const { relay, part } of partsOf(fleet, relays)) relay.tellSnapshot(part)
    await eventually(async () => (await settled(server)) === relays.length, {
      timeoutMs: 600_000,
      what: 'all are told',
    })
  })
  const written = await takeRows(server.database, tables, before)
  return { name: `${fleet.length} come online`, ourMs, ...(await peerWrites(server, written)) }
}

/** They were away for less than the grace: nothing changes but their tunnels. */
async function comeBack(
  server: ServerRig,
  relays: readonly FactsRelay[],
  fleet: readonly FleetDevice[],
): Promise<Phase> {
  const before = await takeRows(server.database, tables)
  const ourMs = await timed(() => tellAndWait(server, relays, fleet))
  const written = await takeRows(server.database, tables, before)
  return { name: `${fleet.length} come back at once`, ourMs, ...(await peerWrites(server, written)) }
}

async function tellAndWait(
  { database }: ServerRig,
  relays: readonly FactsRelay[],
  devices: readonly FleetDevice[],
): Promise<void> {
  const told = partsOf(devices, relays).map(({ relay, part }) => ({ last: part.at(-1), at: relay.tell(part, true) }))
  const sql = `select count(*)::int as count from device_presence
    join unnest($1::text[], $2::timestamptz[]) as told (device_id, at) using (device_id) where entered_at >= told.at`
  const values = [told.map(({ last }) => last?.deviceId), told.map(({ at }) => new Date(at))]
  await eventually(
    async () => {
      const { rows } = await database.pool.query<{ count: number }>(sql, values)
      return rows[0]?.count === told.length
    },
    { timeoutMs: 600_000, what: 'the last of each relay is taken in' },
  )
}

function partsOf(devices: readonly FleetDevice[], relays: readonly FactsRelay[]) {
  const length = Math.ceil(devices.length / relays.length)
  return relays.map((relay, at) => ({ relay, part: devices.slice(at * length, (at + 1) * length) }))
}

async function settled({ database }: ServerRig): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::int as count from relays where settles_at is not null',
  )
  return rows[0]?.count ?? 0
}

async function peerWrites(server: ServerRig, written: TakenRows): Promise<{ rows: number; peerMs: number }> {
  const rows = [...written.values()].reduce((sum, { length }) => sum + length, 0)
  const peerMs = await upsertRows(server.database, written, { batchLength: batchLengthMax, writers: relayCount })
  return { rows, peerMs }
}

async function costsOf(
  server: ServerRig,
  relays: readonly FactsRelay[],
  person: SignedInPerson,
  devices: readonly FleetDevice[],
): Promise<Costs> {
  const [relay] = relays
  if (relay === undefined) throw new Error('no relay has joined')
  const batch = await medianOf(() => tellAndWait(server, [relay], devices))
  const count = await medianOf(() => countOnline(server, person))
  const holders = await medianOf(() => relaysWithDevices(server.database.queries))
  return { devices: devices.length, batchMs: batch, countMs: count, holdersMs: holders }
}

/** As the portal asks. */
async function countOnline({ url }: ServerRig, { token }: SignedInPerson): Promise<void> {
  const response = await fetch(`${url}/graphql/v1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: '{ login { account { info { devices { total online offline } } } } }' }),
  })
  const answer = (await response.json()) as { errors?: { message: string }[] } // as the API answers
  if (answer.errors?.[0] !== undefined) throw new Error(answer.errors[0].message)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now()
  await work()
  return performance.now() - beganMs
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let round = 0; round < rounds; round += 1) took.push(await timed(work))
  return median(took)
}

function report(phases: readonly Phase[], [alone, among]: readonly [Costs, Costs]): void {
  const perSecond = (rows: number, ms: number) => ((rows / ms) * 1000).toFixed(0)
  printTable(
    ['', 'rows', 'farport s', 'raw SQL s', 'farport rows/s', 'raw SQL rows/s', 'ratio'],
    phases.map(({ name, rows, ourMs, peerMs }) => [
      name,
      String(rows),
      (ourMs / 1000).toFixed(2),
      (peerMs / 1000).toFixed(2),
      perSecond(rows, ourMs),
      perSecond(rows, peerMs),
      (ourMs / peerMs).toFixed(2),
    ]),
  )
  printTable(
    ['devices', '1,000 facts ms', 'how many are online ms', 'relays that hold any ms'],
    [alone, among].map((costs) => [
      String(costs.devices),
      ...[costs.batchMs, costs.countMs, costs.holdersMs].map((ms) => ms.toFixed(1)),
    ]),
  )
  const [taken] = phases
  if (taken === undefined) throw new Error('nothing was measured')
  const flat = (among.batchMs / alone.batchMs).toFixed(2)
  process.stdout.write(
    `presence: ratio ${(taken.ourMs / taken.peerMs).toFixed(2)} (ours ${(taken.ourMs / 1000).toFixed(2)}, raw SQL ${(taken.peerMs / 1000).toFixed(2)}, s until ${taken.name}; a thousand facts take ${flat} of the time that they take without the rest of the fleet)\n`,
  )
}
