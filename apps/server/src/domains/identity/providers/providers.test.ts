import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, testPassword as password } from '../../../test-server.ts'
import { removeOldAttempts } from './provider-store.ts'
import { createBrowser, type TestBrowser } from './test-browser.ts'
import { asOkta, startDeceitfulProvider, type Lie } from './test-deceitful-provider.ts'

const provider = await startDeceitfulProvider()
const okta = asOkta(provider)
const server = await startTestServer({ providers: [okta] })
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})
const { queries } = server.database
/** Each process keeps by itself what it has learnt of the provider. */
const oneProcess = { processes: 1, natsUrl: undefined } as const
const calls = `${server.url}/auth/v1`
const start = `${calls}/provider/okta/start`
const callback = `${calls}/provider/okta/callback`

let count = 0
/** Somebody whom nobody here knows yet. */
function newPerson(change: Partial<typeof provider.person> = {}): { sub: string; email: string } {
  count += 1
  const person = { sub: `subject-${count}`, email: `provided-${count}@example.org`, email_verified: true }
  provider.person = { ...person, ...change }
  return person
}

beforeEach(() => {
  provider.lie = {}
})

/** Goes there and back, and says where it ends. */
async function signIn(browser: TestBrowser = createBrowser(), query = ''): Promise<string> {
  return placeOf((await browser.open(`${start}${query}`)).url)
}

function placeOf({ origin, pathname, search }: URL): string {
  return origin === server.url ? pathname + search : origin
}

async function whoIs(browser: TestBrowser): Promise<string | undefined> {
  const headers = { cookie: browser.cookiesFor(calls), origin: server.url }
  const answer = await fetch(`${calls}/get-session`, { headers })
  const session = (await answer.json()) as { user: { email: string } } | null // a SessionAnswer
  return session?.user.email
}

async function post(browser: TestBrowser, path: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const headers = { cookie: browser.cookiesFor(calls), origin: server.url, 'content-type': 'application/json' }
  const answer = await fetch(`${calls}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  for (const line of answer.headers.getSetCookie()) browser.setCookie(server.url, line)
  return { status: answer.status, body: await answer.json() }
}

async function linksOf(browser: TestBrowser): Promise<{ id: string; email: string | null }[]> {
  const headers = { cookie: browser.cookiesFor(calls), origin: server.url }
  const answer = await fetch(`${calls}/provider-links`, { headers })
  const { links } = (await answer.json()) as { links: { id: string; email: string | null }[] } // ProviderLinks
  return links
}

/** Somebody with a password, signed in. */
async function withPassword(email: string): Promise<TestBrowser> {
  await server.newPerson(email)
  const browser = createBrowser()
  expect((await post(browser, 'sign-in/email', { email, password })).status).toBe(200)
  return browser
}

/** Up to the way back, which is not gone. */
async function cameToReturn(browser: TestBrowser): Promise<string> {
  const page = await browser.open(start, { until: callback })
  return page.url.href
}

const idOf = async (email: string) =>
  (await queries.selectFrom('auth.user').select('id').where('email', '=', email).executeTakeFirst())?.id

async function hasAcceptedTerms(email: string): Promise<boolean> {
  const users = queries.selectFrom('auth.user').select('terms_accepted_at').where('email', '=', email)
  return (await users.executeTakeFirstOrThrow()).terms_accepted_at !== null
}

async function addPassword(id: string): Promise<void> {
  const credential = { id: `c-${id}`, user_id: id, account_id: id, provider_id: 'credential', password: 'x' }
  await queries.insertInto('auth.credential').values(credential).execute()
}

describe('with a provider', () => {
  it('somebody new gets an account, which is theirs the next time, whatever their address is by then', async () => {
    const { email, sub } = newPerson()
    const browser = createBrowser()
    expect(await signIn(browser, '?next=/devices')).toBe('/devices')
    expect(await whoIs(browser)).toBe(email)
    expect(browser.cookiesFor(callback)).not.toContain('farport.provider')
    const id = await idOf(email)
    expect(await hasAcceptedTerms(email)).toBe(true)

    provider.person = { sub, email: 'another@example.org', email_verified: true }
    const later = createBrowser()
    expect(await signIn(later)).toBe('/')
    expect(await whoIs(later)).toBe(email)
    expect(await idOf('another@example.org')).toBeUndefined()
    const events = await queries
      .selectFrom('events')
      .select('type')
      .where('account_id', '=', id ?? '')
      .execute()
    expect(events.map((event) => event.type)).toEqual(['AUTH_LOGIN', 'AUTH_LOGIN'])
  })

  it('nobody takes an address that they have not shown to be theirs, though they have no password yet', async () => {
    const { email } = newPerson()
    const browser = createBrowser()
    await signIn(browser)
    const wish = { email: 'somebody-else@example.org', password: 'correct horse battery staple' }
    expect(await post(browser, 'welcome', wish)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await whoIs(browser)).toBe(email)
  })

  it('the list of those that are set up is for everybody', async () => {
    const answer = await fetch(`${calls}/providers`)
    expect(await answer.json()).toEqual({ providers: [{ id: 'okta', name: 'Okta' }] })
    for (const id of ['google', 'github']) {
      const page = await createBrowser().open(`${calls}/provider/${id}/start`)
      expect(page.url.searchParams.get('error')).toBe('NOT_AVAILABLE')
    }
  })

  it('secrets stay between the servers, and what the browser holds is only for its way back', async () => {
    newPerson()
    const page = await createBrowser().open(start, { until: provider.issuer })
    const { searchParams } = page.url
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)).toHaveLength(43)
    expect(page.url.href).not.toContain(encodeURIComponent(provider.clientSecret))
    const first = await fetch(start, { redirect: 'manual' })
    expect(first.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^farport\.provider=[\w-]{43}; Max-Age=600; Path=\/auth\/v1\/provider; HttpOnly; SameSite=Lax$/,
      ),
    ])
    const token = /=([\w-]{43});/.exec(first.headers.getSetCookie()[0] ?? '')?.[1] ?? ''
    const rows = await queries.selectFrom('auth.provider_attempt').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows.map((row) => row.token_hash.toString('base64url'))).not.toContain(token)
  })

  it.each([
    ['//evil.example/', '/'],
    ['https://evil.example/', '/'],
    ['/devices?tab=1', '/devices?tab=1'],
  ])('goes on to a page of ours: %s', async (next, expected) => {
    newPerson()
    expect(await signIn(createBrowser(), `?${new URLSearchParams({ next }).toString()}`)).toBe(expected)
  })

  it('ends with the browser when the person wants that', async () => {
    newPerson()
    const browser = createBrowser()
    await signIn(browser, '?rememberMe=0')
    const remembered = await queries
      .selectFrom('auth.session')
      .select('is_remembered')
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
    expect(remembered).toEqual({ is_remembered: false })
  })
})

describe('the way back', () => {
  it('is gone once', async () => {
    newPerson()
    const browser = createBrowser()
    const url = await cameToReturn(browser)
    const cookie = browser.cookiesFor(url)
    expect(placeOf((await browser.open(url)).url)).toBe('/')
    const replay = await fetch(url, { redirect: 'manual', headers: { cookie } })
    expect(replay.headers.get('location')).toBe('/sign-in?error=CHALLENGE_EXPIRED&provider=okta')
  })

  it('is not for another browser, and nothing is used up by one that tries', async () => {
    const { email } = newPerson()
    const victim = createBrowser()
    const url = await cameToReturn(createBrowser())
    expect(placeOf((await victim.open(url)).url)).toContain('CHALLENGE_EXPIRED')
    await cameToReturn(victim)
    // With a cookie of its own, for another attempt.
    expect(placeOf((await victim.open(url)).url)).toContain('CHALLENGE_EXPIRED')
    expect(await whoIs(victim)).toBeUndefined()
    expect(await idOf(email)).toBeUndefined()
  })

  it('with a state that somebody else chose uses nothing up', async () => {
    newPerson()
    const browser = createBrowser()
    const url = new URL(await cameToReturn(browser))
    const cookie = browser.cookiesFor(url.href)
    const forged = new URL(url)
    forged.searchParams.set('state', 'x'.repeat(43))
    const junk = await fetch(forged, { redirect: 'manual', headers: { cookie } })
    expect(junk.headers.get('location')).toContain('CHALLENGE_EXPIRED')
    const genuine = await fetch(url, { redirect: 'manual', headers: { cookie } })
    expect(genuine.headers.get('location')).toBe('/')
  })

  it('is too late after ten minutes', async () => {
    newPerson()
    const browser = createBrowser()
    const url = await cameToReturn(browser)
    await queries
      .updateTable('auth.provider_attempt')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    expect(placeOf((await browser.open(url)).url)).toContain('CHALLENGE_EXPIRED')
  })

  it('is kept no longer than it is good', async () => {
    await queries.deleteFrom('auth.provider_attempt').execute()
    await cameToReturn(createBrowser())
    const [soon, late] = [new Date(Date.now() + 590_000), new Date(Date.now() + 610_000)]
    const count = async () => (await queries.selectFrom('auth.provider_attempt').selectAll().execute()).length
    await removeOldAttempts(queries, soon)
    expect(await count()).toBe(1)
    await removeOldAttempts(queries, late)
    expect(await count()).toBe(0)
  })

  it('is not posted: what a page makes a browser post leads nowhere', async () => {
    const answer = await fetch(callback, { method: 'POST', body: new URLSearchParams({ code: 'x', state: 'y' }) })
    expect(answer.status).toBe(404)
  })
})

describe('a provider that lies', () => {
  it.each<[string, Lie, string]>([
    ['answers another question', { claims: { nonce: 'x'.repeat(43) } }, 'PROVIDER_REFUSED'],
    ['answers no question', { without: ['nonce'] }, 'PROVIDER_REFUSED'],
    ['speaks for another', { claims: { iss: 'https://accounts.google.com' } }, 'PROVIDER_REFUSED'],
    ['speaks to another', { claims: { aud: 'somebody else' } }, 'PROVIDER_REFUSED'],
    ['speaks to several', { claims: { aud: ['farport', 'another'] } }, 'PROVIDER_REFUSED'],
    ['spoke long ago', { claims: { exp: 1 } }, 'PROVIDER_REFUSED'],
    ['means nobody', { without: ['sub'] }, 'PROVIDER_REFUSED'],
    ['means somebody with a name beyond measure', { claims: { sub: 'x'.repeat(256) } }, 'PROVIDER_REFUSED'],
    ['signs nothing', { signature: 'none' }, 'PROVIDER_REFUSED'],
    ['signs with a key that nobody knows', { signature: 'other-key' }, 'PROVIDER_REFUSED'],
    ['signs with the secret that we share', { signature: 'client-secret' }, 'PROVIDER_REFUSED'],
    ['signs with its public key as a secret', { signature: 'public-key' }, 'PROVIDER_REFUSED'],
    ['lets the person decline', { error: 'access_denied' }, 'PROVIDER_REFUSED'],
    ['fails', { error: 'server_error' }, 'PROVIDER_REFUSED'],
    ['breaks down', { tokenStatus: 500 }, 'PROVIDER_UNREACHABLE'],
    ['knows no address', { without: ['email'] }, 'PROVIDER_EMAIL_UNVERIFIED'],
    ['has an address that is none', { claims: { email: 'ｖictim@example.org' } }, 'PROVIDER_EMAIL_UNVERIFIED'],
  ])('and %s is not believed', async (_, lie, code) => {
    const { email } = newPerson()
    provider.lie = lie
    const browser = createBrowser()
    expect(await signIn(browser)).toBe(`/sign-in?error=${code}&provider=okta`)
    expect(browser.cookiesFor(calls)).toBe('')
    expect(await idOf(email)).toBeUndefined()
  })
})

describe('where people go to sign in', () => {
  it('is asked in time, and again when there was no answer', async () => {
    await using own = await startTestServer({ providers: [okta] }, oneProcess)
    const open = async () => (await createBrowser().open(`${own.url}/auth/v1/provider/okta/start`)).url
    newPerson()
    for (const lie of [{ isSilent: true }, { issuer: 'https://evil.example' }] satisfies Lie[]) {
      provider.lie = lie
      expect((await open()).search).toBe('?error=PROVIDER_UNREACHABLE&provider=okta')
    }
    provider.lie = {}
    expect((await open()).pathname).toBe('/')
    const before = provider.asked.filter((path) => path.includes('well-known')).length
    newPerson()
    expect((await open()).pathname).toBe('/')
    expect(provider.asked.filter((path) => path.includes('well-known'))).toHaveLength(before)
  })

  it('may keep the address out of the token, but not speak of somebody else then', async () => {
    const { email } = newPerson()
    provider.lie = { userinfo: {} }
    await using own = await startTestServer({ providers: [okta] }, oneProcess)
    const open = async () => (await createBrowser().open(`${own.url}/auth/v1/provider/okta/start`)).url.search
    provider.lie = {
      without: ['email', 'email_verified'],
      userinfo: { sub: 'somebody else', email, email_verified: true },
    }
    expect(await open()).toBe('?error=PROVIDER_REFUSED&provider=okta')
    provider.lie = { without: ['email', 'email_verified'], userinfo: { ...provider.person } }
    expect(await open()).toBe('')
    const users = await own.database.queries.selectFrom('auth.user').select('email').execute()
    expect(users.map((user) => user.email)).toContain(email)
  })
})

describe('an address that somebody has here', () => {
  it('opens nothing, from wherever it comes', async () => {
    const { email } = newPerson()
    await withPassword(email)
    const browser = createBrowser()
    expect(await signIn(browser)).toBe('/sign-in?error=PROVIDER_EMAIL_TAKEN&provider=okta')
    expect(await whoIs(browser)).toBeUndefined()
  })

  it('opens nothing either while it waits to be verified, or is the operator’s', async () => {
    const { email } = newPerson()
    const id = `a-waiting-${count}`
    await queries.insertInto('auth.user').values({ id, name: '', email }).execute()
    await addPassword(id)
    expect(await signIn()).toContain('PROVIDER_EMAIL_TAKEN')
    newPerson({ email: 'boss@example.org' })
    await queries.updateTable('auth.user').set({ email: 'boss@example.org' }).where('is_operator', '=', true).execute()
    expect(await signIn()).toContain('PROVIDER_EMAIL_TAKEN')
  })

  it('completes an account that others made for it', async () => {
    const { email } = newPerson()
    const id = `a-invited-${count}`
    await queries.insertInto('auth.user').values({ id, name: '', email }).execute()
    const browser = createBrowser()
    expect(await signIn(browser)).toBe('/')
    expect(await whoIs(browser)).toBe(email)
    expect(await idOf(email)).toBe(id)
    expect(await hasAcceptedTerms(email)).toBe(true)
  })

  it('makes one account of two that come at the same moment', async () => {
    newPerson()
    const browsers = [createBrowser(), createBrowser(), createBrowser()]
    const ends = await Promise.all(browsers.map((browser) => signIn(browser)))
    const allowed = /^\/(sign-in\?error=(CONFLICT|PROVIDER_EMAIL_TAKEN)&provider=okta)?$/
    for (const end of ends) expect(end).toMatch(allowed)
    expect(ends).toContain('/')
    expect(await signIn()).toBe('/')
  })
})

describe('adding a provider to an account', () => {
  const link = '?link=1'
  const add = async (browser: TestBrowser) =>
    placeOf((await browser.open(`${start}${link}`, { from: `${server.url}/account/security` })).url)

  it('lets its owner in from then on, whatever the address there, and tells them by mail', async () => {
    const { email } = newPerson({ email: 'elsewhere@example.org', email_verified: false })
    const browser = await withPassword(email)
    expect(await add(browser)).toBe('/account/security')
    expect(await linksOf(browser)).toMatchObject([{ provider: 'okta', email: 'elsewhere@example.org' }])
    expect(await add(browser)).toBe('/account/security')
    expect(await linksOf(browser)).toHaveLength(1)
    const other = createBrowser()
    expect(await signIn(other)).toBe('/')
    expect(await whoIs(other)).toBe(email)
    const mails = await queries.selectFrom('mails').select('subject').where('recipient', '=', email).execute()
    expect(mails.map((mail) => mail.subject)).toContain('Okta was added to your Farport account')
  })

  it('needs a page of ours, and a fresh proof', async () => {
    const { email } = newPerson()
    const browser = await withPassword(email)
    const refused = '/account/security?error=PROOF_NEEDED&provider=okta'
    expect(placeOf((await browser.open(`${start}${link}`, { from: 'https://evil.example/' })).url)).toBe(refused)
    expect(placeOf((await createBrowser().open(`${start}${link}`)).url)).toBe(refused)
    const longAgo = { proven_at: new Date(Date.now() - 3_600_000) }
    await queries
      .updateTable('auth.session')
      .set(longAgo)
      .where('user_id', '=', (await idOf(email)) ?? '')
      .execute()
    expect(await add(browser)).toBe(refused)
    expect((await post(browser, 'provider-links/remove', { id: 'x' })).body).toMatchObject({ code: 'PROOF_NEEDED' })
    expect(await linksOf(browser)).toEqual([])
  })

  it('adds nothing to an account that was signed out of meanwhile', async () => {
    const { email } = newPerson()
    const browser = await withPassword(email)
    const page = await browser.open(`${start}${link}`, { from: `${server.url}/account/security`, until: callback })
    expect((await post(browser, 'sign-out', {})).status).toBe(200)
    expect(placeOf((await browser.open(page.url.href)).url)).toContain('CHALLENGE_EXPIRED')
    const identities = await queries.selectFrom('auth.provider_identity').select('email').execute()
    expect(identities.map((identity) => identity.email)).not.toContain(email)
  })

  it('is refused for an identity of somebody else, and for a second one', async () => {
    const { email } = newPerson()
    await signIn()
    const browser = await withPassword(`owner-of-${email}`)
    expect(await add(browser)).toBe('/account/security?error=CONFLICT&provider=okta')
    newPerson()
    expect(await add(browser)).toBe('/account/security')
    newPerson()
    expect(await add(browser)).toBe('/account/security?error=CONFLICT&provider=okta')
  })

  it('is undone by its owner, while there is another way in', async () => {
    const { email } = newPerson()
    const browser = createBrowser()
    await signIn(browser)
    const [own] = await linksOf(browser)
    const remove = (who: TestBrowser) => post(who, 'provider-links/remove', { id: own?.id })
    expect(await remove(browser)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    const stranger = await withPassword(`stranger-to-${email}`)
    expect((await remove(stranger)).status).toBe(404)
    await addPassword((await idOf(email)) ?? '')
    expect((await remove(browser)).status).toBe(200)
    expect(await linksOf(browser)).toEqual([])
    expect(await signIn()).toContain('PROVIDER_EMAIL_TAKEN')
  })
})

it('a second factor is asked for all the same', async () => {
  const { email } = newPerson()
  await signIn()
  const factor = { sealed_totp: randomBytes(40), recovery_code_hash: randomBytes(32) }
  await queries
    .insertInto('auth.second_factors')
    .values({ user_id: (await idOf(email)) ?? '', method: 'SOFTWARE_TOKEN_MFA', ...factor })
    .execute()
  const browser = createBrowser()
  expect(await signIn(browser, '?next=/devices')).toBe('/mfa-verify?next=%2Fdevices')
  expect(await whoIs(browser)).toBeUndefined()
  expect(browser.cookiesFor(`${calls}/sign-in/challenge`)).toContain('farport.challenge=')
})
