import { randomBytes } from 'node:crypto'
import { Socket, type SocketConnectOpts } from 'node:net'
import fastify from 'fastify'
import { Secret } from '@farport/basics'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLocalBus } from '#platform/bus'
import { createEvents } from '#platform/events'
import { noGeo } from '#platform/geo'
import { createIds } from '#platform/ids'
import { silentLog } from '#platform/log'
import { createMailer } from '#platform/mailer'
import { createMetrics } from '#platform/metrics'
import { noSms } from '#platform/sms'
import { postFrom } from '../../test-addresses.ts'
import { openTestBrowser } from '../../test-browser.ts'
import { mailedCode } from '../../test-mails.ts'
import { startTestServer, testPassword as password, type Person } from '../../test-server.ts'
import { createIdentity } from './index.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const { queries } = server.database
beforeEach(() => queries.deleteFrom('budgets').execute())

/** `nobody`: strangers may. `session`: who is signed in. `proof`: who has proven themselves shortly before, too. */
type Who = 'nobody' | 'session' | 'proof'

const email = 'stranger@example.org'
const token = 'x'.repeat(43)
const passkey = {
  id: 'a',
  rawId: 'a',
  type: 'public-key',
  response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a', attestationObject: 'a' },
}

/** Who may make each call, and what it is sent. */
const calls: Record<string, readonly [Who, object?]> = {
  'POST /auth/v1/sign-up/email': ['nobody', { email, password, captcha: 'x', acceptTerms: true }],
  'POST /auth/v1/send-verification-email': ['nobody', { email }],
  'GET /auth/v1/verify-email': ['nobody'],
  'POST /auth/v1/verify-email': ['nobody', { token, password, acceptTerms: true }],
  'GET /auth/v1/captcha': ['nobody'],
  'GET /auth/v1/checkSaml': ['nobody'],
  'POST /auth/v1/checkSaml': ['nobody', { username: email }],
  'POST /auth/v1/sign-in/email': ['nobody', { email, password }],
  'GET /auth/v1/sign-in/challenge': ['nobody'],
  'POST /auth/v1/sign-in/challenge': ['nobody', { name: 'SMS_MFA', code: '000000' }],
  'POST /auth/v1/sign-in/challenge/resend': ['nobody', {}],
  'POST /auth/v1/sign-in/challenge/cancel': ['nobody', {}],
  'POST /auth/v1/sign-in/passkey/options': ['nobody', {}],
  'POST /auth/v1/sign-in/passkey': ['nobody', { response: passkey }],
  'POST /auth/v1/welcome/open': ['nobody', { token }],
  'POST /auth/v1/welcome': ['session', { email, password }],
  'POST /auth/v1/forgot-password': ['nobody', { email }],
  'POST /auth/v1/forgot-password/verify': ['nobody', { email, code: 'abcdefgh', password }],
  // By the password that is there.
  'POST /auth/v1/change-password': ['session', { currentPassword: 'not this one', password }],
  'POST /auth/v1/recovery/start': ['nobody', { email }],
  'POST /auth/v1/recovery/verify': ['nobody', { emailCode: 'x', backupCode: 'x' }],
  'POST /auth/v1/token': ['nobody', {}],
  'GET /auth/v1/get-session': ['nobody'],
  'POST /auth/v1/sign-out': ['nobody', {}],
  'GET /auth/v1/sessions': ['session'],
  'POST /auth/v1/sessions/end': ['session', { id: 'x' }],
  'GET /auth/v1/globalSignout': ['session'],
  'POST /auth/v1/globalSignout': ['session', {}],
  'GET /auth/v1/prove': ['session'],
  'POST /auth/v1/prove': ['session', { code: '000000' }],
  'POST /auth/v1/prove/text': ['session', {}],
  'POST /auth/v1/prove/passkey/options': ['session', {}],
  'GET /auth/v1/mfaPref': ['session'],
  'POST /auth/v1/mfaPref': ['proof', { method: 'NO_MFA' }],
  'POST /auth/v1/mfa/totp': ['proof', {}],
  // With a code of the app, or of the number, that was given with a proof.
  'POST /auth/v1/mfa/totp/verify': ['session', { code: '000000' }],
  'POST /auth/v1/mfa/phone': ['proof', { phone: '+14155552671' }],
  'POST /auth/v1/mfa/phone/verify': ['session', { code: '000000' }],
  'POST /auth/v1/mfa/backup-code': ['proof', {}],
  'GET /auth/v1/passkeys': ['session'],
  'POST /auth/v1/passkeys/options': ['proof', {}],
  'POST /auth/v1/passkeys': ['proof', { name: 'x', response: passkey }],
  'POST /auth/v1/passkeys/rename': ['session', { id: 'x', name: 'x' }],
  'POST /auth/v1/passkeys/delete': ['proof', { id: 'x' }],
  'GET /auth/v1/providers': ['nobody'],
  'GET /auth/v1/provider-links': ['session'],
  'POST /auth/v1/provider-links/remove': ['proof', { id: 'x' }],
  'GET /auth/v1/provider-sign-up': ['nobody'],
  'POST /auth/v1/provider-sign-up': ['nobody', { code: 'x', acceptTerms: true }],
  'GET /auth/v1/provider/:id/start': ['nobody'],
  'GET /auth/v1/provider/:id/callback': ['nobody'],
  'POST /auth/v1/provider/apple/callback': ['nobody'],
  'POST /user/language/': ['session', { language: 'en' }],
  'POST /user/email/': ['proof', { email: 'another@example.org' }],
  // With a link that was mailed to the address that was asked for with a proof.
  'POST /auth/v1/change-email': ['session', { token }],
  'POST /auth/v1/restore-email': ['nobody', { token }],
  'POST /auth/v1/device/code': ['nobody', { client: 'a program' }],
  'GET /auth/v1/device': ['session'],
  'POST /auth/v1/device/approve': ['proof', { userCode: 'ABCD-EFGH' }],
  'POST /auth/v1/device/deny': ['session', { userCode: 'ABCD-EFGH' }],
  'POST /auth/v1/device/token': ['nobody', { deviceCode: token }],
  // A wish that a person reads, and that deletes nothing.
  'POST /auth/v1/account-deletion': ['session', { reasons: [] }],
}

const rows = Object.entries(calls).map(([call, [who, body]]) => {
  const [method = '', path = ''] = call.split(' ')
  return { call, method, path: path.replace(':id', 'okta'), who, body }
})
const send = (person: Person, { method, path, body }: (typeof rows)[number]) =>
  method === 'GET' ? person.get(path) : person.post(path, body ?? {})

/** What the domain answers to, as it says itself. */
async function callsOfDomain(): Promise<string[]> {
  const clock = { now: Date.now }
  const { database } = server
  const [bus, ids] = [createLocalBus(silentLog), createIds(clock)]
  const events = createEvents({ bus, clock, ids })
  const platform = { database, bus, clock, ids, events, log: silentLog, metrics: createMetrics(), geo: noGeo }
  const mailer = createMailer({ ...platform, canSend: false })
  const { parts } = createIdentity({
    ...{ platform, mailer, publicUrl: server.url, providers: [], sms: noSms, smsDailyMax: 1 },
    ...{ secret: new Secret(randomBytes(32).toString('base64url')), accessTokenMs: 1, captchaCost: 1 },
  })
  await using app = fastify()
  const found = new Set<string>()
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD' && one !== 'OPTIONS') found.add(`${one} ${url}`)
  })
  for (const { routes } of parts) if (routes !== undefined) await app.register(async (scope) => routes(scope))
  await app.ready()
  return [...found]
}

it('every call stands in the table: nothing is open that was not meant to be', async () => {
  expect((await callsOfDomain()).toSorted()).toEqual(Object.keys(calls).toSorted())
})

describe('without a session', () => {
  it.each(rows.filter(({ who }) => who !== 'nobody'))('$call is refused', async (row) => {
    expect(await send(server.person(), row)).toMatchObject({ status: 401 })
  })

  it.each(rows.filter(({ who }) => who === 'nobody'))('$call begins none', async (row) => {
    const stranger = server.person()
    const answer = await send(stranger, row)
    expect(answer.status).toBeLessThan(500)
    expect(stranger.token).toBeUndefined()
    expect(JSON.stringify(answer.headers.getSetCookie())).not.toContain('farport.access=f')
  })
})

describe('in a session whose last proof is long ago', () => {
  let person: Person
  beforeAll(async () => {
    person = await server.newPerson()
    await queries
      .updateTable('auth.session')
      .set({ proven_at: new Date(Date.now() - 3_600_000) })
      .execute()
  })

  it.each(rows.filter(({ who }) => who === 'proof'))('$call is refused', async (row) => {
    expect(await send(person, row)).toMatchObject({ status: 403, body: { code: 'PROOF_NEEDED' } })
  })
})

describe('from a page of another site, with the cookies of a browser that is signed in', () => {
  let cookie: string
  beforeAll(async () => {
    const address = 'visitor@example.org'
    await server.newPerson(address)
    const browser = openTestBrowser(server.url)
    await browser.post('/auth/v1/sign-in/email', { email: address, password })
    cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  })
  const posted = rows.filter(({ method }) => method === 'POST')
  const fromElsewhere = (path: string, type: string, body: string, headers: Record<string, string>) =>
    fetch(server.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, 'content-type': type, ...headers },
      body,
    })

  it.each(posted.filter(({ path }) => !path.endsWith('/apple/callback')))(
    '$call is refused',
    async ({ path, body }) => {
      for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
        const answer = await fromElsewhere(path, 'application/json', JSON.stringify(body ?? {}), headers)
        expect(answer.status).toBe(403)
      }
    },
  )

  it('Apple’s answer alone is taken, and only sent on, for the browser to bring it itself', async () => {
    const form = 'code=c&state=s&user=%7B%7D'
    const headers = { origin: 'https://appleid.apple.com' }
    const path = '/auth/v1/provider/apple/callback'
    const answer = await fromElsewhere(path, 'application/x-www-form-urlencoded', form, headers)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`${path}?code=c&state=s`)
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it('is still signed in after all of that', async () => {
    const session = await fetch(`${server.url}/auth/v1/get-session`, { headers: { cookie } })
    expect(await session.json()).toMatchObject({ user: { email: 'visitor@example.org' } })
  })
})

it('nobody out there is told: neither a list of leaked passwords nor who counts users is asked', async () => {
  const connected: string[] = []
  const { connect } = Socket.prototype
  const spy = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function watched(this: Socket, ...args) {
    const [first] = args as unknown[]
    const options = (Array.isArray(first) ? first[0] : first) as Partial<SocketConnectOpts> & { host?: string } // as Node passes them on
    connected.push(options.host ?? 'a socket of this machine')
    return Reflect.apply<Socket, Parameters<Socket['connect']>, Socket>(connect, this, args)
  })
  try {
    const address = 'leaked@example.org'
    const person = server.person()
    // As leaked as a password can be.
    await person.signUp({ email: address, password: 'password123' })
    await person.post('/auth/v1/forgot-password', { email: address })
    const code = await mailedCode(server.database, address)
    const chosen = { email: address, code, password: 'password1234' }
    expect((await person.post('/auth/v1/forgot-password/verify', chosen)).status).toBe(200)
    const signIn = { email: address, password: 'password1234' }
    expect((await person.post('/auth/v1/sign-in/email', signIn)).status).toBe(200)
    expect((await person.post('/auth/v1/passkeys/options', {})).status).toBe(200)
    expect((await person.post('/auth/v1/sign-out', {})).status).toBe(200)
    // It sees what does connect: the others may have been connected before.
    await postFrom('127.0.5.1', `${server.urls[0] ?? server.url}/auth/v1/checkSaml`, { username: address })
  } finally {
    spy.mockRestore()
  }
  expect(connected).toContain('127.0.0.1')
  expect(connected.filter((host) => !/^(127\.0\.0\.1|localhost|::1|\/|a socket of this machine)/.test(host))).toEqual(
    [],
  )
})
