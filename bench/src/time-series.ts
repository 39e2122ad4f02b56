// What graphs cost: one device's, those of fifty devices and their services, and those of a device that flaps, with a
// year of facts in the database. Ours through the whole of the API; beside it the same figures by hand-written SQL
// through the bare driver. All of it at a thousand devices, and again at a hundred thousand.

import { addFlapping, addHistory } from './load/activity-history.ts'
import { addDevices, type FleetDevice } from './load/fleet.ts'
import { signUp, type SignedInPerson } from './load/people.ts'
import { seriesBySql } from './load/series-by-sql.ts'
import { startServerRig, type ServerRig } from './rigs/server.ts'
import { interleave, p95 } from './rounds.ts'
import { setting } from './settings.ts'
import { printTable } from './table.ts'

const fewDevices = 1000
const pageLength = 50

const series = '(resolution: DAY, length: 7, timezone: "Asia/Tokyo") { type resolution start end time data }'
const query = `query ($id: [String!]!) { login { account { device(id: $id) {
  id timeSeries${series} services { id timeSeries${series} } } } } }`

type Kind = 'one device' | 'fifty devices' | 'one that flaps'
type Way = 'ours' | 'by hand'
type Contender = readonly [kind: Kind, way: Way]

export async function run(): Promise<void> {
  const deviceCount = setting('FARPORT_BENCH_DEVICES', 100_000)
  const onlineTimes = setting('FARPORT_BENCH_CHANGES', 50)
  const rounds = setting('FARPORT_BENCH_ROUNDS', 200)
  const history = { onlineTimes, connectedTimes: 10 }
  await using server = await startServerRig()
  const owner = await signUp(server, 'owner@bench.example')
  const devices = await addDevices(server.database, owner.accountId, fewDevices)
  const fewMarks = await addHistory(server.database, owner.accountId, history)
  const flapping = devices.pop()
  if (flapping === undefined) throw new Error('there are no devices')
  await addFlapping(server.database, owner.accountId, flapping.deviceId)
  const few = await measure({ server, owner, devices, flapping, rounds })

  devices.push(...(await addDevices(server.database, owner.accountId, deviceCount - fewDevices)))
  const manyMarks = await addHistory(server.database, owner.accountId, history)
  const many = await measure({ server, owner, devices, flapping, rounds })
  report({ deviceCount, few, many, fewMarks, manyMarks })
}

interface World {
  server: ServerRig
  owner: SignedInPerson
  devices: readonly FleetDevice[]
  flapping: FleetDevice
  rounds: number
}

async function measure({ server, owner, devices, flapping, rounds }: World): Promise<Map<Contender, number[]>> {
  const contenders: Contender[] = (['one device', 'fifty devices', 'one that flaps'] as const).flatMap((kind) =>
    (['ours', 'by hand'] as const).map((way): Contender => [kind, way]),
  )
  let next = 0
  const others = (count: number) =>
    Array.from({ length: count }, () => devices[(next += 7919) % devices.length]?.deviceId ?? '')
  const idsOf = (kind: Kind) =>
    kind === 'one that flaps' ? [flapping.deviceId] : others(kind === 'one device' ? 1 : pageLength)
  const ask = async ([kind, way]: Contender): Promise<number> => {
    const ids = idsOf(kind)
    const beganMs = performance.now()
    const count = way === 'ours' ? await askServer(server, owner, ids) : await seriesBySql(server.database, owner, ids)
    if (count !== ids.length) throw new Error(`of ${ids.length} devices ${count} came, ${way}`)
    return performance.now() - beganMs
  }
  // So that both have warmed up.
  await interleave(contenders, 150, ask)
  return interleave(contenders, rounds, ask)
}

interface Answer {
  data?: { login: { account: { device: { timeSeries: { data: number[] }; services: unknown[] }[] } } }
}

async function askServer({ url }: ServerRig, { token }: SignedInPerson, ids: readonly string[]): Promise<number> {
  const response = await fetch(`${url}/graphql/v1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables: { id: ids } }),
  })
  const { data } = (await response.json()) as Answer // as the API answers
  return data?.login.account.device.filter((device) => device.timeSeries.data.length === 7).length ?? 0
}

interface Measured {
  deviceCount: number
  few: Map<Contender, number[]>
  many: Map<Contender, number[]>
  fewMarks: number
  manyMarks: number
}

function report({ deviceCount, few, many, fewMarks, manyMarks }: Measured): void {
  const find = (measured: Map<Contender, number[]>, kind: Kind, way: Way) =>
    p95([...measured].find(([contender]) => contender[0] === kind && contender[1] === way)?.[1] ?? [])
  const rows = [...many.keys()].map(([kind, way]) => {
    const [before, after] = [find(few, kind, way), find(many, kind, way)]
    return [`${kind}, ${way}`, before.toFixed(2), after.toFixed(2), (after / before).toFixed(2)]
  })
  process.stdout.write(`${fewMarks} marks of ${fewDevices} devices, then ${manyMarks} of ${deviceCount}; ms, p95\n`)
  printTable(['', `${fewDevices} devices`, `${deviceCount} devices`, 'growth'], rows)
  const [ours, theirs] = [find(many, 'fifty devices', 'ours'), find(many, 'fifty devices', 'by hand')]
  process.stdout.write(
    `time-series: ratio ${(ours / theirs).toFixed(2)} (ours ${ours.toFixed(2)}, by hand-written SQL ${theirs.toFixed(2)}, ms p95 for the graphs of ${pageLength} devices and their services)\n`,
  )
}
