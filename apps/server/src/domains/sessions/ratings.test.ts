import { randomUUID } from 'node:crypto'
import type { ConnectionId } from '@farport/vocabulary'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../access/index.ts'
import type { Service } from '#domains/services'
import { createTestDomains, type TestDomains } from '../../test-domains.ts'
import { countSessions } from './operations/count-sessions.ts'
import { rateSession } from './operations/rate-session.ts'
import { listSessions } from './index.ts'

let world: TestDomains
let owner: Actor
let guest: Actor
let service: Service

beforeAll(async () => {
  world = await createTestDomains()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  owner = world.person()
  guest = world.person()
  ;({ service } = await world.device(owner))
})

async function session(user: Actor, ended?: { msAgo: number }): Promise<ConnectionId> {
  const id = randomUUID() as ConnectionId // a UUID
  await world.database.queries
    .insertInto('sessions')
    .values({
      account_id: owner.userId,
      id,
      device_id: service.deviceId,
      service_id: service.id,
      user_id: user.userId,
      is_proxy: true,
      initiator_platform: 5,
      target: JSON.stringify({ id: service.id }),
      began_at: new Date(world.clock.nowMs - 7_200_000),
      ...(ended === undefined
        ? {}
        : { ended_at: new Date(world.clock.nowMs - ended.msAgo), end_reason: 'disconnected' }),
    })
    .execute()
  return id
}

const rate = (sessionId: ConnectionId, actor: Actor = guest, quality = 100, serviceId = service.id) =>
  rateSession(world.sessions, actor, { serviceId, sessionId, quality })
const refusal = (code: string, message: string) => ({ ok: false, refusal: { code, message } })

describe('a session is rated', () => {
  it('by who opened it, once', async () => {
    const id = await session(guest, { msAgo: 1000 })
    expect(await rate(id, guest, 50)).toEqual({ ok: true, value: true })
    expect(await rate(id)).toEqual(refusal('CONFLICT', 'This connection was rated already.'))
    const row = await world.database.queries
      .selectFrom('sessions')
      .select('rating')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row?.rating).toBe(50)
  })

  it('once, of many calls at one moment', async () => {
    const id = await session(guest, { msAgo: 1000 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => rate(id)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  })

  it('not by the owner of the device', async () => {
    const id = await session(guest, { msAgo: 1000 })
    expect(await rate(id, owner)).toEqual(refusal('NOT_FOUND', 'There is no such session of yours.'))
  })

  it('not by the name of another service', async () => {
    const id = await session(guest, { msAgo: 1000 })
    const { service: other } = await world.device(owner)
    expect(await rate(id, guest, 100, other.id)).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
  })

  it('not while it lives, nor when it is long over', async () => {
    expect(await rate(await session(guest))).toEqual(refusal('CONFLICT', 'The connection has not ended yet.'))
    expect(await rate(await session(guest, { msAgo: 3_600_001 }))).toEqual(
      refusal('CONFLICT', 'A connection can be rated within an hour after its end.'),
    )
  })

  it('not with another number', async () => {
    const id = await session(guest, { msAgo: 1000 })
    expect(await rate(id, guest, 99)).toEqual(
      refusal('INVALID', 'A connection is rated with 100 (good), 50 (okay) or 0 (bad).'),
    )
  })
})

describe('the sessions of a person', () => {
  it('are those to their devices, and those that they opened elsewhere', async () => {
    const [own, guests, ended] = [await session(owner), await session(guest), await session(guest, { msAgo: 1 })]
    const of = async (actor: Actor) =>
      (await listSessions(world.sessions, actor, { accountId: actor.userId })).map(({ id }) => id).toSorted()
    expect(await of(owner)).toEqual([own, guests].toSorted())
    expect(await of(guest)).toEqual([guests])
    expect(await of(world.person())).toEqual([])
    expect(await listSessions(world.sessions, guest, { accountId: guest.userId, ids: [ended, own] })).toEqual([])
  })

  it('are counted', async () => {
    await session(owner)
    await session(guest)
    await session(guest, { msAgo: 1 })
    const count = (actor: Actor) => countSessions(world.sessions, actor, actor.userId)
    expect([await count(owner), await count(guest)]).toEqual([
      { inbound: 2, outbound: 1 },
      { inbound: 0, outbound: 1 },
    ])
    expect(await countSessions(world.sessions, guest, owner.userId)).toEqual({ inbound: 0, outbound: 0 })
  })
})
