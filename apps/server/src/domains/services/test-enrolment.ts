// For tests: a server, and devices that come to an owner's account by codes.

import { createTestAgent, type AgentAnswer } from '../../test-relay.ts'
import { startTestServer, type Person, type TestServer } from '../../test-server.ts'

export interface EnrolmentWorld extends AsyncDisposable {
  readonly server: TestServer
  readonly owner: Person
  /** Fields of the account, as they stand in GraphQL. */
  inAccount<Data = Record<string, string>>(fields: string, person?: Person): Promise<Data>
  /** A registration code; `args` as they stand in GraphQL. */
  newCode(args?: string, person?: Person): Promise<string>
  /** A new agent that comes with the code. */
  enrol(code: string, wish?: object): Promise<AgentAnswer>
  /** Oldest first. */
  devices(fields: string, person?: Person): Promise<Record<string, unknown>[]>
}

export async function createEnrolmentWorld(): Promise<EnrolmentWorld> {
  const server = await startTestServer()
  const owner = await server.newPerson()
  const world: EnrolmentWorld = {
    server,
    owner,
    async inAccount<Data>(fields: string, person = owner) {
      const { login } = await person.ask<{ login: { account: Data } }>(`{ login { account { ${fields} } } }`)
      return login.account
    },
    async newCode(args = '', person = owner) {
      const { code } = await world.inAccount<{ code: string }>(`code: registrationCode${args}`, person)
      return code
    },
    enrol: async (code, wish = {}) => createTestAgent(server.url).enrol(code, wish),
    async devices(fields, person = owner) {
      const { devices } = await world.inAccount<{ devices: { items: Record<string, unknown>[] } }>(
        `devices(sort: "created", size: 1000) { items { ${fields} } }`,
        person,
      )
      return devices.items
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
  return world
}

export const idOf = ({ body }: AgentAnswer): string => String(body['deviceId'])

/** What a query is refused with. */
export async function refused(person: Person, query: string): Promise<{ code: string; message: string }> {
  const { body } = await person.query(query)
  const { errors } = body as { errors?: { message: string; extensions: { code: string } }[] } // as the endpoint answers
  const [error] = errors ?? []
  if (error === undefined) throw new Error(`it was not refused: ${query}`)
  return { code: error.extensions.code, message: error.message }
}
