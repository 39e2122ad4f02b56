// For tests: the organization that the matrix is about, made with plain inserts, and people with sessions in it.

import { randomBytes, randomUUID } from 'node:crypto'
import type { Secret } from '@farport/basics'
import { createIdFactory, type AccountId } from '@farport/vocabulary'
import { createSessionTokens } from '#domains/identity'
import type { Queries } from '#platform/database'
import { deriveSecret } from '#platform/secrets'
import { createTokenSigner } from '#platform/signed-tokens'
import type { TestServer } from '../../test-server.ts'
import type { ActorRow } from './test-actors.ts'

const ids = createIdFactory({ now: Date.now, randomBytes: () => randomBytes(8) })
const at = new Date()

/** What one case acts on, new for each. */
export interface Case {
  account: AccountId
  device: string
  service: string
  network: string
  /** A role and a member that nobody acts as. */
  role: string
  memberEmail: string
  /** The member's id. */
  member: AccountId
  /** Whom the network is shared with, too. */
  guest: AccountId
  tag: string
  /** Of the actor. */
  email: string
  actor: AccountId
}

export interface Caller {
  id: AccountId
  email: string
  query(query: string): Promise<{ data?: unknown; errors?: { message: string; extensions: { code: string } }[] }>
}

export async function createAccount(queries: Queries): Promise<{ id: AccountId; email: string }> {
  const id = ids('a')
  const email = `${id}@example.org`
  await queries.insertInto('auth.user').values({ id, name: '', email, email_verified: true }).execute()
  return { id, email }
}

export async function createOrganization(queries: Queries, name: string): Promise<AccountId> {
  const { id } = await createAccount(queries)
  await queries
    .insertInto('organizations')
    .values({ account_id: id, name, verification_value: 'v', created_at: at })
    .execute()
  const tags = ['red', 'green', 'blue'].map((tag) => ({
    account_id: id,
    id: ids('g'),
    name: tag,
    name_key: tag,
    color: 1,
    created_at: at,
  }))
  await queries.insertInto('tags').values(tags).execute()
  const systemRoles = ['Admin', 'Member'].map((role) => ({
    account_id: id,
    id: ids('p'),
    name: role,
    is_system: true,
    permissions: ['VIEW'],
    access: 'ALL',
    created_at: at,
  }))
  await queries.insertInto('roles').values(systemRoles).execute()
  // So that those without a licence find the first five taken.
  for (let count = 0; count < 6; count += 1) await insertDevice(queries, id)
  return id
}

async function insertDevice(queries: Queries, account: AccountId): Promise<{ device: string; services: string[] }> {
  const device = ids('d')
  const key = randomBytes(32).toString('base64url')
  await queries
    .insertInto('devices')
    .values({ account_id: account, id: device, name: device, platform: 769, created_at: at, revised_at: at })
    .execute()
  await queries.insertInto('agent_keys').values({ account_id: account, device_id: device, public_key: key }).execute()
  await queries
    .insertInto('device_presence')
    .values({ account_id: account, device_id: device, fact_at: at, confirmed_at: at })
    .execute()
  const services = [ids('s'), ids('s')]
  await queries
    .insertInto('services')
    .values(
      services.map((id, index) => ({
        account_id: account,
        id,
        device_id: device,
        name: `service ${index}`,
        application: 28,
        host: 'localhost',
        port: 22 + index,
        enabled: true,
        created_at: at,
      })),
    )
    .execute()
  return { device, services }
}

/** New things of the organization, and the actor's way to them as the row says. */
export async function createCase(
  queries: Queries,
  account: AccountId,
  row: ActorRow,
  actor: { id: AccountId; email: string },
): Promise<Case> {
  const { device, services } = await insertDevice(queries, account)
  const [service = '', otherService = ''] = services
  const network = ids('n')
  await queries
    .insertInto('networks')
    .values({ account_id: account, id: network, name: 'network', created_at: at })
    .execute()
  await queries
    .insertInto('network_connections')
    .values({ account_id: account, network_id: network, service_id: service, device_id: device, created_at: at })
    .execute()
  const link = { account_id: account, service_id: service, code: service, enabled: true, created_at: at }
  await queries.insertInto('connect_links').values(link).execute()
  const { id: red } = await queries
    .selectFrom('tags')
    .select('id')
    .where('account_id', '=', account)
    .where('name_key', '=', 'red')
    .executeTakeFirstOrThrow()
  const tagged = { account_id: account, tag_id: red, created_at: at }
  await queries
    .insertInto('device_tags')
    .values({ ...tagged, device_id: device })
    .execute()
  await queries
    .insertInto('network_tags')
    .values({ ...tagged, network_id: network })
    .execute()
  const tag = `tag-${device}`
  await queries
    .insertInto('tags')
    .values({ account_id: account, id: ids('g'), name: tag, name_key: tag, color: 1, created_at: at })
    .execute()
  // An organization has a limited number of them.
  await queries.deleteFrom('roles').where('account_id', '=', account).where('is_system', '=', false).execute()
  const bystander = await createAccount(queries)
  const role = await insertRole(queries, account, { permissions: ['VIEW'], access: 'NONE' }, device)
  await insertMember(queries, account, bystander.id, role, true)
  const guest = await createAccount(queries)
  await queries
    .insertInto('network_shares')
    .values({ account_id: account, network_id: network, user_id: guest.id, created_by: account, created_at: at })
    .execute()
  await letIn(queries, account, row, actor.id, { device, service, otherService, network })
  const memberEmail = bystander.email
  return {
    account,
    device,
    service,
    network,
    role,
    memberEmail,
    member: bystander.id,
    guest: guest.id,
    tag,
    email: actor.email,
    actor: actor.id,
  }
}

async function letIn(
  queries: Queries,
  account: AccountId,
  { role, share }: ActorRow,
  user: AccountId,
  things: { device: string; service: string; otherService: string; network: string },
): Promise<void> {
  if (role !== undefined) {
    const roleId = role === null ? null : await insertRole(queries, account, role, things.device)
    await insertMember(queries, account, user, roleId, role?.isLicensed ?? true)
  }
  if (share === undefined) return
  const shared = { account_id: account, user_id: user, created_by: account, created_at: at }
  if (share === 'network') {
    await queries
      .insertInto('network_shares')
      .values({ ...shared, network_id: things.network })
      .execute()
    return
  }
  const { services, canScript } = share
  const serviceIds = services === 'all' ? null : services === 'the service' ? [things.service] : [things.otherService]
  await queries
    .insertInto('device_shares')
    .values({ ...shared, device_id: things.device, can_script: canScript, service_ids: serviceIds })
    .execute()
}

async function insertRole(
  queries: Queries,
  account: AccountId,
  role: NonNullable<ActorRow['role']>,
  device: string,
): Promise<string> {
  const id = ids('p')
  await queries
    .insertInto('roles')
    .values({
      account_id: account,
      id,
      name: id,
      permissions: [...role.permissions],
      access: role.access,
      tag_operator: role.operator ?? 'ANY',
      tag_keys: [...(role.tags ?? [])],
      device_ids: role.listsDevice === undefined ? [] : [role.listsDevice ? device : ids('d')],
      created_at: at,
    })
    .execute()
  return id
}

async function insertMember(
  queries: Queries,
  account: AccountId,
  user: AccountId,
  role: string | null,
  isLicensed: boolean,
): Promise<void> {
  const row = { account_id: account, user_id: user, role_id: role, is_licensed: isLicensed, created_at: at }
  await queries
    .insertInto('members')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doUpdateSet({ role_id: role }))
    .execute()
}

/** Somebody with a session of their own. `secret` is the server's. */
export async function signIn(
  server: TestServer,
  secret: Secret,
  account: { id: AccountId; email: string },
): Promise<Caller> {
  const sessionId = randomUUID()
  const expiresAtMs = Date.now() + 3_600_000
  await server.database.queries
    .insertInto('auth.session')
    .values({ id: sessionId, user_id: account.id, expires_at: new Date(expiresAtMs) })
    .execute()
  const tokens = createSessionTokens(createTokenSigner(deriveSecret(secret, 'sessions')))
  return caller(server, account, {
    authorization: `Bearer ${tokens.access({ sessionId, generation: 0, expiresAtMs })}`,
  })
}

export function caller(
  server: TestServer,
  { id, email }: { id: AccountId; email: string },
  headers: Record<string, string>,
): Caller {
  return {
    id,
    email,
    async query(query) {
      const response = await fetch(`${server.url}/graphql/v1`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query }),
      })
      return (await response.json()) as Awaited<ReturnType<Caller['query']>> // GraphQL's own shape
    },
  }
}
