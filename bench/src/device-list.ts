// What a list of devices costs: 50 rows with their services, tags and links of 100,000 devices in one account, 1,000,000 in
// the database, by every filter and in every order. Ours over HTTP, all of it: who asks, what they may see, JSON. Beside
// it the same rows by hand-written SQL through the bare driver.
//
// How flat it is: the lists of an account of 1,000 devices, alone in its database, and among the million.

import { guestEmails, memberEmails } from '../../tools/seed/seed-company.ts'
import { signIn, type Asker } from './load/asker.ts'
import { fleetOf, ownerEmail, smallEmail, smallFleet, smallLength } from './load/fleets.ts'
import { listBySql, type RowsBySql } from './load/list-by-sql.ts'
import { listCases, type ListCase } from './load/list-cases.ts'
import { startFleetRigs, type FleetRig } from './rigs/fleet.ts'
import { interleave, median, p95 } from './rounds.ts'
import { setting } from './settings.ts'
import { printTable } from './table.ts'

const document = `query ($accountId: String, $from: Int, $name: String, $state: String, $tag: ListFilter, $sort: String, $owner: Boolean,
  $application: [Int!], $platform: [Int!]) { login { id account(id: $accountId) {
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

type Contender = 'ours' | 'by hand' | 'small, among many' | 'small, alone'
type Ask = () => Promise<unknown>

export async function run(): Promise<void> {
  const length = setting('FARPORT_BENCH_DEVICES', 100_000)
  const fleet = setting('FARPORT_BENCH_FLEET', 1_000_000)
  const rounds = setting('FARPORT_BENCH_ROUNDS', 60)
  await using started = await startFleetRigs([smallFleet, fleetOf(length, fleet)])
  const [alone, among] = started.rigs
  if (alone === undefined || among === undefined) throw new Error('a fleet is missing')
  using people = new DisposableStack()
  const come = async (rig: FleetRig, email: string) => people.use(await signIn(rig.url, email, rig.password))
  const world = { among, owner: await come(among, ownerEmail), rounds }
  const small = { among: await come(among, smallEmail), alone: await come(alone, smallEmail) }
  const lists: MeasuredList[] = []
  // The first time counts for nothing: the server's code is only just being compiled.
  for (const one of listCases(length).slice(0, 3)) await measureOwn(one, { ...world, small })
  for (const one of listCases(length)) lists.push(await measureOwn(one, { ...world, small }))
  for (const other of others) lists.push(await measureOther(other, await come(among, other.email), world))
  report(lists, { length, fleet })
}

interface MeasuredList {
  readonly name: string
  readonly total: number
  readonly times: ReadonlyMap<Contender, readonly number[]>
}

interface World {
  readonly among: FleetRig
  readonly owner: Asker
  readonly rounds: number
}

async function measureOwn(
  { name, wish }: ListCase,
  { among, owner, rounds, small }: World & { small: { among: Asker; alone: Asker } },
): Promise<MeasuredList> {
  // In a thousand devices there is no page so deep.
  const inSmall = { ...wish, ...(wish.from === undefined ? {} : { from: Math.floor(smallLength / 2) }) }
  const ours = () => owner.ask<ListAnswer>(document, wish)
  const byHand = listBySql(among.pool, await accountOf(owner), wish)
  const total = compareRows(await ours(), await byHand(), name)
  const ask = new Map<Contender, Ask>([
    ['ours', ours],
    ['by hand', byHand],
    ['small, among many', () => small.among.ask(document, inSmall)],
    ['small, alone', () => small.alone.ask(document, inSmall)],
  ])
  return { name, total, times: await race(ask, rounds) }
}

interface OtherViewer {
  readonly name: string
  readonly email: string
  /** Whose list they look at. */
  readonly of: 'owner' | 'themselves'
  /** The wish of an owner who would find the same. */
  readonly same: ListCase['wish']
}

const others: readonly OtherViewer[] = [
  {
    name: 'as a member with a role over two tags',
    email: memberEmails[0],
    of: 'owner',
    same: { owner: true, tag: { operator: 'ANY', values: ['production', 'outdoor'] } },
  },
  { name: 'as a member without a licence', email: memberEmails[3], of: 'owner', same: { owner: true } },
  { name: 'as a guest', email: guestEmails[0], of: 'themselves', same: {} },
]

async function measureOther(other: OtherViewer, viewer: Asker, { among, owner, rounds }: World): Promise<MeasuredList> {
  const accountId = await accountOf(other.of === 'owner' ? owner : viewer)
  const ours = () => viewer.ask<ListAnswer>(document, { accountId })
  const byHand = listBySql(among.pool, accountId, other.same)
  const total = compareRows(await ours(), await byHand(), other.name)
  const ask = new Map<Contender, Ask>([
    ['ours', ours],
    ['by hand', byHand],
  ])
  return { name: other.name, total, times: await race(ask, rounds) }
}

/** Cheap lists are asked more often, for so long: of few answers, one in twenty may well be the machine's own doing. */
const raceMs = 3000
const roundsFactorMax = 5

async function race(ask: ReadonlyMap<Contender, Ask>, rounds: number): Promise<Map<Contender, number[]>> {
  const timed = async (contender: Contender) => {
    const beganMs = performance.now()
    await ask.get(contender)?.()
    return performance.now() - beganMs
  }
  const contenders = [...ask.keys()]
  // So that all have warmed up.
  const firstRounds = Math.ceil(rounds / 6)
  const beganMs = performance.now()
  await interleave(contenders, firstRounds, timed)
  const roundMs = (performance.now() - beganMs) / firstRounds
  const affordable = Math.min(Math.floor(raceMs / roundMs), rounds * roundsFactorMax)
  return interleave(contenders, Math.max(rounds, affordable), timed)
}

async function accountOf(person: Asker): Promise<string> {
  const { login } = await person.ask<{ login: { id: string } }>('{ login { id } }', {})
  return login.id
}

/** Gives the total, once it is sure that both have found the same. */
function compareRows(ours: ListAnswer, theirs: RowsBySql, name: string): number {
  const { total, items } = ours.login.account.devices
  const isSame = total === theirs.total && items.map(({ id }) => id).join() === theirs.ids.join()
  if (!isSame) throw new Error(`${name}: ours and the SQL by hand have found different devices`)
  return total
}

function report(lists: readonly MeasuredList[], size: { length: number; fleet: number }): void {
  const judged = lists.map((list) => {
    const of = (contender: Contender) => list.times.get(contender) ?? []
    const [ours, byHand] = [p95(of('ours')), p95(of('by hand'))]
    const [among, alone] = [p95(of('small, among many')), p95(of('small, alone'))]
    return {
      ...list,
      middle: median(of('ours')),
      ours,
      byHand,
      ratio: ours / byHand,
      among,
      alone,
      growth: among / alone,
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
      list.ratio.toFixed(2),
      ...[list.among, list.alone].map((ms) => (Number.isNaN(ms) ? '' : ms.toFixed(1))),
      Number.isNaN(list.growth) ? '' : list.growth.toFixed(2),
    ]),
  )
  const growths = judged.map(({ growth }) => growth).filter((growth) => !Number.isNaN(growth))
  const worst = judged.reduce((one, other) => (one.ratio > other.ratio ? one : other))
  const middle = { ratio: median(judged.map(({ ratio }) => ratio)), growth: median(growths) }
  process.stdout.write(
    `flat: from ${smallLength} to ${size.fleet} devices in the database, growth ${middle.growth.toFixed(2)} in the middle, ${Math.max(...growths).toFixed(2)} at worst\n`,
  )
  process.stdout.write(
    `device-list: ratio ${worst.ratio.toFixed(2)} (the worst of ${judged.length}: ${worst.name}, ours ${worst.ours.toFixed(1)}, SQL by hand ${worst.byHand.toFixed(1)}, ms p95; the middle ratio ${middle.ratio.toFixed(2)}; growth ${middle.growth.toFixed(2)})\n`,
  )
}
