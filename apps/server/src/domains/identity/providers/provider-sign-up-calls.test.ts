import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { mailedCode, mailsTo } from '../../../test-mails.ts'
import { startTestServer } from '../../../test-server.ts'
import { removeOldSignUps } from './provider-sign-up-store.ts'
import { createBrowser, type TestBrowser } from './test-browser.ts'
import { asOkta, startDeceitfulProvider, type Lie } from './test-deceitful-provider.ts'

const provider = await startDeceitfulProvider()
const okta = asOkta(provider)
const server = await startTestServer({ providers: [okta] })
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})
const { database } = server
const { queries } = database
const calls = `${server.url}/auth/v1`
const page = '/sign-up/provider?next=%2Fdevices'

beforeEach(async () => {
  provider.lie = {}
  await queries.deleteFrom('budgets').execute()
})

let count = 0
/** Somebody whom nobody here knows yet, and whose address the provider has not looked at. */
function newcomer(email?: string): string {
  count += 1
  const person = { sub: `newcomer-${count}`, email: email ?? `newcomer-${count}@example.org`, email_verified: false }
  provider.person = person
  return person.email
}

async function comeBack(browser: TestBrowser = createBrowser()): Promise<string> {
  const { url } = await browser.open(`${calls}/provider/okta/start?next=/devices&rememberMe=0`)
  return url.pathname + url.search
}

async function call(browser: TestBrowser, path: string, body?: unknown) {
  const headers = {
    cookie: browser.cookiesFor(calls),
    origin: server.url,
    'accept-language': 'ja',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(`${calls}/${path}`, { headers, ...sent })
  for (const line of answer.headers.getSetCookie()) browser.setCookie(server.url, line)
  return { status: answer.status, body: await answer.json() }
}

const signUp = (browser: TestBrowser, code: string) => call(browser, 'provider-sign-up', { code, acceptTerms: true })
const userOf = (email: string) =>
  queries.selectFrom('auth.user').selectAll().where('email', '=', email).executeTakeFirst()
const linksOf = (email: string) =>
  queries.selectFrom('auth.provider_identity').select('subject').where('email', '=', email).execute()

/** A newcomer who stands before the code, and the code. */
async function asked(email = newcomer()) {
  const browser = createBrowser()
  expect(await comeBack(browser)).toBe(page)
  return { browser, email, code: await mailedCode(database, email) }
}

describe('a newcomer whose provider does not say that the address is theirs', () => {
  it.each<[string, Lie]>([
    ['by a word', {}],
    ['by none', { without: ['email_verified'] }],
    ['by text', { claims: { email_verified: 'false' } }],
  ])('has no account before they typed the mailed code (%s)', async (_, lie) => {
    provider.lie = lie
    const { browser, email, code } = await asked()
    expect(await userOf(email)).toBeUndefined()
    expect((await call(browser, 'get-session')).body).toBeNull()
    expect(await call(browser, 'provider-sign-up')).toMatchObject({
      status: 200,
      body: { provider: 'okta', email, expiresInSeconds: expect.any(Number) },
    })
    expect(await signUp(browser, ` ${code.toUpperCase()} `)).toMatchObject({ status: 200, body: { user: { email } } })
    expect(await userOf(email)).toMatchObject({
      email_verified: true,
      language: 'ja',
      terms_accepted_at: expect.any(Date),
    })
    expect(await linksOf(email)).toEqual([{ subject: provider.person.sub }])
    expect((await call(browser, 'get-session')).body).toMatchObject({ user: { email } })
  })

  it('signs in without a code the next time', async () => {
    const { browser, code } = await asked()
    await signUp(browser, code)
    expect(await comeBack()).toBe('/devices')
  })

  it('accepts the terms', async () => {
    const { browser, email, code } = await asked()
    expect((await call(browser, 'provider-sign-up', { code })).status).toBe(400)
    expect((await call(browser, 'provider-sign-up', { code, acceptTerms: false })).status).toBe(400)
    expect(await userOf(email)).toBeUndefined()
  })

  it('completes the account that others made for the address', async () => {
    const email = newcomer()
    await queries
      .insertInto('auth.user')
      .values({ id: `a-invited-${count}`, name: 'x', email })
      .execute()
    const { browser, code } = await asked(email)
    expect((await signUp(browser, code)).status).toBe(200)
    expect(await userOf(email)).toMatchObject({ email_verified: true, terms_accepted_at: expect.any(Date) })
  })
})

describe('the mailed code', () => {
  it('works once', async () => {
    const { browser, code } = await asked()
    const cookie = browser.cookiesFor(calls)
    expect((await signUp(browser, code)).status).toBe(200)
    const headers = { cookie, origin: server.url, 'content-type': 'application/json' }
    const body = JSON.stringify({ code, acceptTerms: true })
    const again = await fetch(`${calls}/provider-sign-up`, { method: 'POST', headers, body })
    expect(again.status).toBe(400)
  })

  it('is good in the browser that came from the provider alone', async () => {
    const [thief, victim] = [await asked(), await asked()]
    expect((await signUp(thief.browser, victim.code)).status).toBe(400)
    expect(await signUp(createBrowser(), victim.code)).toMatchObject({ body: { code: 'CHALLENGE_EXPIRED' } })
    expect(await userOf(victim.email)).toBeUndefined()
    expect((await signUp(victim.browser, victim.code)).status).toBe(200)
  })

  it('is over with the fifth wrong one', async () => {
    const { browser, email, code } = await asked()
    const cookie = browser.cookiesFor(calls)
    for (let time = 1; time < 5; time += 1) {
      expect(await signUp(browser, 'wrong')).toMatchObject({ status: 400, body: { code: 'EMAIL_CODE_INVALID' } })
    }
    expect(await signUp(browser, 'wrong')).toMatchObject({ status: 400, body: { code: 'CHALLENGE_EXPIRED' } })
    const headers = { cookie, origin: server.url, 'content-type': 'application/json' }
    const body = JSON.stringify({ code, acceptTerms: true })
    expect((await fetch(`${calls}/provider-sign-up`, { method: 'POST', headers, body })).status).toBe(400)
    expect(await userOf(email)).toBeUndefined()
  })

  it('is over after fifteen minutes', async () => {
    const { browser, email, code } = await asked()
    const rows = queries.selectFrom('auth.provider_sign_up').select('expires_at').where('email', '=', email)
    const goodMs = (await rows.executeTakeFirstOrThrow()).expires_at.getTime() - Date.now()
    expect(goodMs).toBeGreaterThan(840_000)
    expect(goodMs).toBeLessThanOrEqual(900_000)
    await queries
      .updateTable('auth.provider_sign_up')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    expect(await call(browser, 'provider-sign-up')).toMatchObject({ body: { code: 'CHALLENGE_EXPIRED' } })
    expect(await signUp(browser, code)).toMatchObject({ status: 400, body: { code: 'CHALLENGE_EXPIRED' } })
    await removeOldSignUps(queries, new Date())
    expect(await rows.execute()).toEqual([])
  })

  it('is not kept where it could be read', async () => {
    const { email, code } = await asked()
    const rows = await queries.selectFrom('auth.provider_sign_up').selectAll().where('email', '=', email).execute()
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  it('comes five times an hour to one address', async () => {
    const email = newcomer()
    for (let time = 1; time <= 5; time += 1) expect(await comeBack()).toBe(page)
    expect(await comeBack()).toBe('/sign-in?error=THROTTLED&provider=okta')
    expect(await mailsTo(database, email)).toHaveLength(5)
  })
})

describe('an address that somebody has here', () => {
  it('is asked for a code alike, and never opens their account', async () => {
    const email = newcomer()
    await server.newPerson(email)
    const before = (await mailsTo(database, email)).length
    const { browser, code } = await asked(email)
    expect((await mailsTo(database, email)).length).toBe(before + 1)
    expect(await signUp(browser, code)).toMatchObject({ status: 409, body: { code: 'PROVIDER_EMAIL_TAKEN' } })
    expect(await linksOf(email)).toEqual([])
    expect((await call(browser, 'get-session')).body).toBeNull()
  })

  it('was taken meanwhile: by whoever proved it first', async () => {
    const { browser, email, code } = await asked()
    await server.newPerson(email)
    expect(await signUp(browser, code)).toMatchObject({ status: 409, body: { code: 'PROVIDER_EMAIL_TAKEN' } })
    expect(await linksOf(email)).toEqual([])
  })
})
