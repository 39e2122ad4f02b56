// For tests: a whole server over a database of its own, and people who talk to it over HTTP.

import { randomBytes } from 'node:crypto'
import { Secret } from '@farport/basics'
import { signRequest } from '@farport/protocol'
import { solveCaptcha } from '@farport/testkit'
import { createTestDatabase, type TestDatabase } from '#platform/test-database'
import { readConfig, type Config } from './config.ts'
import { startServerProcesses, type Layout, type ServerProcesses } from './test-processes.ts'

export interface TestServer extends ServerProcesses {
  readonly database: TestDatabase
  /** Somebody without a session, who keeps the one they get. They ask any process, or the one that is named. */
  person(url?: string): Person
  /** Signs up, opens the mailed link, and signs in. */
  newPerson(email?: string): Promise<Person>
  /** A program that signs what it sends with an access key. */
  program(key: AccessKeyPair): Person
}

export interface AccessKeyPair {
  key: string
  /** In base64. */
  secret: string
}

export interface Person {
  /** Undefined before signing in. */
  readonly token: string | undefined
  post(path: string, body: unknown): Promise<Answer>
  /** With a captcha that is solved, and the terms. */
  signUp(credentials: { email: string; password: string }): Promise<Answer>
  get(path: string): Promise<Answer>
  /** The data of a query; throws with the first error's message. */
  ask<Data = Record<string, unknown>>(query: string, variables?: Record<string, unknown>): Promise<Data>
  /** The answer to a query, with its errors. */
  query(query: string, variables?: Record<string, unknown>): Promise<Answer>
}

export interface Answer {
  status: number
  headers: Headers
  /** Parsed, when it is JSON. */
  body: unknown
}

export const testPassword = 'correct horse'

export async function startTestServer(changes: Partial<Config> = {}, layout?: Layout): Promise<TestServer> {
  await using starting = new AsyncDisposableStack()
  const database = starting.use(await createTestDatabase())
  const read = readConfig({
    FARPORT_SECRET: randomBytes(32).toString('base64url'),
    FARPORT_PORT: '0',
    FARPORT_CAPTCHA_COST: '1',
  })
  if (!read.ok) throw new Error(read.refusal)
  const config = { ...read.value, databaseUrl: new Secret(database.url), ...changes }
  const server = starting.use(await startServerProcesses(config, layout))
  const running = starting.move()
  const person = (url = server.url) => createPerson(url)
  return {
    ...server,
    database,
    person,
    program: (key) => createPerson(server.url, (request) => signed(request, key)),
    newPerson: (email = `person-${randomBytes(4).toString('hex')}@example.org`) => register(person(), email, database),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

interface Sent {
  method: string
  url: string
  headers: Record<string, string>
}

function createPerson(url: string, sign?: (request: Sent) => Record<string, string>): Person {
  let token: string | undefined
  // What a browser would keep until the mailed link is opened.
  let cookie: string | undefined

  async function send(path: string, options: { method?: string; body?: string }): Promise<Answer> {
    const { method = 'GET', body } = options
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const bearer: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const kept: Record<string, string> = cookie === undefined ? {} : { cookie }
    const headers =
      sign === undefined ? { ...type, ...bearer, ...kept } : sign({ method, url: url + path, headers: type })
    const response = await fetch(url + path, { redirect: 'manual', ...options, headers })
    token = response.headers.get('set-auth-token') ?? token
    cookie = /^farport\.sign-up=[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? cookie
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }

  const post = (path: string, body: unknown) => send(path, { method: 'POST', body: JSON.stringify(body) })

  return {
    get token() {
      return token
    },
    post,
    signUp: async (credentials) =>
      post('/auth/v1/sign-up/email', { ...credentials, captcha: await solveCaptcha(url), acceptTerms: true }),
    get: (path) => send(path, {}),
    query: (query, variables) => post('/graphql/v1', { query, variables }),
    async ask<Data>(query: string, variables?: Record<string, unknown>) {
      const { body } = await post('/graphql/v1', { query, variables })
      const { data, errors } = body as { data: Data; errors?: { message: string }[] } // what the endpoint answers with
      if (errors?.[0] !== undefined) throw new Error(errors[0].message)
      return data
    },
  }
}

function signed({ method, url, headers }: Sent, { key, secret }: AccessKeyPair): Record<string, string> {
  const { host, pathname, search } = new URL(url)
  const sent: Record<string, string> = { host, date: new Date().toUTCString(), ...headers }
  const request = {
    method,
    target: pathname + search,
    headers: new Map(Object.entries(sent).map(([name, value]) => [name, [value]])),
  }
  const names = ['(request-target)', ...Object.keys(sent)]
  const authorization = signRequest({ keyId: key, secret: Buffer.from(secret, 'base64') }, names, request)
  return { ...sent, authorization }
}

async function register(person: Person, email: string, database: TestDatabase): Promise<Person> {
  await person.signUp({ email, password: testPassword })
  await person.get(await mailedPath(database, email))
  const answer = await person.post('/auth/v1/sign-in/email', { email, password: testPassword })
  if (answer.status !== 200) throw new Error(`signing in answered with ${answer.status}`)
  return person
}

/** The link in the newest mail to that address, without its origin. */
export async function mailedPath({ queries }: TestDatabase, email: string): Promise<string> {
  const mail = await queries
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const { pathname, search } = new URL(/https?:\S+/.exec(mail.text)?.[0] ?? '')
  return pathname + search
}
