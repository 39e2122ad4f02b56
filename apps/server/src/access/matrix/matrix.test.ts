import { randomBytes } from 'node:crypto'
import { Secret } from '@farport/basics'
import type { RefusalCode } from '@farport/contract'
import { loadSchema } from '@farport/contract/schema'
import type { AccountId } from '@farport/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveText } from '#platform/secrets'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { actors, owner, type ActorRow } from './test-actors.ts'
import { lastOperation, laterOperations, operations, type OperationRow } from './test-operations.ts'
import { readings } from './test-readings.ts'
import { caller, createAccount, createCase, createOrganization, signIn, type Caller } from './test-world.ts'

const secret = new Secret(randomBytes(32).toString('base64url'))
let server: TestServer
let organization: AccountId
const callers = new Map<ActorRow, Caller>()
beforeAll(async () => {
  server = await startTestServer({ secret, roles: ['api'] })
  const { queries } = server.database
  organization = await createOrganization(queries, 'Lab')
  const other = await createOrganization(queries, 'Other')
  for (const row of actors) {
    const id = row === owner ? organization : row.name.includes('another organization') ? other : undefined
    const account = id === undefined ? await createAccount(queries) : { id, email: `${id}@example.org` }
    callers.set(row, row.isNobody === true ? nobody(account) : await signIn(server, sessionSecret(), account))
  }
})
afterAll(() => server[Symbol.asyncDispose]())

const sessionSecret = () => deriveText(secret, 'sessions').reveal()

/** Without a session. */
const nobody = (account: { id: AccountId; email: string }) => caller(server, account, {})

function expectedOf(row: OperationRow, actor: ActorRow): RefusalCode | 'done' {
  if (row.expected !== undefined) return row.expected(actor)
  if (actor.isNobody === true) return 'UNAUTHENTICATED'
  const permissions = actor.may[row.on]
  if (permissions.includes(row.needs)) return row.outcome ?? 'done'
  const isSeen = row.on === 'account' ? actor.isMember : permissions.includes('VIEW')
  return isSeen ? 'FORBIDDEN' : 'NOT_FOUND'
}

async function outcomeOf(row: OperationRow, actor: ActorRow): Promise<string> {
  const person = callers.get(actor)
  if (person === undefined) throw new Error(`nobody is ${actor.name}`)
  const one = await createCase(server.database.queries, organization, actor, person)
  const { errors } = await person.query(`mutation { ${row.ask(one)} }`)
  return errors?.[0]?.extensions.code ?? 'done'
}

const nameOf = ({ field, how }: { field: string; how?: string }) => (how === undefined ? field : `${field} ${how}`)
const rows = [...operations, ...laterOperations].map((row) => [nameOf(row), row] as const)

describe.each(rows)('%s', (_, row) => {
  it('is done for those who may, and refused to everybody else', () => tryWithAll(row, actors))
})

async function tryWithAll(row: OperationRow, everybody: readonly ActorRow[]): Promise<void> {
  const outcomes: Record<string, string> = {}
  for (const actor of everybody) outcomes[actor.name] = await outcomeOf(row, actor)
  expect(outcomes).toEqual(Object.fromEntries(everybody.map((actor) => [actor.name, expectedOf(row, actor)])))
}

describe.each(readings.map((row) => [nameOf(row), row] as const))('reading %s', (_, row) => {
  it('shows those who may see it, and nothing to everybody else', async () => {
    const outcomes: Record<string, string> = {}
    for (const actor of actors) {
      const person = callers.get(actor)
      if (person === undefined) continue
      const one = await createCase(server.database.queries, organization, actor, person)
      const { data, errors } = await person.query(`{ login { ${row.ask(one)} } }`)
      const code = errors?.[0]?.extensions.code
      const answer = JSON.stringify(data)
      outcomes[actor.name] = code ?? (row.shows(answer, one) ? 'shown' : 'hidden')
      if (outcomes[actor.name] === 'shown' && row.says !== undefined) expect(answer).toContain(row.says(actor))
    }
    expect(outcomes).toEqual(Object.fromEntries(actors.map((actor) => [actor.name, row.expected(actor)])))
  })
})

it('deleteOrganization is the owner’s alone', () =>
  tryWithAll(lastOperation, [...actors.filter((actor) => actor !== owner), owner]))

it('every mutation of the contract stands in the table, but for those that only know the person', () => {
  const known = new Set([...operations, ...laterOperations, lastOperation].map(({ field }) => field))
  const personal = ['createAccessKey', 'updateAccessKey', 'deleteAccessKey', 'createAccount', 'updateAccount']
  const notifying = ['setNotificationSettings', 'readNotifications', 'testWebhook']
  expect([...known, ...personal, ...notifying].toSorted()).toEqual(
    Object.keys(loadSchema().getMutationType()?.getFields() ?? {}).toSorted(),
  )
})
