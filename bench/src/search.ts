// What a search costs while somebody types: the contract's document, ten devices by a part of their name or of a service's,
// and all networks, in an account of 100,000 devices among 1,000,000. Beside it the same rows by hand-written SQL
// through the bare driver.

import { signIn } from './load/asker.ts'
import { fleetOf, ownerEmail } from './load/fleets.ts'
import { searchBySql, type FoundBySql } from './load/search-by-sql.ts'
import { startFleetRigs } from './rigs/fleet.ts'
import { interleave, median, p95 } from './rounds.ts'
import { setting } from './settings.ts'
import { printTable } from './table.ts'

const document = `query Search($id: String, $size: Int, $name: String, $serviceId: [String!]) { login { account(id: $id) {
  devices(size: $size, name: $name, id: $serviceId) {
    items { id name platform owner { email } services { name id } } }
  networks { id name connections { name service { name id } } owner { email } }
} } }`

interface SearchAnswer {
  login: { account: { devices: { items: { id: string }[] }; networks: { connections: unknown[] }[] } }
}

/** Words that are typed: some that are rare, some that are everywhere, of one letter and of many. */
const words = [
  '00077',
  'kiosk-0',
  '東京',
  'カメラ',
  'датчик',
  'कैमरा',
  'gateway',
  'ssh',
  'web',
  '駅',
  'é',
  'nothing at all',
]
const contenders = ['ours', 'by hand'] as const

export async function run(): Promise<void> {
  const length = setting('FARPORT_BENCH_DEVICES', 100_000)
  const rounds = setting('FARPORT_BENCH_ROUNDS', 60)
  await using started = await startFleetRigs([fleetOf(length, setting('FARPORT_BENCH_FLEET', 1_000_000))])
  const [rig] = started.rigs
  if (rig === undefined) throw new Error('the fleet is missing')
  using owner = await signIn(rig.url, ownerEmail, rig.password)
  const { login } = await owner.ask<{ login: { id: string } }>('{ login { id } }', {})
  const rows: { word: string; ours: number[]; byHand: number[] }[] = []
  for (const word of words) {
    const ask = {
      ours: async () => found(await owner.ask<SearchAnswer>(document, { size: 10, name: word })),
      'by hand': () => searchBySql(rig.pool, login.id, word),
    }
    const [ours, theirs] = [await ask.ours(), await ask['by hand']()]
    const isSame = ours.deviceIds.join() === theirs.deviceIds.join() && ours.connections === theirs.connections
    if (!isSame) throw new Error(`${word}: ours and the SQL by hand have found different things`)
    const timed = async (contender: (typeof contenders)[number]) => {
      const beganMs = performance.now()
      await ask[contender]()
      return performance.now() - beganMs
    }
    await interleave(contenders, Math.ceil(rounds / 8), timed)
    const times = await interleave(contenders, rounds, timed)
    rows.push({ word, ours: times.get('ours') ?? [], byHand: times.get('by hand') ?? [] })
  }
  report(rows)
}

function found({ login: { account } }: SearchAnswer): FoundBySql {
  const connections = account.networks.reduce((sum, network) => sum + network.connections.length, 0)
  return { deviceIds: account.devices.items.map(({ id }) => id), connections }
}

function report(rows: readonly { word: string; ours: readonly number[]; byHand: readonly number[] }[]): void {
  const judged = rows.map(({ word, ours, byHand }) => ({
    word,
    middle: median(ours),
    ours: p95(ours),
    byHand: p95(byHand),
    ratio: p95(ours) / p95(byHand),
  }))
  printTable(
    ['ms', 'p50', 'p95', 'SQL p95', 'ratio'],
    judged.map(({ word, middle, ours, byHand, ratio }) => [
      word,
      ...[middle, ours, byHand].map((ms) => ms.toFixed(1)),
      ratio.toFixed(2),
    ]),
  )
  const worst = judged.reduce((one, other) => (one.ratio > other.ratio ? one : other))
  const middle = median(judged.map(({ ratio }) => ratio))
  process.stdout.write(
    `search: ratio ${worst.ratio.toFixed(2)} (the worst of ${judged.length}: ${worst.word}, ours ${worst.ours.toFixed(1)}, SQL by hand ${worst.byHand.toFixed(1)}, ms p95; the middle ratio ${middle.toFixed(2)})\n`,
  )
}
