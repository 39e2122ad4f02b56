// What a list of devices costs: 50 rows with their services, tags and links of 100,000 devices in one account, 1,000,000 in
// the database, by every filter and in every order. Ours over HTTP, all of it: who asks, what they may see, JSON. Beside
// it the same rows by hand-written SQL through the bare driver.
//
// How flat it is: the lists of an account of 1,000 devices, alone in its database, and among the million.

import { signIn, type Asker } from './load/asker.ts'
import { fleetOf, ownerEmail, smallEmail, smallFleet, smallLength } from './load/fleets.ts'
import { listBySql } from './load/list-by-sql.ts'
import { listCases, type ListCase } from './load/list-cases.ts'
import { startFleetRigs } from './rigs/fleet.ts'
import { interleave, median, p95 } from './rounds.ts'
import { setting } from './settings.ts'
import { printTable } from './table.ts'

const document = `query ($from: Int, $name: String, $state: String, $tag: ListFilter, $sort: String, $owner: Boolean,
  $application: [Int!], $platform: [Int!]) { login { id account {
  devices(size: 50, from: $from, name: $name, state: $state, tag: $tag, sort: $sort, owner: $owner,
    application: $application, platform: $platform) { total items {
    id name configurable scriptable platform state permissions owner { id email } license lastReported created
    endpoint { onlineSince offlineSince externalAddress internalAddress availability instability quality
      geo { connectionType countryName stateName city isp } }
    tags { name color created }
    services { id name state title license application subdomain proxy
      link(type: [HTTPS, WSS]) { url code created password enabled } }
  } } } } }`

interface ListAnswer {
  login: { account: { devices: { total: number; items: { id: string }[] } } }
}

const contenders = ['ours', 'by hand', 'ours, small, among many', 'ours, small, alone'] as const
type Contender = (typeof contenders)[number]
type Times = Map<Contender, number[]>

export async function run(): Promise<void> {
  const length = setting('FARPORT_BENCH_DEVICES', 100_000)
  const fleet = setting('FARPORT_BENCH_FLEET', 1_000_000)
  const rounds = setting('FARPORT_BENCH_ROUNDS', 40)
  await using started = await startFleetRigs([smallFleet, fleetOf(length, fleet)])
  const [alone, among] = started.rigs
  if (alone === undefined || among === undefined) throw new Error('a fleet is missing')
  using owner = await signIn(among.url, ownerEmail, among.password)
  using smallAmong = await signIn(among.url, smallEmail, among.password)
  using smallAlone = await signIn(alone.url, smallEmail, alone.password)
  const accountId = await accountOf(owner)
  const lists: MeasuredList[] = []
  for (const one of listCases(length)) {
    const byHand = listBySql(among.pool, accountId, one)
    try {
      lists.push(await measureList(one, { owner, smallAmong, smallAlone, byHand, rounds }))
    } catch (error) {
      throw new Error(`${one.name} could not be measured\n${among.log()}${alone.log()}`, { cause: error })
    }
  }
  report(lists, { length, fleet })
}

interface MeasuredList {
  readonly name: string
  readonly total: number
  readonly times: Times
}

interface World {
  readonly owner: Asker
  readonly smallAmong: Asker
  readonly smallAlone: Asker
  readonly byHand: ReturnType<typeof listBySql>
  readonly rounds: number
}

async function measureList(one: ListCase, world: World): Promise<MeasuredList> {
  const { owner, smallAmong, smallAlone, byHand, rounds } = world
  // In a thousand devices there is no page so deep.
  const inSmall = { ...one.wish, ...(one.wish.from === undefined ? {} : { from: Math.floor(smallLength / 2) }) }
  const ask: Record<Contender, () => Promise<unknown>> = {
    ours: () => owner.ask<ListAnswer>(document, one.wish),
    'by hand': byHand,
    'ours, small, among many': () => smallAmong.ask(document, inSmall),
    'ours, small, alone': () => smallAlone.ask(document, inSmall),
  }
  const total = compareRows(await owner.ask<ListAnswer>(document, one.wish), await byHand(), one.name)
  const timed = async (contender: Contender) => {
    const beganMs = performance.now()
    await ask[contender]()
    return performance.now() - beganMs
  }
  // So that all have warmed up.
  await interleave(contenders, Math.ceil(rounds / 8), timed)
  return { name: one.name, total, times: await interleave(contenders, rounds, timed) }
}

async function accountOf(person: Asker): Promise<string> {
  const { login } = await person.ask<{ login: { id: string } }>('{ login { id } }', {})
  return login.id
}

/** Gives the total, once it is sure that both have found the same. */
function compareRows(ours: ListAnswer, theirs: { ids: readonly string[]; total: number }, name: string): number {
  const { total, items } = ours.login.account.devices
  const isSame = total === theirs.total && items.map(({ id }) => id).join() === theirs.ids.join()
  if (!isSame) throw new Error(`${name}: ours and the SQL by hand have found different devices`)
  return total
}

function report(lists: readonly MeasuredList[], size: { length: number; fleet: number }): void {
  const judged = lists.map((list) => {
    const of = (contender: Contender) => list.times.get(contender) ?? []
    return {
      ...list,
      middle: median(of('ours')),
      ours: p95(of('ours')),
      byHand: p95(of('by hand')),
      among: p95(of('ours, small, among many')),
      alone: p95(of('ours, small, alone')),
    }
  })
  process.stdout.write(
    `${size.length} devices in the account, ${size.fleet} in the database; "small": an account of ${smallLength}; ms\n`,
  )
  printTable(
    ['', 'devices', 'p50', 'p95', 'SQL p95', 'ratio', 'small p95', 'alone p95', 'growth'],
    judged.map((list) => [
      list.name,
      String(list.total),
      ...[list.middle, list.ours, list.byHand].map((ms) => ms.toFixed(1)),
      (list.ours / list.byHand).toFixed(2),
      ...[list.among, list.alone].map((ms) => ms.toFixed(1)),
      (list.among / list.alone).toFixed(2),
    ]),
  )
  const ratios = judged.map(({ ours, byHand }) => ours / byHand)
  const growths = judged.map(({ among, alone }) => among / alone)
  const worst = judged.reduce((one, other) => (one.ours / one.byHand > other.ours / other.byHand ? one : other))
  process.stdout.write(
    `flat: from ${smallLength} to ${size.fleet} devices in the database, growth ${median(growths).toFixed(2)} in the middle, ${Math.max(...growths).toFixed(2)} at worst\n`,
  )
  process.stdout.write(
    `device-list: ratio ${Math.max(...ratios).toFixed(2)} (the worst of ${judged.length}: ${worst.name}, ours ${worst.ours.toFixed(1)}, SQL by hand ${worst.byHand.toFixed(1)}, ms p95; the middle ratio ${median(ratios).toFixed(2)}; growth ${median(growths).toFixed(2)})\n`,
  )
}
