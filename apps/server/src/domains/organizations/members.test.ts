import type { AccountId } from '@farport/vocabulary'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadActor, type Actor } from '../../access/index.ts'
import { membershipsOf } from './member-store.ts'
import { leaveOrganization } from './operations/leave-organization.ts'
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

describe('a member', () => {
  it('gets the role Member and a licence, unless the call says otherwise', async () => {
    const [ann, bob] = [await rig.world.account(), await rig.world.account()]
    expect(await firm.put(firm.owner, [ann.email, ` ${bob.email.toUpperCase()} `])).toEqual(done)
    const [, usual] = await firm.roles()
    expect(await firm.memberOf(ann)).toMatchObject({ roleId: usual?.id, isLicensed: true })
    expect(rig.announced[0]?.userIds.toSorted()).toEqual([ann.userId, bob.userId].toSorted())

    await firm.put(firm.owner, [ann.email], { isLicensed: false })
    expect(await firm.memberOf(ann)).toMatchObject({ roleId: usual?.id, isLicensed: false })
    await firm.put(firm.owner, [ann.email], { role: 'none' })
    expect(await firm.memberOf(ann)).toMatchObject({ roleId: undefined, isLicensed: false })
    await firm.put(firm.owner, [ann.email], { role: 'admin', isLicensed: true })
    const [boss] = await firm.roles()
    expect(await firm.memberOf(ann)).toMatchObject({ roleId: boss?.id, isLicensed: true })
  })

  it('whose licence changes is told, and so is the organization', async () => {
    const ann = await firm.member()
    await firm.put(firm.owner, [ann.email], { isLicensed: false })
    await firm.put(firm.owner, [ann.email], { isLicensed: false })
    const events = (await rig.world.eventsOf(firm.owner)).filter((event) => event.type === 'LICENSE_UPDATED')
    expect(events).toMatchObject([
      { state: 'LICENSED', data: { owner: firm.accountId, users: [ann.userId] } },
      { state: 'UNLICENSED', data: { owner: firm.accountId, users: [ann.userId] } },
    ])
  })

  it('is nobody’s business who may not change members: not even whose organization it is shows', async () => {
    const stranger = await rig.world.account()
    expect(await firm.put(stranger, [firm.owner.email])).toEqual(refusal('NOT_FOUND'))
    expect(await firm.remove(stranger, firm.owner.email)).toEqual(refusal('NOT_FOUND'))
    expect(await firm.put(firm.owner, [firm.owner.email])).toEqual(refusal('CONFLICT'))
    expect(await firm.remove(firm.owner, firm.owner.email)).toEqual(refusal('CONFLICT'))
  })

  it('that stays as it is changes nobody’s access', async () => {
    const ann = await firm.member()
    expect(await firm.put(firm.owner, [ann.email], { role: 'member', isLicensed: true })).toEqual(done)
    expect(rig.announced).toEqual([])
  })

  it('without an account is invited once, and has an account that nobody can enter yet', async () => {
    const email = `new-${firm.accountId}@example.org`
    await firm.put(firm.owner, [email])
    await firm.put(firm.owner, [email], { role: 'admin' })
    const mails = await rig.world.database.queries
      .selectFrom('mails')
      .selectAll()
      .where('recipient', '=', email)
      .execute()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(firm.owner.email)
    expect(mails[0]?.text).toContain(`https://farport.example/sign-up/${encodeURIComponent(email)}`)
    const user = await rig.world.database.queries
      .selectFrom('auth.user')
      .leftJoin('auth.credential', 'auth.credential.user_id', 'auth.user.id')
      .select(['email_verified', 'password'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(user).toEqual({ email_verified: false, password: null })
  })

  it('is written to in Japanese by somebody who reads it', async () => {
    await rig.world.database.queries
      .updateTable('auth.user')
      .set({ language: 'ja' })
      .where('id', '=', firm.accountId)
      .execute()
    const email = `ja-${firm.accountId}@example.org`
    await firm.put(firm.owner, [email])
    const mail = await rig.world.database.queries
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', email)
      .executeTakeFirst()
    expect(mail?.subject).toBe('Farport への招待')
  })

  it('is not invited without end', async () => {
    const outcomes = []
    for (const round of [1, 2]) {
      outcomes.push(
        await firm.put(
          firm.owner,
          Array.from({ length: 60 }, (_, index) => `${firm.accountId}-${round}-${index}@example.org`),
        ),
      )
    }
    expect(outcomes).toEqual([done, refusal('THROTTLED')])
    expect(await firm.members()).toHaveLength(60)
  })

  it('is never the owner, and the owner is not removed', async () => {
    const boss = await firm.admin()
    const never = refusal('CONFLICT', 'The owner of an organization cannot be a member of it.')
    const stranger = `never-${firm.accountId}@example.org`
    expect(await firm.put(boss, [stranger, firm.owner.email], { role: 'none' })).toEqual(never)
    expect(await firm.remove(boss, firm.owner.email)).toEqual(never)
    expect(await firm.put(firm.owner, [firm.owner.email])).toEqual(never)
    // Nor is anybody invited by a call that is refused.
    const mail = await rig.world.database.queries
      .selectFrom('mails')
      .select('id')
      .where('recipient', '=', stranger)
      .executeTakeFirst()
    expect(mail).toBeUndefined()
  })

  it('is not given a role of another organization, or none that exists', async () => {
    const other = await rig.world.account()
    await firm.set(other, { name: 'Other' }, other.userId)
    const [foreign] = (await rolesOf(rig.world.database.queries, [other.userId])).get(other.userId) ?? []
    const ann = await rig.world.account()
    const none = refusal('NOT_FOUND', 'There is no such role in this organization.')
    expect(await firm.put(firm.owner, [ann.email], { role: { id: foreign!.id } })).toEqual(none)
    expect(await firm.memberOf(ann)).toBeUndefined()
  })

  it('is removed, once', async () => {
    const ann = await firm.member()
    const stranger = await rig.world.account()
    expect(await firm.remove(await firm.admin(), ann.email, stranger.email)).toEqual(done)
    expect(rig.announced[0]).toEqual({ accountId: firm.accountId, userIds: [ann.userId] })
    expect(await firm.remove(firm.owner, ann.email, 'nobody@example.org')).toEqual({
      ok: true,
      value: false,
    })
    expect((await firm.again(ann)).grants).toHaveLength(1)
  })

  it('leaves, once', async () => {
    const ann = await firm.member()
    const leave = async (actor: Actor) => leaveOrganization(rig.context, actor, firm.accountId)
    expect(await leave(firm.owner)).toEqual(
      refusal('FORBIDDEN', 'The owner cannot leave the organization, only delete it.'),
    )
    expect(await leave(ann)).toEqual(done)
    expect(rig.announced[0]).toEqual({ accountId: firm.accountId, userIds: [ann.userId] })
    expect(await leave(ann)).toEqual(refusal('NOT_FOUND'))
    expect(await leave(await firm.again(ann))).toEqual(refusal('NOT_FOUND'))
  })
})

it('people with many memberships have them in the order in which they came', async () => {
  const ann = await rig.world.account()
  const firms: AccountId[] = []
  for (let index = 0; index < 3; index += 1) {
    rig.world.clock.nowMs += 1000
    const other = await createTestOrganization(rig)
    await other.put(other.owner, [ann.email])
    firms.push(other.accountId)
  }
  expect((await membershipsOf(rig.world.database.queries, ann.userId)).map((one) => one.accountId)).toEqual(firms)
  const actor = await loadActor(rig.world.database.queries, ann)
  expect(actor.grants.map((grant) => grant.accountId).toSorted()).toEqual([ann.userId, ...firms].toSorted())
})
