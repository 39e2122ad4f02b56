import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../access/index.ts'
import { deleteOrganization } from './operations/delete-organization.ts'
import { deleteRole } from './operations/delete-role.ts'
import { foreseeRoleChange } from './operations/foresee-role-change.ts'
import { listGuests } from './operations/list-guests.ts'
import { createCnameLookup } from './operations/look-up-cname.ts'
import { createRole } from './operations/create-role.ts'
import { setOrganization } from './operations/set-organization.ts'
import { findOrganization } from './organization-store.ts'
import { rolesOf } from './role-store.ts'
import {
  createTestOrganization,
  createTestOrganizations,
  done,
  refusal,
  type TestOrganization,
  type TestOrganizations,
} from './test-organization.ts'

let rig: TestOrganizations
let firm: TestOrganization
beforeAll(async () => {
  rig = await createTestOrganizations()
})
afterAll(() => rig[Symbol.asyncDispose]())
beforeEach(async () => {
  firm = await createTestOrganization(rig)
})

const admins = 'You need admin privileges to change this organization.'

describe('an organization', () => {
  it('is made by the first call, with its two roles, and changed by the next', async () => {
    expect(await firm.roles()).toMatchObject([
      {
        name: 'Admin',
        isSystem: true,
        permissions: ['VIEW', 'CONNECT', 'SCRIPTING', 'MANAGE', 'ADMIN'],
        scope: { access: 'ALL' },
      },
      { name: 'Member', isSystem: true, permissions: ['VIEW', 'CONNECT'], scope: { access: 'ALL' } },
    ])
    await firm.set(firm.owner, {
      name: 'Works',
      logoUrl: 'https://example.com/a.png',
      providers: ['SAML'],
    })
    await firm.set(firm.owner, { domain: '' })
    expect(await findOrganization(rig.world.database.queries, firm.accountId)).toMatchObject({
      name: 'Works',
      logoUrl: 'https://example.com/a.png',
      providers: ['SAML'],
      domain: undefined,
      verifiedAt: undefined,
    })
    await firm.set(firm.owner, { logoUrl: '', providers: [] })
    expect(await findOrganization(rig.world.database.queries, firm.accountId)).toMatchObject({
      name: 'Works',
      logoUrl: undefined,
      providers: [],
    })
    expect(await firm.roles()).toHaveLength(2)
  })

  it('is made once by many calls at the same moment', async () => {
    const person = await rig.world.account()
    const calls = Array.from({ length: 5 }, (_, index) => firm.set(person, { name: `Lab ${index}` }, person.userId))
    expect(await Promise.all(calls)).toEqual(calls.map(() => done))
    expect((await rolesOf(rig.world.database.queries, [person.userId])).get(person.userId)).toHaveLength(2)
  })

  it('needs a name at first', async () => {
    const person = await rig.world.account()
    expect(await firm.set(person, {}, person.userId)).toEqual(refusal('INVALID', 'Cannot be empty'))
    expect(await firm.set(person, { name: '' }, person.userId)).toEqual(refusal('INVALID', 'Cannot be empty'))
  })

  it.each([
    ['a member', () => firm.member(), 'FORBIDDEN'],
    ['a stranger', () => rig.world.account(), 'NOT_FOUND'],
  ])('is not changed by %s, in no way', async (_, who, code) => {
    const person = await who()
    const role = await firm.role({})
    const { accountId } = role
    const expected = code === 'FORBIDDEN' ? refusal(code, admins) : refusal(code)
    expect(await firm.set(person, { name: 'Mine' })).toEqual(expected)
    expect(await firm.put(person, ['new@example.org'])).toEqual(expected)
    expect(await firm.remove(person, 'new@example.org')).toEqual(expected)
    expect(await firm.create({ name: 'Mine' }, person)).toEqual(expected)
    expect(await firm.update(role.id, { name: 'Mine' }, person)).toEqual(expected)
    expect(await deleteRole(rig.context, person, { accountId, id: role.id })).toEqual(expected)
    expect(await foreseeRoleChange(rig.context, person, { accountId, id: role.id, wish: {} })).toEqual(expected)
    expect(await listGuests(rig.context, person, accountId, {})).toEqual(refusal(code))
    expect(rig.announced).toEqual([])
  })

  it('is changed by an admin, whatever their role reaches', async () => {
    const { id } = await firm.role({ grant: ['ADMIN'] })
    const boss = await firm.member({ role: { id } })
    expect(await firm.set(boss, { name: 'Works' })).toEqual(done)
    expect(await firm.put(boss, ['new@example.org'], { role: 'admin' })).toEqual(done)
  })

  it('that is none has no members and no roles', async () => {
    const person = await rig.world.account()
    const accountId = person.userId
    const none = refusal('NOT_FOUND', 'This account has no organization.')
    expect(await firm.put(person, ['new@example.org'], { accountId })).toEqual(none)
    expect(await createRole(rig.context, person, { accountId, wish: { name: 'x' } })).toEqual(none)
    expect(await deleteOrganization(rig.context, person)).toEqual(none)
  })

  it('ends with all memberships, and may begin anew', async () => {
    const people = [await firm.member(), await firm.admin()]
    expect(await deleteOrganization(rig.context, firm.owner)).toEqual(done)
    expect(rig.announced[0]).toEqual({
      accountId: firm.accountId,
      userIds: people.map((person) => person.userId),
    })
    for (const person of people) expect((await firm.again(person)).grants).toHaveLength(1)
    expect(await firm.set(firm.owner, { name: 'Lab' })).toEqual(done)
    expect(await firm.members()).toEqual([])
  })
})

describe('a domain', () => {
  /** A DNS server that answers every question for a CNAME with this, and leaves none without an answer. */
  async function nameServer(answers: ReadonlyMap<string, string>) {
    const socket = createSocket('udp4')
    socket.on('message', (question, { port, address }) => socket.send(answerTo(question, answers), port, address))
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    return { address: `127.0.0.1:${socket.address().port}`, [Symbol.dispose]: () => void socket.close() }
  }

  it('is verified when its record is there, stays so, and is not any more with another', async () => {
    const { queries } = rig.world.database
    const records = new Map<string, string>()
    using server = await nameServer(records)
    const asking = { ...rig.context, lookUpCname: createCnameLookup([server.address]) }
    const say = (actor: Actor, domain: string) =>
      setOrganization(asking, actor, { accountId: actor.userId, wish: { domain } })
    const found = async (actor: Actor) => {
      const one = await findOrganization(queries, actor.userId)
      if (one === undefined) throw new Error('there is no organization')
      return one
    }
    await say(firm.owner, 'example.com')
    expect((await found(firm.owner)).verifiedAt).toBeUndefined()
    records.set('_farport.example.com', (await found(firm.owner)).verificationValue)
    await say(firm.owner, 'example.com')
    expect((await found(firm.owner)).verifiedAt).toEqual(new Date(rig.world.clock.nowMs))
    await firm.set(firm.owner, { name: 'Works' })
    expect((await found(firm.owner)).verifiedAt).toBeDefined()

    const other = await rig.world.account()
    await firm.set(other, { name: 'Other', domain: 'example.com' }, other.userId)
    records.set('_farport.example.com', (await found(other)).verificationValue)
    await say(other, 'example.com')
    expect([(await found(other)).verifiedAt, (await found(firm.owner)).verifiedAt]).toEqual([
      expect.any(Date),
      undefined,
    ])
    await say(other, 'example.org')
    expect(await found(other)).toMatchObject({ domain: 'example.org', verifiedAt: undefined })
  })
})

/** The question again, with its answer: as DNS writes it. */
function answerTo(question: Buffer, answers: ReadonlyMap<string, string>): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const value = answers.get(labels.join('.').toLowerCase())
  const head = Buffer.from(question.subarray(0, 12))
  head.writeUInt16BE(value === undefined ? 0x8183 : 0x8180, 2)
  head.writeUInt16BE(value === undefined ? 0 : 1, 6)
  head.writeUInt16BE(0, 10)
  const asked = question.subarray(12, at + 5)
  if (value === undefined) return Buffer.concat([head, asked])
  const name = Buffer.concat([
    ...value.split('.').map((label) => Buffer.from(String.fromCharCode(label.length) + label, 'latin1')),
    Buffer.from([0]),
  ])
  const record = Buffer.from([0xc0, 12, 0, 5, 0, 1, 0, 0, 0, 0, 0, name.length])
  return Buffer.concat([head, asked, record, name])
}
