import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Secret } from '@farport/basics'
import type { SessionAnswer, SessionList, SignedInAnswer, TokenPair } from '@farport/contract'
import { eventually } from '@farport/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { deriveSecret } from '#platform/secrets'
import { createTokenSigner } from '#platform/signed-tokens'
import { openTestBrowser } from '../../../test-browser.ts'
import { mailsTo } from '../../../test-mails.ts'
import { startTestServer, testPassword as password, type Answer, type Person } from '../../../test-server.ts'
import { createSessionTokens } from './session-tokens.ts'

const secret = new Secret(randomBytes(32).toString('base64url'))
const server = await startTestServer({ secret })
afterAll(() => server[Symbol.asyncDispose]())
const { queries } = server.database

let count = 0
const newEmail = () => `ida-${(count += 1)}@example.org`

interface SignedIn {
  person: Person
  email: string
  tokens: TokenPair
}

/** A program, as the command line is one. */
async function signedIn(email = newEmail(), person?: Person): Promise<SignedIn> {
  const one = person ?? (await server.newPerson(email))
  const answer = await one.post('/auth/v1/sign-in/email', { email, password })
  return { person: one, email, tokens: tokensOf(answer) }
}

function tokensOf({ body }: Answer): TokenPair {
  const { tokens } = body as SignedInAnswer // as the contract says
  if (tokens === undefined) throw new Error('no tokens came')
  return tokens
}

const exchange = (refreshToken: string) => server.person().post('/auth/v1/token', { refreshToken })
const statusWith = (accessToken: string) =>
  fetch(`${server.url}/graphql/v1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: '{"query":"{login{id}}"}',
  }).then((answer) => answer.status)
const idOf = (text: string) => text.split('.')[1] ?? ''
const change = (
  id: string,
  changed: { rotated_at?: Date; expires_at?: Date; last_active_at?: Date; proven_at?: Date },
) => queries.updateTable('auth.session').set(changed).where('id', '=', id).execute()
const ago = (ms: number) => new Date(Date.now() - ms)
const typesOf = async (email: string) => {
  const rows = await queries
    .selectFrom('events')
    .innerJoin('auth.user as user', 'user.id', 'events.account_id')
    .select(['events.type', 'events.data'])
    .where('user.email', '=', email)
    .orderBy('events.id')
    .execute()
  return rows
}

describe('a refresh token', () => {
  it('is exchanged for others, and is then over after a while', async () => {
    const { email, tokens } = await signedIn()
    const next = tokensOf(await exchange(tokens.refreshToken))
    expect(next.refreshToken).not.toBe(tokens.refreshToken)
    expect(next.expiresInSeconds).toBe(900)
    expect([await statusWith(tokens.accessToken), await statusWith(next.accessToken)]).toEqual([200, 200])
    // Somebody who has a copy of the first comes later.
    await change(idOf(next.refreshToken), { rotated_at: ago(31_000) })
    await eventually(async () => {
      const row = await queries
        .selectFrom('auth.session')
        .select('arrived_generation')
        .where('id', '=', idOf(next.refreshToken))
        .executeTakeFirst()
      return row?.arrived_generation === 1
    })
    expect(await exchange(tokens.refreshToken)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    // Neither of them is believed any more, and the person is told.
    expect(await exchange(next.refreshToken)).toMatchObject({ status: 401 })
    expect(await statusWith(next.accessToken)).toBe(401)
    expect((await mailsTo(server.database, email))[0]?.subject).toContain('session')
    expect((await typesOf(email)).at(-1)).toEqual({
      type: 'AUTH_LOGIN_ATTEMPT',
      data: { source: '127.0.0.1', reason: 'reused-token' },
    })
  })

  it('gives the same tokens to tabs that come at the same time', async () => {
    const { tokens } = await signedIn()
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(tokens.refreshToken)))
    expect(new Set(answers.map((answer) => tokensOf(answer).refreshToken)).size).toBe(1)
    const [first] = answers
    if (first === undefined) throw new Error('no answer')
    expect(await exchange(tokensOf(first).refreshToken)).toMatchObject({ status: 200 })
  })

  it('is good once more when nobody has got what it was exchanged for', async () => {
    const { tokens } = await signedIn()
    const lost = tokensOf(await exchange(tokens.refreshToken))
    await change(idOf(tokens.refreshToken), { rotated_at: ago(3_600_000) })
    expect(tokensOf(await exchange(tokens.refreshToken)).refreshToken).toBe(lost.refreshToken)
  })

  it('keeps a session alive, thirty days from now', async () => {
    const { tokens } = await signedIn()
    const id = idOf(tokens.refreshToken)
    await change(id, { expires_at: new Date(Date.now() + 60_000) })
    await exchange(tokens.refreshToken)
    const row = await queries.selectFrom('auth.session').select('expires_at').where('id', '=', id).executeTakeFirst()
    const days = ((row?.expires_at.getTime() ?? 0) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThanOrEqual(30)
  })

  it.each([
    ['nothing', ''],
    ['something else', 'fpr1.abc.0.def'],
  ])('%s is refused', async (_, text) => {
    expect(await exchange(text)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
  })

  it('of a session that has ended is refused', async () => {
    const { person, tokens } = await signedIn()
    await person.post('/auth/v1/sign-out', {})
    expect(await exchange(tokens.refreshToken)).toMatchObject({ status: 401 })
  })

  it('is no access token, and the other way round', async () => {
    const { tokens } = await signedIn()
    expect(await statusWith(tokens.refreshToken)).toBe(401)
    expect(await exchange(tokens.accessToken)).toMatchObject({ status: 401 })
  })
})

describe('a browser', () => {
  it('gets cookies instead of tokens, and new ones for them', async () => {
    const email = newEmail()
    await server.newPerson(email)
    const browser = openTestBrowser(server.url)
    const signIn = await browser.post('/auth/v1/sign-in/email', { email, password })
    expect(JSON.stringify(await signIn.json())).not.toContain('fpr1')
    const before = browser.cookies.get('farport.refresh')
    const renewed = await browser.post('/auth/v1/token')
    expect(renewed.status).toBe(200)
    expect(await renewed.text()).not.toContain('fpr1')
    expect(browser.cookies.get('farport.refresh')).not.toBe(before)
  })

  it('that comes back after its access token was over is still signed in', async () => {
    const email = newEmail()
    await server.newPerson(email)
    const browser = openTestBrowser(server.url)
    await browser.post('/auth/v1/sign-in/email', { email, password })
    browser.drop('farport.access')
    const session = (await (await browser.get('/auth/v1/get-session')).json()) as SessionAnswer // as the contract says
    expect(session.user.email).toBe(email)
    expect(browser.cookies.get('farport.access')).toMatch(/^fpa1\./)
    browser.drop('farport.access')
    expect((await browser.post('/auth/v1/sign-out')).status).toBe(200)
    expect([...browser.cookies]).toEqual([])
    expect(await (await browser.get('/auth/v1/get-session')).json()).toBeNull()
  })

  it('that was told not to remember gets cookies that end with it, and a session of half a day', async () => {
    const email = newEmail()
    await server.newPerson(email)
    const browser = openTestBrowser(server.url)
    const answer = await browser.post('/auth/v1/sign-in/email', { email, password, rememberMe: false })
    for (const cookie of answer.headers.getSetCookie()) expect(cookie).not.toContain('Max-Age')
    const row = await queries
      .selectFrom('auth.session')
      .select('expires_at')
      .where('id', '=', idOf(browser.cookies.get('farport.refresh') ?? ''))
      .executeTakeFirst()
    expect((row?.expires_at.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(12 * 3_600_000)
  })

  it('is not believed when another site makes it exchange its token', async () => {
    const email = newEmail()
    await server.newPerson(email)
    const browser = openTestBrowser(server.url)
    await browser.post('/auth/v1/sign-in/email', { email, password })
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, origin: 'https://evil.example', 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}/auth/v1/token`, { method: 'POST', headers, body: '{}' })
    expect(answer.status).toBe(403)
  })
})

describe('sessions', () => {
  const list = async (person: Person) => ((await person.get('/auth/v1/sessions')).body as SessionList).sessions // as the contract says

  it('are listed with their programs, and ended one by one', async () => {
    const { person, email } = await signedIn()
    const browser = openTestBrowser(server.url)
    await browser.post('/auth/v1/sign-in/email', { email, password })
    const sessions = await list(person)
    expect(sessions).toHaveLength(3)
    expect(sessions.filter((session) => session.isCurrent)).toHaveLength(1)
    const other = sessions.find((session) => session.device === 'Firefox on Linux')
    expect(other).toMatchObject({ isCurrent: false, address: '127.0.0.1', place: null })
    expect(await person.post('/auth/v1/sessions/end', { id: other?.id })).toMatchObject({ status: 200 })
    expect(await person.post('/auth/v1/sessions/end', { id: other?.id })).toMatchObject({ status: 404 })
    expect(await (await browser.get('/auth/v1/get-session')).json()).toBeNull()
    expect(await list(person)).toHaveLength(2)
  })

  it('of others can neither be seen nor ended', async () => {
    const [ann, bob] = [await signedIn(), await signedIn()]
    const id = idOf(bob.tokens.accessToken)
    expect(await ann.person.post('/auth/v1/sessions/end', { id })).toMatchObject({ status: 404 })
    expect(await statusWith(bob.tokens.accessToken)).toBe(200)
    expect(await server.person().get('/auth/v1/sessions')).toMatchObject({ status: 401 })
    expect(await ann.person.post('/auth/v1/sessions/end', { id: 'a\u0000b' })).toMatchObject({ status: 400 })
  })

  it('are at most fifty a person: the oldest ends', async () => {
    const { person, email, tokens } = await signedIn()
    const id = idOf(tokens.accessToken)
    const row = await queries.selectFrom('auth.session').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const more = Array.from({ length: 47 }, (_, index) => ({ ...row, id: `old-${count}-${index}` }))
    await queries.insertInto('auth.session').values(more).execute()
    await queries
      .updateTable('auth.session')
      .set({ created_at: ago(3_600_000) })
      .where('id', '=', `old-${count}-7`)
      .execute()
    // Two were there before: the fifty-first pushes the oldest out.
    await signedIn(email, person)
    await signedIn(email, person)
    const ids = (await list(person)).map((session) => session.id)
    expect(ids).toHaveLength(50)
    expect(ids).not.toContain(`old-${count}-7`)
  })

  it('tell when they were used last, to the minute', async () => {
    const { person, tokens } = await signedIn()
    const id = idOf(tokens.accessToken)
    await change(id, { last_active_at: ago(120_000) })
    await person.query('{login{id}}')
    await eventually(async () => {
      const [current] = (await list(person)).filter((session) => session.isCurrent)
      return Date.now() - Date.parse(current?.lastActive ?? '') < 60_000
    })
  })

  it('a sign-in with another program is told by mail, once, in the language of the person', async () => {
    const email = newEmail()
    const person = await server.newPerson(email)
    await person.post('/user/language/', { language: 'ja' })
    const browser = () => openTestBrowser(server.url).post('/auth/v1/sign-in/email', { email, password })
    const before = (await mailsTo(server.database, email)).length
    await browser()
    const [mail] = await mailsTo(server.database, email)
    expect(mail?.subject).toBe('Farport アカウントへの新しいサインイン')
    expect(mail?.text).toContain('Firefox on Linux')
    await browser()
    expect((await mailsTo(server.database, email)).length).toBe(before + 1)
  })
})

describe('proving once more who one is', () => {
  const newAddress = (person: Person) => person.post('/user/email/', { email: newEmail() })

  it('is asked for when the last proof is ten minutes old', async () => {
    const { person, tokens } = await signedIn()
    expect(await newAddress(person)).toMatchObject({ status: 200 })
    await change(idOf(tokens.accessToken), { proven_at: ago(601_000) })
    expect(await newAddress(person)).toMatchObject({ status: 403, body: { code: 'PROOF_NEEDED' } })
    expect(await person.post('/auth/v1/prove', { password: 'another one' })).toMatchObject({ status: 400 })
    expect(await newAddress(person)).toMatchObject({ status: 403 })
    expect(await person.post('/auth/v1/prove', { password })).toMatchObject({ status: 200 })
    expect(await newAddress(person)).toMatchObject({ status: 200 })
  })
})

describe('the event socket', () => {
  it('outlives the access token it was opened with, and ends with the session', async () => {
    const { person, email, tokens } = await signedIn()
    const signer = createSessionTokens(createTokenSigner(deriveSecret(secret, 'sessions')))
    const sessionId = idOf(tokens.accessToken)
    const brief = signer.access({ sessionId, generation: 0, expiresAtMs: Date.now() + 1500 })
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/events/v1`)
    const frames: string[] = []
    socket.on('message', (data: Buffer) => frames.push(data.toString()))
    const closed = once(socket, 'close').then(([code]) => Number(code))
    await once(socket, 'open')
    const headers = { authorization: `Bearer ${brief}` }
    socket.send(JSON.stringify({ action: 'subscribe', headers, query: '{ event { type } }' }))
    await eventually(async () => (await statusWith(brief)) === 401)
    // Facts are still told.
    await eventually(async () => {
      await server.person().post('/auth/v1/sign-in/email', { email, password })
      return frames.some((frame) => frame.includes('AUTH_LOGIN'))
    })
    expect(socket.readyState).toBe(socket.OPEN)
    await person.post('/auth/v1/sign-out', {})
    expect(await closed).toBe(4401)
  })
})
