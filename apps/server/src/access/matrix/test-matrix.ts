// For tests: an organization with everybody in front of it, and cases that one of them tries.

import { randomBytes } from 'node:crypto'
import { Secret } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { actors, owner, type ActorRow } from './test-actors.ts'
import { caller, createAccount, createCase, createOrganization, signIn, type Caller, type Case } from './test-world.ts'

export interface Matrix extends AsyncDisposable {
  /** What the actor is answered to a question about new things. */
  ask(actor: ActorRow, question: (one: Case) => string): Promise<{ code: string | undefined; data: unknown; one: Case }>
}

export async function createMatrix(): Promise<Matrix> {
  const secret = new Secret(randomBytes(32).toString('base64url'))
  const server = await startTestServer({ secret, roles: ['api'] })
  const organization = await createOrganization(server.database.queries, 'Lab')
  const callers = new Map<ActorRow, Caller>()
  for (const row of actors) callers.set(row, await callerOf(row))

  async function callerOf(row: ActorRow): Promise<Caller> {
    const account = await accountOf(row)
    if (row.isNobody === 'without a session') return caller(server, account, {})
    const person = await signIn(server, secret, account)
    return row.isNobody === undefined ? person : switchedOffKeyOf(server, person)
  }

  async function accountOf(row: ActorRow): Promise<{ id: AccountId; email: string }> {
    const { queries } = server.database
    // The key is the owner's: it could do everything.
    const isOwn = row === owner || row.isNobody === 'by a key that was switched off'
    const id = isOwn ? organization : row.isOfOther === true ? await createOrganization(queries, 'Other') : undefined
    return id === undefined ? createAccount(queries) : { id, email: `${id}@example.org` }
  }

  return {
    async ask(actor, question) {
      const person = callers.get(actor)
      if (person === undefined) throw new Error(`nobody is ${actor.name}`)
      const one = await createCase(server.database.queries, organization, actor, person)
      const { data, errors } = await person.query(question(one))
      return { code: errors?.[0]?.extensions.code, data, one }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

async function switchedOffKeyOf(server: TestServer, person: Caller): Promise<Caller> {
  const { data } = await person.query('mutation { createAccessKey { key secret } }')
  const { createAccessKey: key } = data as { createAccessKey: { key: string; secret: string } } // as was asked for
  const program = server.program(key)
  // It works, until it is switched off.
  await program.ask('{ login { id } }')
  await person.query(`mutation { updateAccessKey(key: "${key.key}", enabled: false) { enabled } }`)
  return {
    ...person,
    query: async (query) => (await program.query(query)).body as Awaited<ReturnType<Caller['query']>>, // GraphQL's shape
  }
}
