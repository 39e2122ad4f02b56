// Against providers that others wrote: oidc-provider, and the stand-ins of `emulate` for those that have their own ways.

import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Secret } from '@farport/basics'
import { freePort } from '@farport/testkit'
import { createEmulator, type Emulator } from 'emulate'
import { Provider, type Configuration } from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer } from '../../../test-server.ts'
import type { ProviderSettings } from './provider.ts'
import { createBrowser, type Page, type TestBrowser } from './test-browser.ts'

const clientSecret = randomBytes(32).toString('base64url')
const clientId = 'farport'

interface Listening extends AsyncDisposable {
  url: string
  server: Server
}

/** A place whose address is known before what answers there. */
async function listen(): Promise<Listening> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    server,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function whoIs(browser: TestBrowser, url: string): Promise<string | undefined> {
  const headers = { cookie: browser.cookiesFor(`${url}/auth/v1`), origin: url }
  const answer = await fetch(`${url}/auth/v1/get-session`, { headers })
  const session = (await answer.json()) as { user: { email: string } } | null // a SessionAnswer
  return session?.user.email
}

async function startWith(providers: readonly ProviderSettings[]) {
  const server = await startTestServer({ providers }, { processes: 1, natsUrl: undefined })
  const callbackOf = (id: string) => `${server.url}/auth/v1/provider/${id}/callback`
  const open = (browser: TestBrowser, id: string) =>
    browser.open(`${server.url}/auth/v1/provider/${id}/start?next=/devices`)
  return { ...server, callbackOf, open }
}

describe('oidc-provider', () => {
  const email = 'ann@example.org'

  function configuration(redirectUri: string): Configuration {
    return {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      pkce: { required: () => true },
      ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
      cookies: { keys: [randomBytes(32).toString('hex')] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({ sub: id, email, email_verified: true, name: 'Ann' }),
      }),
    }
  }

  /** Through its pages: a name and a password of any kind, then consent. */
  async function consent(browser: TestBrowser, page: Page): Promise<Page> {
    const asked = await browser.submit(page, 'name="login"', { login: 'ann', password: 'x' })
    return browser.submit(asked, 'consent')
  }

  it('as Okta: leads there and back, and keeps the address for its userinfo', async () => {
    await using place = await listen()
    const issuer = new URL(place.url)
    const okta: ProviderSettings = { id: 'okta', issuer, clientId, clientSecret: new Secret(clientSecret) }
    await using server = await startWith([okta])
    const provider = new Provider(place.url, configuration(server.callbackOf('okta')))
    place.server.on('request', provider.callback() as RequestListener) // Koa's, which returns a promise
    for (const _ of ['the first time', 'the second']) {
      const browser = createBrowser()
      const end = await consent(browser, await server.open(browser, 'okta'))
      expect(end.url.href).toBe(`${server.url}/devices`)
      expect(await whoIs(browser, server.url)).toBe(email)
    }
  })

  it('as Amazon: knows no OpenID, says who it is in a profile, and opens alone only what was added before', async () => {
    await using place = await listen()
    const issuer = new URL(place.url)
    const amazon: ProviderSettings = { id: 'amazon', issuer, clientId, clientSecret: new Secret(clientSecret) }
    await using server = await startWith([amazon])
    const provider = new Provider(place.url, {
      ...configuration(server.callbackOf('amazon')),
      routes: { authorization: '/ap/oa', token: '/auth/o2/token' },
    })
    const others = provider.callback() as RequestListener // Koa's, which returns a promise
    place.server.on('request', (request, answer) => {
      if (request.url === '/user/profile') void sendProfile(provider, request, answer)
      else others(request, answer)
    })

    const stranger = createBrowser()
    const asked = await consent(stranger, await server.open(stranger, 'amazon'))
    expect(asked.url.href).toBe(`${server.url}/sign-up/provider?next=%2Fdevices`)
    expect(await whoIs(stranger, server.url)).toBeUndefined()

    const person = await server.newPerson(email)
    const userId = (await person.ask<{ login: { id: string } }>('{login{id}}')).login.id
    await server.database.queries
      .insertInto('auth.provider_identity')
      .values({
        id: 'link',
        user_id: userId,
        provider: 'amazon',
        issuer: issuer.origin,
        subject: 'amzn1.account.ann',
        created_at: new Date(),
      })
      .execute()
    const browser = createBrowser()
    const end = await consent(browser, await server.open(browser, 'amazon'))
    expect(end.url.href).toBe(`${server.url}/devices`)
    expect(await whoIs(browser, server.url)).toBe(email)
  })

  /** As Amazon has it. */
  async function sendProfile(provider: Provider, request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const token = await provider.AccessToken.find(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (token === undefined) return void answer.writeHead(400).end('{"error":"invalid_token"}')
    answer.writeHead(200, { 'content-type': 'application/json' })
    answer.end(
      JSON.stringify({ user_id: `amzn1.account.${token.accountId}`, name: 'Ann', email, postal_code: '98101' }),
    )
  }
})

describe('emulate', () => {
  const emulators: Emulator[] = []
  let server: Awaited<ReturnType<typeof startWith>>

  beforeAll(async () => {
    const [google, apple, okta] = [
      await freePort('127.0.0.1'),
      await freePort('127.0.0.1'),
      await freePort('127.0.0.1'),
    ]
    const secret = { clientId, clientSecret: new Secret(clientSecret) }
    const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
    server = await startWith([
      { id: 'google', issuer: new URL(`http://localhost:${google}`), ...secret },
      {
        id: 'apple',
        issuer: new URL(`http://localhost:${apple}`),
        clientId,
        teamId: 'TEAM000001',
        keyId: 'KEY0000001',
        privateKey: new Secret(key),
      },
      { id: 'okta', issuer: new URL(`http://localhost:${okta}/oauth2/default`), ...secret },
    ])
    const client = (id: string) => ({ client_id: clientId, name: 'Farport', redirect_uris: [server.callbackOf(id)] })
    emulators.push(
      await createEmulator({
        service: 'google',
        port: google,
        seed: {
          google: {
            users: [{ email: 'ann@gmail.com', name: 'Ann' }],
            oauth_clients: [{ ...client('google'), client_secret: clientSecret }],
          },
        },
      }),
      await createEmulator({
        service: 'apple',
        port: apple,
        seed: {
          apple: {
            users: [{ email: 'ann@icloud.com', name: 'Ann Lee' }],
            oauth_clients: [{ ...client('apple'), team_id: 'TEAM000001' }],
          },
        },
      }),
      await createEmulator({
        service: 'okta',
        port: okta,
        seed: {
          okta: {
            users: [{ login: 'ann@okta.example', email: 'ann@okta.example', first_name: 'Ann', last_name: 'Lee' }],
            oauth_clients: [{ ...client('okta'), client_secret: clientSecret }],
          },
        },
      }),
    )
  })
  afterAll(async () => {
    for (const emulator of emulators) await emulator.close()
    await server[Symbol.asyncDispose]()
  })

  it.each([
    ['google', 'ann@gmail.com'],
    ['okta', 'ann@okta.example'],
  ])('as %s: leads there and back', async (id, email) => {
    for (const _ of ['the first time', 'the second']) {
      const browser = createBrowser()
      const end = await browser.submit(await server.open(browser, id), email)
      expect(end.url.href).toBe(`${server.url}/devices`)
      expect(await whoIs(browser, server.url)).toBe(email)
    }
  })

  it('as Apple: its page posts the answer, which the browser brings once more with its cookie', async () => {
    const browser = createBrowser()
    const page = await browser.submit(await server.open(browser, 'apple'), 'ann@icloud.com')
    expect(page.html).toContain('method="POST"')
    const end = await browser.submit(page, 'name="code"')
    expect(end.url.href).toBe(`${server.url}/devices`)
    expect(await whoIs(browser, server.url)).toBe('ann@icloud.com')
  })

  it('as Apple: an answer that somebody else got signs nobody in', async () => {
    const attacker = createBrowser()
    const page = await attacker.submit(await server.open(attacker, 'apple'), 'ann@icloud.com')
    const victim = createBrowser()
    await server.open(victim, 'apple')
    const end = await victim.submit(page, 'name="code"')
    expect(end.url.search).toBe('?error=CHALLENGE_EXPIRED&provider=apple')
    expect(await whoIs(victim, server.url)).toBeUndefined()
  })
})
