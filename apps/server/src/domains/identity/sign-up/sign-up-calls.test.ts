import { solveCaptcha } from '@farport/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { openTestBrowser } from '../../../test-browser.ts'
import { mailedParameter, newestMail } from '../../../test-mails.ts'
import { mailedPath, startTestServer, testPassword as password } from '../../../test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const { database } = server
const { queries } = database

let count = 0
const newEmail = () => `una-${(count += 1)}@example.org`
const signUp = (body: object) => server.person().post('/auth/v1/sign-up/email', body)
const signIn = (email: string, text: string) =>
  server.person().post('/auth/v1/sign-in/email', { email, password: text })

interface Payload {
  challenge: { parameters: Record<string, unknown>; signature: string }
  solution: { counter: number; derivedKey: string }
}

const solved = async () => JSON.parse(Buffer.from(await solveCaptcha(server.url), 'base64').toString()) as Payload // as the solver writes it
const written = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')

describe('the captcha', () => {
  it('is taken once', async () => {
    const captcha = await solveCaptcha(server.url)
    const both = [newEmail(), newEmail()].map((email) => signUp({ email, password, captcha, acceptTerms: true }))
    const statuses = (await Promise.all(both)).map((answer) => answer.status)
    expect(new Set(statuses)).toEqual(new Set([200, 400]))
    expect(await signUp({ email: newEmail(), password, captcha, acceptTerms: true })).toMatchObject({
      status: 400,
      body: { code: 'CAPTCHA_INVALID' },
    })
  })

  it.each<[string, (payload: Payload) => unknown]>([
    ['no work', ({ challenge, solution }) => ({ challenge, solution: { ...solution, counter: solution.counter + 1 } })],
    [
      'a key that was made up',
      ({ challenge }) => ({ challenge, solution: { counter: 0, derivedKey: '00'.repeat(32) } }),
    ],
    [
      'a challenge that was made easier',
      ({ challenge, solution }) => ({
        challenge: { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '0' } },
        solution,
      }),
    ],
    [
      'a challenge that lives longer',
      ({ challenge, solution }) => ({
        challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: 9_999_999_999 } },
        solution,
      }),
    ],
    [
      'a challenge that is too old',
      ({ challenge, solution }) => ({
        challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: 1 } },
        solution,
      }),
    ],
    ['another signature', ({ challenge, solution }) => ({ challenge: { ...challenge, signature: 'x' }, solution })],
    ['no challenge', ({ solution }) => ({ solution })],
    ['nothing', () => null],
  ])('is refused with %s', async (_, change) => {
    const captcha = written(change(await solved()))
    const answer = await signUp({ email: newEmail(), password, captcha, acceptTerms: true })
    expect(answer).toMatchObject({ status: 400, body: { code: 'CAPTCHA_INVALID' } })
  })

  it('does not stop somebody whose password was too short', async () => {
    const captcha = await solveCaptcha(server.url)
    const email = newEmail()
    expect((await signUp({ email, password: 'short', captcha, acceptTerms: true })).status).toBe(400)
    expect((await signUp({ email, password, captcha, acceptTerms: true })).status).toBe(200)
  })
})

describe('signing up', () => {
  it('is for who accepts the terms, and keeps when', async () => {
    const email = newEmail()
    const captcha = await solveCaptcha(server.url)
    expect(await signUp({ email, password, captcha })).toMatchObject({ status: 400, body: { code: 'INVALID' } })
    expect((await signUp({ email, password, captcha, acceptTerms: true })).status).toBe(200)
    const row = await queries
      .selectFrom('auth.user')
      .select('terms_accepted_at')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(Math.abs((row.terms_accepted_at?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
  })

  it('an address that is taken is told, and nothing of the account changes', async () => {
    const email = newEmail()
    await server.newPerson(email)
    expect(await server.person().signUp({ email, password: 'another password' })).toMatchObject({
      status: 409,
      body: { code: 'USERNAME_EXISTS' },
    })
    expect((await signIn(email, password)).status).toBe(200)
  })
})

describe('the mailed link', () => {
  it('names what it confirms', async () => {
    const email = newEmail()
    await server.person().signUp({ email, password })
    expect((await newestMail(database, email)).text).toContain(email)
  })

  it('does not confirm a password that somebody else has chosen', async () => {
    const email = newEmail()
    const mallory = openTestBrowser(server.url)
    const captcha = await solveCaptcha(server.url)
    await mallory.post('/auth/v1/sign-up/email', { email, password: 'chosen by mallory', captcha, acceptTerms: true })

    // Whoever reads the mail opens the link; so does their mail program.
    const una = openTestBrowser(server.url)
    const link = await mailedPath(database, email)
    for (const _ of [1, 2]) {
      const opened = await una.get(link)
      expect(opened.headers.get('location')).toMatch(/^\/sign-up\/password\?token=/)
    }
    expect((await signIn(email, 'chosen by mallory')).status).toBe(403)

    const token = await mailedParameter(database, email, 'token')
    const choice = { token, password: 'chosen by una' }
    expect((await una.post('/auth/v1/verify-email', choice)).status).toBe(400)
    expect((await una.post('/auth/v1/verify-email', { ...choice, acceptTerms: true })).status).toBe(200)
    expect((await signIn(email, 'chosen by una')).status).toBe(200)
    expect((await signIn(email, 'chosen by mallory')).status).toBe(401)
    // It is no way to another password afterwards.
    const again = { token, password: 'chosen by mallory', acceptTerms: true }
    expect((await mallory.post('/auth/v1/verify-email', again)).status).toBe(400)
    // Mallory's browser has nothing that opens the account.
    expect((await mallory.get(link)).headers.get('location')).toBe('/sign-up/verified')
    expect(await (await mallory.get('/auth/v1/get-session')).json()).toBeNull()
  })

  it('of an account that was verified in another way chooses no password any more', async () => {
    const email = newEmail()
    const person = server.person()
    await person.signUp({ email, password })
    const unused = await mailedParameter(database, email, 'token')
    await person.post('/auth/v1/send-verification-email', { email })
    await person.get(await mailedPath(database, email))
    const choice = { token: unused, password: 'another password', acceptTerms: true }
    expect((await server.person().post('/auth/v1/verify-email', choice)).status).toBe(400)
    expect((await signIn(email, password)).status).toBe(200)
  })
})
