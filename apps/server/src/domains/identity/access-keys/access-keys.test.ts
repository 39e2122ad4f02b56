import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Secret } from '@farport/basics'
import { signRequest } from '@farport/protocol'
import { eventually } from '@farport/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { mailsTo } from '../../../test-mails.ts'
import { startTestServer, testPassword, type AccessKeyPair, type Person } from '../../../test-server.ts'

const secretOfInstallation = new Secret(randomBytes(32).toString('base64url'))
const server = await startTestServer({ secret: secretOfInstallation })
// Another process of the same installation.
const databaseUrl = new Secret(server.database.url)
const other = await startTestServer({ secret: secretOfInstallation, databaseUrl })
afterAll(async () => {
  await other[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const create = async (person: Person): Promise<AccessKeyPair> => {
  const made = await person.ask<{ createAccessKey: AccessKeyPair }>('mutation { createAccessKey { key secret } }')
  return made.createAccessKey
}
const setEnabled = (person: Person, { key }: AccessKeyPair, enabled: boolean) =>
  person.ask(
    'mutation ($key: String!, $enabled: Boolean!) { updateAccessKey(key: $key, enabled: $enabled) { key enabled } }',
    {
      key,
      enabled,
    },
  )
const remove = (person: Person, { key }: AccessKeyPair) =>
  person.query('mutation ($key: String!) { deleteAccessKey(key: $key) }', { key })
const keysOf = async (person: Person) => {
  const asked = '{ login { accessKeys { key enabled created lastUsed } } }'
  const { login } = await person.ask<{
    login: { accessKeys: { key: string; enabled: boolean; lastUsed: string | null }[] }
  }>(asked)
  return login.accessKeys
}
const codeOf = ({ body }: { body: unknown }) =>
  (body as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code // what the endpoint answers with
const sentenceOf = ({ body }: { body: unknown }) => (body as { errors?: { message: string }[] }).errors?.[0]?.message // likewise

describe('access keys', () => {
  it('there are at most two, shown by their public part, and only a disabled one is deleted', async () => {
    const ann = await server.newPerson()
    const [one, two] = [await create(ann), await create(ann)]
    expect(one.key).toMatch(/^FP[A-Z2-7]{18}$/)
    expect(Buffer.from(one.secret, 'base64')).toHaveLength(32)
    expect(codeOf(await ann.query('mutation { createAccessKey { key } }'))).toBe('LIMIT_EXCEEDED')
    expect(await keysOf(ann)).toMatchObject([
      { key: one.key, enabled: true, lastUsed: null },
      { key: two.key, enabled: true, lastUsed: null },
    ])
    expect(codeOf(await remove(ann, one))).toBe('CONFLICT')
    expect(await setEnabled(ann, one, false)).toEqual({ updateAccessKey: { key: one.key, enabled: false } })
    expect((await remove(ann, one)).body).toEqual({ data: { deleteAccessKey: true } })
    expect(codeOf(await remove(ann, one))).toBe('NOT_FOUND')
    const three = await create(ann)
    expect((await keysOf(ann)).map(({ key }) => key)).toEqual([two.key, three.key])
  })

  it('made at once, there are still at most two', async () => {
    const ann = await server.newPerson()
    const codes = await Promise.all(
      Array.from({ length: 5 }, async () => codeOf(await ann.query('mutation { createAccessKey { key } }'))),
    )
    expect(codes.filter((code) => code === undefined)).toHaveLength(2)
    expect(await keysOf(ann)).toHaveLength(2)
  })

  it('are nobody else’s to see or to change', async () => {
    const [ann, bob] = [await server.newPerson(), await server.newPerson()]
    const key = await create(ann)
    expect(codeOf(await remove(bob, key))).toBe('NOT_FOUND')
    await expect(setEnabled(bob, key, false)).rejects.toThrow('You have no such access key.')
    expect(await keysOf(bob)).toEqual([])
  })

  it('the secret is nowhere in the database', async () => {
    const { secret } = await create(await server.newPerson())
    const rows = await server.database.queries.selectFrom('auth.access_key').select('sealed_secret').execute()
    expect(rows.some((row) => row.sealed_secret.includes(Buffer.from(secret, 'base64')))).toBe(false)
  })
})

describe('a request signed with an access key', () => {
  it('is its owner’s, and notes the use', async () => {
    const email = 'key-owner@example.org'
    const ann = await server.newPerson(email)
    const key = await create(ann)
    const program = server.program(key)
    expect(await program.ask('{ login { email } }')).toEqual({ login: { email } })
    expect((await program.post('/graphql/beta', { query: '{ login { email } }' })).body).toEqual({
      data: { login: { email } },
    })
    await eventually(async () => (await keysOf(ann))[0]?.lastUsed !== null)
    const [before] = await keysOf(ann)
    await program.ask('{ login { email } }')
    expect((await keysOf(ann))[0]).toEqual(before)
  })

  it('is refused at once, in every process, when the key is switched off or deleted', async () => {
    const ann = await server.newPerson()
    const key = await create(ann)
    const programs = [server.program(key), other.program(key)]
    const statuses = () => Promise.all(programs.map(async (one) => (await one.query('{ login { id } }')).status))
    expect(await statuses()).toEqual([200, 200])
    await setEnabled(ann, key, false)
    expect(await statuses()).toEqual([401, 401])
    expect(sentenceOf(await server.program(key).query('{ login { id } }'))).toBe('This access key is switched off.')
    await setEnabled(ann, key, true)
    expect(await statuses()).toEqual([200, 200])
    await setEnabled(ann, key, false)
    await remove(ann, key)
    expect(await statuses()).toEqual([401, 401])
  })

  it('may come from a program that is no client of ours', async () => {
    const key = await create(await server.newPerson())
    expect(await send(key, { leaveOut: 'content-length' })).toMatchObject({ status: 200 })
  })

  const unknown = { key: 'FPAAAAAAAAAAAAAAAAAA', secret: Buffer.alloc(32).toString('base64') }
  it.each<[string, Changes & Partial<AccessKeyPair>, string]>([
    ['another secret', { secret: Buffer.alloc(32).toString('base64') }, 'The access key is not known here, or'],
    ['an unknown key', unknown, 'The access key is not known here, or'],
    [
      'a clock that is six minutes late',
      { date: new Date(Date.now() - 360_000).toUTCString() },
      'The clocks differ by',
    ],
    ['no date', { leaveOut: 'date' }, 'has to cover date'],
    ['another path', { path: '/graphql/beta' }, 'The access key is not known here, or'],
    ['a digest of another body', { digest: `SHA-256=${sha256('{}')}` }, 'Digest does not fit the body.'],
  ])('is refused with %s', async (_, changes, sentence) => {
    const key = await create(await server.newPerson())
    const answer = await send({ ...key, ...changes }, changes)
    expect(answer.status).toBe(401)
    expect(answer.sentence).toContain(sentence)
  })

  it('is refused with a signed header that comes twice', async () => {
    const { key, secret } = await create(await server.newPerson())
    const { host, hostname, port } = new URL(server.url)
    const headers = { host, date: new Date().toUTCString(), 'content-length': '0' }
    const request = { method: 'GET', target: '/auth/v1/globalSignout', headers: mapOf(headers) }
    const pair = { keyId: key, secret: Buffer.from(secret, 'base64') }
    const authorization = signRequest(pair, ['(request-target)', ...Object.keys(headers)], request)
    const answerTo = async (...more: string[]) => {
      const socket = connect(Number(port), hostname)
      const lines = Object.entries({ ...headers, authorization, connection: 'close' }).map(
        ([name, value]) => `${name}: ${value}`,
      )
      socket.write(['GET /auth/v1/globalSignout HTTP/1.1', ...lines, ...more, '', ''].join('\r\n'))
      return text(socket)
    }
    expect(await answerTo(`Date: ${headers.date}`)).toContain('which the request has more than once')
    expect(await answerTo()).toContain('"success":true')
  })

  it('is known by the digest of its body', async () => {
    const key = await create(await server.newPerson())
    expect(await send(key, { digest: `SHA-256=${sha256(question)}` })).toMatchObject({ status: 200 })
  })

  it('of a wrong kind is told what kinds there are', async () => {
    const headers = { 'content-type': 'application/json', authorization: 'Basic YTpi' }
    const answer = await fetch(`${server.url}/graphql/v1`, { method: 'POST', headers, body: question })
    expect(answer.status).toBe(401)
    expect(sentenceOf({ body: await answer.json() })).toContain('neither "Bearer …" nor "Signature …"')
  })

  it('signs its owner out everywhere, and works on', async () => {
    const ann = await server.newPerson()
    const program = server.program(await create(ann))
    expect((await program.get('/auth/v1/globalSignout')).status).toBe(200)
    expect((await ann.query('{ login { id } }')).status).toBe(401)
    expect((await program.query('{ login { id } }')).status).toBe(200)
  })
})

it('whoever tries out keys has to wait, and the owner of the key does not', async () => {
  await using own = await startTestServer({ trustedProxies: ['127.0.0.1', '::1', '::ffff:127.0.0.1'] })
  const key = await create(await own.newPerson())
  const guess = () => send({ ...key, secret: Buffer.alloc(32).toString('base64') }, { from: '192.0.2.1', url: own.url })
  for (let time = 0; time < 100 + own.urls.length; time += 1) expect((await guess()).status).toBe(401)
  const told = await guess()
  expect(told).toMatchObject({ status: 429, sentence: expect.stringContaining('has been throttled') as string })
  expect(Number(told.retryAfter)).toBeGreaterThan(60)
  expect((await send(key, { from: '192.0.2.1', url: own.url })).status).toBe(429)
  expect((await send(key, { from: '192.0.2.2', url: own.url })).status).toBe(200)
})

describe('an event socket that was opened with an access key', () => {
  it.each([['switched off', (ann: Person, key: AccessKeyPair) => setEnabled(ann, key, false)]])(
    'closes within two seconds of its being %s, in every process',
    async (_, end) => {
      const ann = await server.newPerson()
      const key = await create(ann)
      const sockets = await Promise.all([server.url, other.url].map((url) => listen(url, key)))
      const bystander = await listen(server.url, await create(ann))
      const startedMs = performance.now()
      await end(ann, key)
      expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401])
      expect(performance.now() - startedMs).toBeLessThan(2000)
      expect(bystander.socket.readyState).toBe(WebSocket.OPEN)
      bystander.socket.close()
    },
  )

  it('is refused when the signature is for something else', async () => {
    const key = await create(await server.newPerson())
    const { closed } = await listen(server.url, key, '/graphql/v1')
    expect(await closed).toBe(4401)
  })
})

const question = '{"query":"{ login { id } }"}'

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

interface Changes {
  date?: string
  digest?: string
  /** Not signed. */
  leaveOut?: string
  /** Signed instead of the real one. */
  path?: string
  from?: string
  url?: string
}

/** As a program signs that was not made with our words. */
async function send({ key, secret }: AccessKeyPair, changes: Changes = {}) {
  const { date = new Date().toUTCString(), digest, leaveOut, path = '/graphql/v1', from, url = server.url } = changes
  const headers: Record<string, string> = {
    host: new URL(url).host,
    date,
    'content-type': 'application/json',
    'content-length': String(question.length),
    ...(digest === undefined ? {} : { digest }),
  }
  const names = ['(request-target)', ...Object.keys(headers)].filter((name) => name !== leaveOut)
  const request = { method: 'POST', target: path, headers: mapOf(headers) }
  const authorization = signRequest({ keyId: key, secret: Buffer.from(secret, 'base64') }, names, request)
  const answer = await fetch(`${url}/graphql/v1`, {
    method: 'POST',
    headers: { ...headers, authorization, ...(from === undefined ? {} : { 'x-forwarded-for': from }) },
    body: question,
  })
  const sentence = sentenceOf({ body: await answer.json() })
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), sentence }
}

async function listen(url: string, { key, secret }: AccessKeyPair, path = '/events/v1') {
  const headers = { host: new URL(url).host, date: new Date().toUTCString() }
  const names = ['(request-target)', 'host', 'date']
  const request = { method: 'GET', target: path, headers: mapOf(headers) }
  const authorization = signRequest({ keyId: key, secret: Buffer.from(secret, 'base64') }, names, request)
  const socket = new WebSocket(`${url.replace('http', 'ws')}/events/v1`, { headers: { ...headers, authorization } })
  const closed = once(socket, 'close').then(([code]) => Number(code))
  await once(socket, 'open')
  socket.send(JSON.stringify({ action: 'subscribe', query: '{ event { id } }' }))
  socket.send('ping')
  await Promise.race([once(socket, 'message'), closed])
  return { socket, closed }
}

function mapOf(headers: Record<string, string>): Map<string, string[]> {
  return new Map(Object.entries(headers).map(([name, value]) => [name, [value]]))
}

it('a key is made by who has proven lately who they are', async () => {
  const ann = await server.newPerson()
  const longAgo = { proven_at: new Date(Date.now() - 3_600_000) }
  await server.database.queries.updateTable('auth.session').set(longAgo).execute()
  expect(codeOf(await ann.query('mutation { createAccessKey { key } }'))).toBe('PROOF_NEEDED')
  await ann.post('/auth/v1/prove', { password: testPassword })
  expect(codeOf(await ann.query('mutation { createAccessKey { key } }'))).toBeUndefined()
})

it('a key that a key has made is told to the person, who did not have to prove anything for it', async () => {
  const email = 'told@example.org'
  const ann = await server.newPerson(email)
  const first = await create(ann)
  const second = await create(server.program(first))
  const [newest, before] = await mailsTo(server.database, email)
  expect(newest?.subject).toBe('An access key was made for your Farport account')
  expect(newest?.text).toContain(second.key)
  expect(before?.text).toContain(first.key)
  for (const { secret } of [first, second]) expect(newest?.text).not.toContain(secret)
})
