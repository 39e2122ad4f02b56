import { scryptSync } from 'node:crypto'
import type { ServiceId } from '@farport/vocabulary'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../access/index.ts'
import { addService, removeService, updateService, type Service } from '#domains/services'
import { createTestDomains, type TestDomains } from '../../test-domains.ts'
import { linkPorts, type LinkArguments } from './connect-link.ts'
import { findLink } from './connect-link-store.ts'
import { linkKeeper } from './operations/keep-links.ts'
import { removeConnectLink, setConnectLink } from './operations/set-connect-link.ts'

let world: TestDomains
let owner: Actor
let ssh: Service
let web: Service

beforeAll(async () => {
  world = await createTestDomains()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  owner = world.person()
  const { device, service } = await world.device(owner)
  ssh = service
  const added = await addService(world.services, owner, { deviceId: device.id, wish: { application: 8 } })
  if (!added.ok) throw new Error(added.refusal.message)
  web = added.value.service
})

const ask = (wish: LinkArguments = {}, serviceId: ServiceId = web.id, actor: Actor = owner) =>
  setConnectLink(world.connections, actor, { serviceId, wish })

async function set(wish: LinkArguments = {}, serviceId: ServiceId = web.id) {
  const answer = await ask(wish, serviceId)
  if (!answer.ok) throw new Error(answer.refusal.message)
  return answer.value.link
}

const linkEvents = async () =>
  (await world.eventsOf(owner)).map((event) => event.action).filter((action) => action?.includes('link'))

describe('a connect link', () => {
  it('is made, and then keeps its code', async () => {
    const first = await set()
    expect(first).toMatchObject({ enabled: true, passwordHash: undefined, allow: [], deny: [], port: undefined })
    expect(first.code).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/)
    const second = await set({ enabled: false, allow: ['192.0.2.0/24'], deny: ['192.0.2.7'] })
    expect(second).toMatchObject({ code: first.code, enabled: false, allow: ['192.0.2.0/24'], deny: ['192.0.2.7'] })
    expect(await set({})).toEqual(second)
    expect(await linkEvents()).toEqual(['service-link-set', 'service-link-set', 'service-link-set'])
  })

  it('keeps its password as a hash, until another or none is wanted', async () => {
    const { passwordHash } = await set({ password: 'hunter2' })
    const [kind, cost, salt, hash] = passwordHash?.split('$') ?? []
    expect(kind).toBe('scrypt')
    const derived = scryptSync('hunter2', Buffer.from(salt ?? '', 'base64url'), 32, { N: Number(cost) })
    expect(derived.toString('base64url')).toBe(hash)
    expect((await set({ password: '*****' })).passwordHash).toBe(passwordHash)
    expect((await set({})).passwordHash).toBe(passwordHash)
    expect((await set({ password: 'hunter2' })).passwordHash).not.toBe(passwordHash)
    expect((await set({ password: null })).passwordHash).toBeUndefined()
    expect(JSON.stringify(await world.eventsOf(owner))).not.toContain('hunter2')
  })

  it('of no web page has a port of its own, which stays', async () => {
    const ports = [(await set({}, ssh.id)).port, (await set({}, ssh.id)).port]
    expect(ports[0]).toBeGreaterThanOrEqual(linkPorts.first)
    expect(ports[0]).toBeLessThanOrEqual(linkPorts.last)
    expect(ports[1]).toBe(ports[0])
  })

  it('finds another port than all that are taken', async () => {
    const { port } = await set({}, ssh.id)
    const others = await Promise.all(
      Array.from({ length: 8 }, async (_, number) => {
        const { service } = await world.device(owner, { hostname: `pi-${number}` })
        return (await set({}, service.id)).port
      }),
    )
    expect(new Set([port, ...others]).size).toBe(9)
  })

  it('finds the last port that is left, and then none', async () => {
    const { device } = await world.device(world.person())
    const at = new Date()
    const ports = Array.from({ length: linkPorts.last - linkPorts.first + 1 }, (_, offset) => linkPorts.first + offset)
    const taken = new Set(
      (await world.database.queries.selectFrom('connect_links').select('port').execute()).map((row) => row.port),
    )
    const free = ports.filter((port) => !taken.has(port) && port !== 34_567)
    for (let start = 0; start < free.length; start += 2000) {
      const rows = free.slice(start, start + 2000).map((port) => ({ port, id: `s-${String(port).padStart(16, '0')}` }))
      const { accountId, id: deviceId } = device
      await world.database.queries
        .insertInto('services')
        .values(
          rows.map(({ id }) => ({
            account_id: accountId,
            id,
            device_id: deviceId,
            name: id,
            application: 1,
            host: 'localhost',
            port: 1,
            enabled: true,
            created_at: at,
          })),
        )
        .execute()
      await world.database.queries
        .insertInto('connect_links')
        .values(
          rows.map(({ id, port }) => ({
            account_id: accountId,
            service_id: id,
            code: id,
            port,
            enabled: true,
            created_at: at,
          })),
        )
        .execute()
    }
    expect((await set({}, ssh.id)).port).toBe(34_567)
    const { service } = await world.device(owner)
    expect(await ask({}, service.id)).toEqual({
      ok: false,
      refusal: { code: 'LIMIT_EXCEEDED', message: 'This installation has no port left for another link.' },
    })
    await world.database.queries.deleteFrom('connect_links').where('account_id', '=', device.accountId).execute()
  })

  it('gets a port when its service becomes no web page, and gives it back when it is one again', async () => {
    const { code } = await set({ allow: ['192.0.2.0/24'] })
    const become = async (application: number) => {
      await updateService(world.services, owner, { serviceId: web.id, wish: { application } })
      return findLink(world.database.queries, web)
    }
    const asPort = await become(28)
    expect(asPort).toMatchObject({ code, allow: ['192.0.2.0/24'], enabled: true })
    expect(asPort?.port).toBeGreaterThanOrEqual(linkPorts.first)
    expect(await become(1)).toEqual(asPort)
    expect(await become(8)).toMatchObject({ code, port: undefined })
  })

  it('of no web page takes no password, and lets go of the one that it had', async () => {
    const refusal = {
      code: 'INVALID',
      message:
        'Only web pages can ask for a password: the link of this service is a port. ' +
        'Limit who may use it by addresses instead.',
    }
    expect(await ask({ password: 'hunter2' }, ssh.id)).toEqual({ ok: false, refusal })
    expect(await findLink(world.database.queries, ssh)).toBeUndefined()
    await set({ password: 'hunter2' })
    await updateService(world.services, owner, { serviceId: web.id, wish: { application: 28 } })
    expect((await set({ password: '********' })).passwordHash).toBeDefined()
    expect(await ask({ password: 'another' })).toEqual({ ok: false, refusal })
    expect((await set({ password: null })).passwordHash).toBeUndefined()
  })

  it('is taken away, once', async () => {
    await set()
    const remove = () => removeConnectLink(world.connections, owner, { serviceId: web.id })
    expect(await remove()).toEqual({ ok: true, value: true })
    expect(await remove()).toEqual({ ok: true, value: false })
    expect(await linkEvents()).toEqual(['service-link-set', 'service-link-removed'])
  })

  it('goes with its service, and does not go along to another account', async () => {
    await set()
    await set({}, ssh.id)
    await removeService(world.services, owner, { serviceId: web.id })
    expect(await findLink(world.database.queries, web)).toBeUndefined()
    const device = await world.deviceNow(ssh.deviceId)
    const keeper = linkKeeper(world.connections)
    await world.database.transaction(async (tx) => keeper.deviceIsTransferred?.(tx, device, world.person().userId))
    expect(await findLink(world.database.queries, ssh)).toBeUndefined()
  })

  it.each([
    ['a stranger', 'NOT_FOUND', () => world.person()],
    [
      'an onlooker',
      'FORBIDDEN',
      () => ({
        ...world.person(),
        grants: [
          {
            accountId: owner.userId,
            permissions: ['VIEW', 'CONNECT'] as const,
            scope: { over: 'account' } as const,
            isLicensed: true,
          },
        ],
      }),
    ],
  ])('is not for %s to make or take away', async (_, code, actor) => {
    expect(await ask({}, web.id, actor())).toMatchObject({ ok: false, refusal: { code } })
    const removed = removeConnectLink(world.connections, actor(), { serviceId: web.id })
    expect(await removed).toMatchObject({ ok: false, refusal: { code } })
  })
})
