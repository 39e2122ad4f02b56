import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createAuthenticator, type CreationOptions } from './domains/identity/passkeys/test-authenticator.ts'
import { createBrowser } from './domains/identity/providers/test-browser.ts'
import { asOkta, startDeceitfulProvider } from './domains/identity/providers/test-deceitful-provider.ts'
import { mailedCode, mailedParameter } from './test-mails.ts'
import { mailedPath, startTestServer, testPassword as password, type Answer, type Person } from './test-server.ts'

const provider = await startDeceitfulProvider()
const server = await startTestServer({ providers: [asOkta(provider)] })
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})
const { database } = server
const { queries } = database
beforeEach(() => queries.deleteFrom('budgets').execute())

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

let count = 0
const newEmail = () => `reader-${(count += 1)}@example.org`
const isDone = ({ status, headers }: Answer) =>
  status === 200 || (status === 302 && !(headers.get('location') ?? '').includes('error='))

/** What a mail brought: how it is used, and what keeps until when it is good. */
interface Mailed {
  use: () => Promise<Answer>
  /** What would let it work again, besides itself. */
  undo?: () => Promise<unknown>
}

interface Row {
  lifeMs: number
  ask: () => Promise<Mailed>
  end: () => Promise<Date | null | undefined>
  expire: () => Promise<unknown>
}

type Timed = 'auth.link_token' | 'auth.password_reset' | 'auth.recovery' | 'auth.provider_sign_up'
const past = () => new Date(Date.now() - 1)

/** In a table of which only this row is looked at: others are away by then. */
const keptIn = (table: Timed): Pick<Row, 'end' | 'expire'> => ({
  end: async () => {
    const rows = await queries.selectFrom(table).select('expires_at').orderBy('expires_at', 'desc').execute()
    return rows[0]?.expires_at
  },
  expire: () => queries.updateTable(table).set({ expires_at: past() }).execute(),
})

async function askForAddress(): Promise<{ person: Person; former: string; wanted: string }> {
  const [former, wanted] = [newEmail(), newEmail()]
  const person = await server.newPerson(former)
  expect((await person.post('/user/email/', { email: wanted })).status).toBe(200)
  return { person, former, wanted }
}

const rows: Record<string, Row> = {
  'the link of a new account': {
    lifeMs: dayMs,
    ...keptIn('auth.link_token'),
    async ask() {
      const [email, person] = [newEmail(), server.person()]
      await person.signUp({ email, password })
      const path = await mailedPath(database, email)
      const undo = () =>
        queries.updateTable('auth.user').set({ email_verified: false }).where('email', '=', email).execute()
      return { use: () => person.get(path), undo }
    },
  },
  'the code for a new password': {
    lifeMs: 15 * minuteMs,
    ...keptIn('auth.password_reset'),
    async ask() {
      const email = newEmail()
      await server.newPerson(email)
      await server.person().post('/auth/v1/forgot-password', { email })
      const code = await mailedCode(database, email)
      return { use: () => server.person().post('/auth/v1/forgot-password/verify', { email, code, password }) }
    },
  },
  'the code of a recovery': {
    lifeMs: 15 * minuteMs,
    ...keptIn('auth.recovery'),
    async ask() {
      const email = newEmail()
      const person = await server.newPerson(email)
      const options = (await person.post('/auth/v1/passkeys/options', {})).body as CreationOptions // what it answers with
      const response = createAuthenticator(server.url).create(options)
      await person.post('/auth/v1/passkeys', { name: 'Key', response })
      const { body } = await person.post('/auth/v1/mfaPref', { method: 'WEB_AUTHN' })
      const { backupCode } = body as { backupCode: string } // a MfaPref
      const started = await server.person().post('/auth/v1/recovery/start', { email })
      const { challenge } = started.body as { challenge: string } // a ChallengeAnswer of a program
      const emailCode = await mailedCode(database, email)
      return { use: () => server.person().post('/auth/v1/recovery/verify', { challenge, emailCode, backupCode }) }
    },
  },
  'the link to another address': {
    lifeMs: dayMs,
    ...keptIn('auth.link_token'),
    async ask() {
      const { person, wanted } = await askForAddress()
      const token = await mailedParameter(database, wanted, 'emailToken')
      return { use: () => person.post('/auth/v1/change-email', { token }) }
    },
  },
  'the link back to the former address': {
    lifeMs: 7 * dayMs,
    ...keptIn('auth.link_token'),
    async ask() {
      const { person, former, wanted } = await askForAddress()
      const asked = await mailedParameter(database, wanted, 'emailToken')
      await person.post('/auth/v1/change-email', { token: asked })
      const token = await mailedParameter(database, former, 'token')
      return { use: () => server.person().post('/auth/v1/restore-email', { token }) }
    },
  },
  'the code of a newcomer from a provider': {
    lifeMs: 15 * minuteMs,
    ...keptIn('auth.provider_sign_up'),
    async ask() {
      const email = newEmail()
      provider.person = { sub: randomBytes(8).toString('hex'), email, email_verified: false }
      const browser = createBrowser()
      await browser.open(`${server.url}/auth/v1/provider/okta/start`)
      const code = await mailedCode(database, email)
      const cookie = browser.cookiesFor(`${server.url}/auth/v1`)
      const headers = { cookie, origin: server.url, 'content-type': 'application/json' }
      const body = JSON.stringify({ code, acceptTerms: true })
      return {
        async use() {
          const answer = await fetch(`${server.url}/auth/v1/provider-sign-up`, { method: 'POST', headers, body })
          return { status: answer.status, headers: answer.headers, body: await answer.json() }
        },
      }
    },
  },
  'the link by which notifications may come': {
    lifeMs: dayMs,
    end: async () => {
      const settings = queries.selectFrom('notification_settings').select('email_token_expires_at')
      const [row] = await settings.where('email_token_hash', 'is not', null).execute()
      return row?.email_token_expires_at
    },
    expire: () => queries.updateTable('notification_settings').set({ email_token_expires_at: past() }).execute(),
    async ask() {
      const [person, email] = [await server.newPerson(), newEmail()]
      await person.ask('mutation($email: String) { setNotificationSettings(notificationEmail: $email) }', { email })
      const path = await mailedPath(database, email)
      return { use: () => server.person().get(path) }
    },
  },
}

describe.each(Object.entries(rows))('%s', (_, { lifeMs, ask, end, expire }) => {
  beforeEach(async () => {
    for (const table of ['auth.link_token', 'auth.password_reset', 'auth.recovery', 'auth.provider_sign_up'] as const) {
      await queries.deleteFrom(table).execute()
    }
    await queries.deleteFrom('notification_settings').execute()
  })

  it('works once', async () => {
    const { use, undo } = await ask()
    expect(isDone(await use())).toBe(true)
    await undo?.()
    expect(isDone(await use())).toBe(false)
  })

  it('works once, also when it comes twice at the same moment', async () => {
    const { use } = await ask()
    const answers = await Promise.all([use(), use()])
    // Whoever confirms twice is told that it is confirmed.
    const isConfirmation = answers.every((answer) => answer.headers.get('location')?.startsWith('/sign-up/verified'))
    expect(answers.filter(isDone).length).toBeLessThanOrEqual(isConfirmation ? 2 : 1)
    expect(answers.some(isDone)).toBe(true)
  })

  it('works no longer than it says', async () => {
    const { use } = await ask()
    const restMs = ((await end())?.getTime() ?? 0) - Date.now()
    expect(restMs).toBeGreaterThan(lifeMs - minuteMs)
    expect(restMs).toBeLessThanOrEqual(lifeMs)
    await expire()
    expect(isDone(await use())).toBe(false)
  })
})
