import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../access/index.ts'
import { agentOf, createTestDomains, nobodysDevice, type TestDomains } from '../../test-domains.ts'
import {
  deleteDevice,
  enrolDevice,
  findDeviceByKey,
  findOpenCode,
  makeRegistration,
  renameDevice,
  setDeviceAttributes,
  type EnrolmentRequest,
} from './index.ts'

let world: TestDomains
beforeAll(async () => {
  world = await createTestDomains()
})
afterAll(() => world[Symbol.asyncDispose]())

async function newCode(owner: Actor, wish: object = {}): Promise<string> {
  const code = await makeRegistration(world.devices, owner, { accountId: owner.userId, ...wish })
  if (!code.ok) throw new Error(code.refusal.message)
  return code.value
}

const enrol = (request: EnrolmentRequest) => world.database.transaction((tx) => enrolDevice(world.devices, tx, request))
const refusal = (code: string) => ({ ok: false, refusal: expect.objectContaining({ code }) })

describe('a registration code', () => {
  it('enrols any number of devices while it lasts, each with a name of its own', async () => {
    const owner = world.person()
    const code = await newCode(owner, { name: 'Kitchen Pi.local', platform: 1072 })
    const names: string[] = []
    for (const hostname of ['one', 'two', 'three']) {
      const enrolled = await enrol({ ...agentOf(hostname), code: code.toUpperCase() })
      if (enrolled.ok) names.push(`${enrolled.value.device.name} ${enrolled.value.device.platform}`)
    }
    expect(names).toEqual(['Kitchen Pi 1072', 'Kitchen Pi-2 1072', 'Kitchen Pi-3 1072'])
    expect(await world.eventsOf(owner)).toMatchObject(
      Array.from({ length: 3 }, () => ({ type: 'DEVICE_REFRESH', action: 'device-registered' })),
    )
  })

  it('is nowhere in the database', async () => {
    const code = await newCode(world.person())
    const rows = await world.database.queries.selectFrom('registrations').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  it('is unknown after a day', async () => {
    const code = await newCode(world.person())
    const open = () => findOpenCode(world.devices, code)
    expect(await open()).toBeDefined()
    world.clock.nowMs += 24 * 3_600_000
    expect(await open()).toBeUndefined()
    expect(await enrol({ ...agentOf('late'), code })).toEqual({ ok: false, refusal: 'code-unknown' })
    world.clock.nowMs -= 24 * 3_600_000
  })

  it('ends when a hundred newer ones have been made', async () => {
    const owner = world.person()
    const first = await newCode(owner)
    for (let count = 0; count < 99; count += 1) await newCode(owner)
    const open = () => findOpenCode(world.devices, first)
    expect(await open()).toBeDefined()
    await newCode(owner)
    expect(await open()).toBeUndefined()
  })

  it('is not given for another’s account', async () => {
    const wish = { accountId: world.person().userId }
    expect(await makeRegistration(world.devices, world.person(), wish)).toEqual(refusal('NOT_FOUND'))
  })

  it.each(['', 'nonsense', 'x'.repeat(24), '0'.repeat(24), "' or 1=1 --"])('%j is unknown', async (code) => {
    expect(await enrol({ ...agentOf('pi'), code })).toEqual({ ok: false, refusal: 'code-unknown' })
  })
})

describe('an agent’s key', () => {
  it('that comes twice is the same device', async () => {
    const owner = world.person()
    const agent = { ...agentOf('pi'), code: await newCode(owner) }
    const [first, again] = [await enrol(agent), await enrol({ ...agent, code: await newCode(owner) })]
    expect(again).toMatchObject({ ok: true, value: { kind: 'again' } })
    expect(again.ok && again.value.device.id).toBe(first.ok && first.value.device.id)
    expect(await findDeviceByKey(world.database.queries, agent.agentKey)).toMatchObject({ accountId: owner.userId })
  })

  it('of one account does not enter another', async () => {
    const agent = { ...agentOf('pi'), code: await newCode(world.person()) }
    await enrol(agent)
    const moved = await enrol({ ...agent, code: await newCode(world.person()) })
    expect(moved).toEqual({ ok: false, refusal: 'already-enrolled' })
  })

  it('is free again when its device is deleted', async () => {
    const owner = world.person()
    const agent = { ...agentOf('pi'), code: await newCode(owner) }
    const enrolled = await enrol(agent)
    if (!enrolled.ok) throw new Error(enrolled.refusal)
    const deleted = await deleteDevice(world.devices, owner, { deviceId: enrolled.value.device.id, force: false })
    expect(deleted).toEqual({ ok: true, value: true })
    expect(await findDeviceByKey(world.database.queries, agent.agentKey)).toBeUndefined()
    expect(await enrol({ ...agent, code: await newCode(world.person()) })).toMatchObject({ ok: true })
  })
})

describe('a device', () => {
  it('is renamed, cleanly, and tells of it', async () => {
    const owner = world.person()
    const { device } = await world.device(owner)
    const renamed = await renameDevice(world.devices, owner, { deviceId: device.id, name: ' Büro Pi ' })
    expect(renamed).toEqual({ ok: true, value: 'Büro Pi' })
    expect((await world.deviceNow(device.id)).name).toBe('Büro Pi')
    expect((await world.eventsOf(owner)).at(-1)).toMatchObject({ type: 'DEVICE_REFRESH', action: 'device-renamed' })
  })

  it('takes no name of another own device, in any case, but that of a stranger’s', async () => {
    const owner = world.person()
    const { device } = await world.device(owner, { hostname: 'one' })
    await world.device(owner, { hostname: 'Two' })
    await world.device(world.person(), { hostname: 'Three' })
    const rename = (name: string) => renameDevice(world.devices, owner, { deviceId: device.id, name })
    expect(await rename('tWO')).toEqual({
      ok: false,
      refusal: { code: 'CONFLICT', message: 'That device name is already in use.' },
    })
    expect(await rename('')).toEqual({ ok: false, refusal: { code: 'INVALID', message: 'Cannot be empty' } })
    expect(await rename('x'.repeat(101))).toEqual({
      ok: false,
      refusal: { code: 'INVALID', message: 'Cannot exceed 100 characters' },
    })
    expect(await rename('ONE')).toEqual({ ok: true, value: 'ONE' })
    expect(await rename('three')).toEqual({ ok: true, value: 'three' })
  })

  it('keeps what two people write into its attributes at once', async () => {
    const owner = world.person()
    const { device } = await world.device(owner)
    const set = (attributes: object) =>
      setDeviceAttributes(world.devices, owner, { deviceId: device.id, attributes: { ...attributes } })
    await Promise.all(Array.from({ length: 8 }, (_, key) => set({ [`key-${key}`]: key })))
    expect(Object.keys((await world.deviceNow(device.id)).attributes)).toHaveLength(8)
    expect(await set({ blob: randomBytes(65_536).toString('hex') })).toEqual(refusal('INVALID'))
  })

  it('is deleted offline, or by force; then its agent is sent away', async () => {
    const owner = world.person()
    const relay = await world.relay()
    const { device } = await world.device(owner, { online: relay.id })
    const remove = (force: boolean) => deleteDevice(world.devices, owner, { deviceId: device.id, force })
    expect(await remove(false)).toEqual({
      ok: false,
      refusal: { code: 'CONFLICT', message: 'Device must be offline' },
    })
    expect(relay.orders).not.toContainEqual(expect.objectContaining({ type: 'drop-agent' }))
    expect(await remove(true)).toEqual({ ok: true, value: true })
    expect(relay.orders).toContainEqual(expect.objectContaining({ type: 'drop-agent', deviceId: device.id }))
    expect((await world.eventsOf(owner)).at(-1)).toMatchObject({ type: 'DEVICE_DELETE' })
    expect(await remove(true)).toEqual(refusal('NOT_FOUND'))
  })

  it('looks to a stranger like one that does not exist', async () => {
    const { device } = await world.device(world.person())
    const stranger = world.person()
    for (const deviceId of [device.id, nobodysDevice]) {
      const unseen = {
        ok: false,
        refusal: { code: 'NOT_FOUND', message: `You don't have access to that device. (${deviceId})` },
      }
      expect(await renameDevice(world.devices, stranger, { deviceId, name: 'mine' })).toEqual(unseen)
      expect(await setDeviceAttributes(world.devices, stranger, { deviceId, attributes: {} })).toEqual(unseen)
      expect(await deleteDevice(world.devices, stranger, { deviceId, force: true })).toEqual(unseen)
    }
  })
})
