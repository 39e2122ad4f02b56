// `kill -9` of the server and of PostgreSQL while it is written to as fast as it goes: nothing that was acknowledged is
// lost, and it serves again within ten seconds. The server outlives its PostgreSQL. FARPORT_TEST_CRASH_ROUNDS says how
// often, FARPORT_TEST_CRASH_SEED repeats what died when.

import { eventually, startSmtpSink, type SmtpSink } from '@farport/testkit'
import { expect, it } from 'vitest'
import { openEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres.ts'
import { silentLog } from '../../apps/server/src/platform/log.ts'
import { createTestAgent } from '../../apps/server/src/test-relay.ts'
import { signUp } from '../support/person.ts'
import { keepServer, type KeptServer } from './kept-server.ts'
import { readKept } from './kept-writes.ts'
import { chance, kill, pick, victims } from './kills.ts'
import { faultsOf } from './lanes.ts'
import { startWriteLoad, type LaneOwner, type WriteLoad } from './write-load.ts'

const rounds = Number(process.env['FARPORT_TEST_CRASH_ROUNDS'] ?? 6)
const seed = Number(process.env['FARPORT_TEST_CRASH_SEED'] ?? Date.now() % 1_000_000)
const accounts = 4
const devicesEach = 6
const servesAgainMsMax = 10_000

it(`${rounds} kills lose no acknowledged write`, { timeout: 120_000 + rounds * 20_000 }, async () => {
  await using mails = await startSmtpSink()
  await using server = await keepServer({ SMTP_URL: mails.url })
  const load = startWriteLoad(server.url, await laneOwners(server, mails))
  const random = chance(seed)
  const returns: number[] = []
  const rates: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    rates.push(await writesPerSecond(load, 1000 + random() * 3000))
    const victim = pick(victims, random)
    const serverBefore = server.pid
    const killedAt = performance.now()
    expect(await kill(server, victim), `round ${round}: killed of ${victim}`).toBeGreaterThan(0)
    returns.push(await servesAgainMs(server, load, killedAt))
    if (victim.includes('postgres')) expect(server.pid, `round ${round}: after ${victim}`).toBe(serverBefore)
  }
  await load.stop()

  await using database = await openEmbeddedPostgres({ directory: server.databaseDirectory, log: silentLog })
  const kept = await readKept(database.connection)
  const faults = load.lanes.flatMap((lane) => {
    const found = kept.get(lane.deviceId)
    return found === undefined ? [`${lane.deviceId} is gone`] : faultsOf(lane, found)
  })
  const slowestMs = Math.round(Math.max(...returns))
  process.stdout.write(
    `seed ${seed}: ${rounds} kills; ${load.acknowledgedCount} acknowledged writes, ` +
      `between kills ${Math.round(median(rates))} per second, and ${Math.round(Math.max(...rates))} at best; ` +
      `it served again after ${Math.round(median(returns))} ms, and ${slowestMs} ms at most\n`,
  )
  expect(faults).toEqual([])
  expect(slowestMs).toBeLessThan(servesAgainMsMax)
})

/** Of the next so many writes. */
async function writesPerSecond(load: WriteLoad, count: number): Promise<number> {
  const [countBefore, startedAt] = [load.acknowledgedCount, performance.now()]
  const written = () => load.acknowledgedCount - countBefore
  await eventually(() => written() >= count, {
    timeoutMs: 60_000,
    pauseMs: 5,
    what: `${count} writes are acknowledged`,
  })
  return (written() / (performance.now() - startedAt)) * 1000
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

async function laneOwners({ url }: KeptServer, mails: SmtpSink): Promise<LaneOwner[]> {
  const owners: LaneOwner[] = []
  for (let account = 0; account < accounts; account += 1) {
    const person = await signUp(url, mails, `writer-${account}@example.org`)
    const { login } = await person.ask<{ login: { account: { registrationCode: string } } }>(
      '{ login { account { registrationCode } } }',
    )
    for (let device = 0; device < devicesEach; device += 1) {
      const { status, body } = await createTestAgent(url).enrol(login.account.registrationCode)
      expect(status).toBe(200)
      owners.push({ token: person.token, deviceId: String(body['deviceId']) })
    }
  }
  return owners
}

/** Until a write is acknowledged that was asked for after the kill, and the server says that all is well. */
async function servesAgainMs(server: KeptServer, load: WriteLoad, killedAt: number): Promise<number> {
  await eventually(() => load.lastAskedAt > killedAt, { timeoutMs: 60_000, what: 'a new write is acknowledged' })
  await eventually(async () => (await fetch(`${server.url}/readyz`)).ok, { timeoutMs: 60_000, what: 'it is ready' })
  return performance.now() - killedAt
}
