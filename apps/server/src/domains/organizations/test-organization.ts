// For tests: an organization with its owner, and what may be done to it, in few words.

import type { DeviceId, RoleId } from '@farport/vocabulary'
import { expect } from 'vitest'
import { decide, sightDevices, type AccessChange, type Actor } from '../../access/index.ts'
import { createTestDomains, type TestDomains } from '../../test-domains.ts'
import type { OrganizationsContext } from './context.ts'
import type { Member } from './member.ts'
import { membersOf } from './member-store.ts'
import { createRole } from './operations/create-role.ts'
import { removeMember } from './operations/remove-member.ts'
import { setMember, type MemberWish } from './operations/set-member.ts'
import { setOrganization } from './operations/set-organization.ts'
import { updateRole } from './operations/update-role.ts'
import type { OrganizationWish } from './organization.ts'
import type { Role, RoleWish } from './role.ts'
import { rolesOf } from './role-store.ts'

/** What a change answers with when it was made. */
export const done = { ok: true, value: true }

export const refusal = (code: string, message?: string) => ({
  ok: false,
  refusal: expect.objectContaining(message === undefined ? { code } : { code, message }) as unknown,
})

export type TestPerson = Actor & { readonly email: string }

export type TestOrganization = Awaited<ReturnType<typeof createTestOrganization>>

export interface TestOrganizations extends AsyncDisposable {
  readonly world: TestDomains
  readonly context: OrganizationsContext
  /** Changes of access, in their order. Without those that concern nobody. */
  readonly announced: AccessChange[]
}

export async function createTestOrganizations(): Promise<TestOrganizations> {
  const world = await createTestDomains()
  const announced: AccessChange[] = []
  const { accessChanges } = world.organizations
  const announce: typeof accessChanges.announce = (tx, change) => {
    if (change.userIds.length > 0) announced.push(change)
    return accessChanges.announce(tx, change)
  }
  const context = { ...world.organizations, accessChanges: { ...accessChanges, announce } }
  return { world, context, announced, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

/** One that nobody has changed yet, of somebody who has nothing else. */
export async function createTestOrganization({ world, context, announced }: TestOrganizations) {
  const { queries } = world.database
  const owner = await world.account()
  const accountId = owner.userId
  const set = (actor: Actor, wish: OrganizationWish, whose = accountId) =>
    setOrganization(context, actor, { accountId: whose, wish })
  const put = (actor: Actor, emails: readonly string[], wish: Partial<MemberWish> = {}) =>
    setMember(context, actor, { accountId, emails, role: undefined, isLicensed: undefined, ...wish })
  const create = (wish: RoleWish, actor: Actor = owner) => createRole(context, actor, { accountId, wish })
  const roles = async () => (await rolesOf(queries, [accountId])).get(accountId) ?? []
  const members = async () => (await membersOf(queries, [accountId])).get(accountId) ?? []
  const again = async (person: TestPerson): Promise<TestPerson> => ({
    ...(await world.again(person)),
    email: person.email,
  })

  /** Somebody who is a member as the wish says, with the access that it gives. */
  async function member(wish: Partial<MemberWish> = {}): Promise<TestPerson> {
    const person = await world.account()
    const answer = await put(owner, [person.email], wish)
    if (!answer.ok) throw new Error(answer.refusal.message)
    announced.length = 0
    return again(person)
  }

  await set(owner, { name: 'Lab' })
  announced.length = 0
  return {
    owner,
    accountId,
    set,
    put,
    create,
    roles,
    members,
    member,
    again,
    admin: () => member({ role: 'admin' }),
    remove: (actor: Actor, ...emails: string[]) => removeMember(context, actor, { accountId, emails }),
    update: (id: RoleId, wish: RoleWish, actor: Actor = owner) => updateRole(context, actor, { accountId, id, wish }),

    async role(wish: RoleWish): Promise<Role> {
      const role = await create({ name: `Role ${(await roles()).length}`, ...wish })
      if (!role.ok) throw new Error(role.refusal.message)
      return role.value
    },

    async memberOf({ userId }: Actor): Promise<Member | undefined> {
      return (await members()).find((one) => one.userId === userId)
    },

    /** Three or more, by name as by age. */
    async devices(count = 3): Promise<[DeviceId, DeviceId, DeviceId, ...DeviceId[]]> {
      const add = async (index: number) => (await world.device(owner, { hostname: `d${index}` })).device.id
      const devices: [DeviceId, DeviceId, DeviceId, ...DeviceId[]] = [await add(0), await add(1), await add(2)]
      while (devices.length < count) devices.push(await add(devices.length))
      return devices
    },

    async tag(name: string, ...deviceIds: DeviceId[]): Promise<void> {
      const tagId = world.devices.ids('g')
      const at = { account_id: accountId, created_at: new Date() }
      const row = { ...at, id: tagId, name, name_key: name.toLowerCase(), color: 1 }
      await queries.insertInto('tags').values(row).execute()
      const puts = deviceIds.map((deviceId) => ({ ...at, tag_id: tagId, device_id: deviceId }))
      await queries.insertInto('device_tags').values(puts).execute()
    },

    async reached(person: Actor, ids: readonly DeviceId[], permission: 'VIEW' | 'CONNECT' = 'VIEW') {
      const actor = await world.again(person)
      const things = ids.map((id) => ({ accountId, id }))
      const seen = await sightDevices(queries, actor, things)
      return seen.filter((device) => decide(actor, permission, device).allowed).map((device) => device.id)
    },
  }
}
