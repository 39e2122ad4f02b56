import { eventually } from '@farport/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { postFrom } from '../../../test-addresses.ts'
import { openTestBrowser } from '../../../test-browser.ts'
import { mailedCode, mailsTo, newestMail } from '../../../test-mails.ts'
import { startTestServer, testPassword as password } from '../../../test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const { database } = server
const { queries } = database

let count = 0
const newEmail = () => `pia-${(count += 1)}@example.org`
const forgot = (email: string) => server.person().post('/auth/v1/forgot-password', { email })
const reset = (body: { email: string; code: string; password?: string }) =>
  server.person().post('/auth/v1/forgot-password/verify', { password: 'a new password', ...body })
const signIn = (email: string, text: string) =>
  server.person().post('/auth/v1/sign-in/email', { email, password: text })
const forgotUrl = `${server.urls[0] ?? server.url}/auth/v1/forgot-password`
const verifyUrl = `${forgotUrl}/verify`
const typesOf = async (email: string) => {
  const rows = await queries
    .selectFrom('events')
    .innerJoin('auth.user as user', 'user.id', 'events.account_id')
    .select('events.type')
    .where('user.email', '=', email)
    .orderBy('events.id')
    .execute()
  return rows.map((row) => row.type)
}

describe('a forgotten password', () => {
  it('is replaced with the mailed code; whoever was signed in is not any more', async () => {
    const email = newEmail()
    const before = await server.newPerson(email)
    expect(await forgot(` ${email.toUpperCase()}`)).toMatchObject({ status: 200, body: { success: true } })
    const code = await mailedCode(database, email)
    expect(await reset({ email, code: ` ${code.toUpperCase()} ` })).toMatchObject({ status: 200 })
    expect((await before.query('{login{id}}')).status).toBe(401)
    expect((await signIn(email, password)).status).toBe(401)
    await eventually(async () => (await typesOf(email)).includes('AUTH_LOGIN_ATTEMPT'))
    expect((await signIn(email, 'a new password')).status).toBe(200)
    expect((await mailsTo(database, email)).some((mail) => mail.subject === 'Your Farport password was reset')).toBe(
      true,
    )
    expect(await typesOf(email)).toEqual([
      'AUTH_LOGIN',
      'AUTH_PASSWORD_RESET',
      'AUTH_PASSWORD_RESET_CONFIRMED',
      'AUTH_LOGIN_ATTEMPT',
      'AUTH_LOGIN',
    ])
    expect(await reset({ email, code })).toMatchObject({ status: 400, body: { code: 'EMAIL_CODE_INVALID' } })
  })

  it('of nobody is answered the same, and nothing is mailed', async () => {
    const [known, unknown] = [newEmail(), newEmail()]
    await server.newPerson(known)
    const [one, other] = [await forgot(known), await forgot(unknown)]
    expect(other.body).toEqual(one.body)
    expect(await mailsTo(database, unknown)).toEqual([])
    const wrong = { code: 'abcdefgh' }
    const [oneReset, otherReset] = [await reset({ email: known, ...wrong }), await reset({ email: unknown, ...wrong })]
    expect([otherReset.status, otherReset.body]).toEqual([oneReset.status, oneReset.body])
  })

  it('of somebody who has not verified the address proves the address as well', async () => {
    const email = newEmail()
    await server.person().signUp({ email, password })
    await forgot(email)
    expect(await reset({ email, code: await mailedCode(database, email) })).toMatchObject({ status: 200 })
    expect((await signIn(email, 'a new password')).status).toBe(200)
    // What the first mail's link would have confirmed is gone.
    expect((await signIn(email, password)).status).toBe(401)
  })

  it('is guessed ten times from one address, which does not keep its owner from it', async () => {
    const email = newEmail()
    await server.newPerson(email)
    await forgot(email)
    const code = await mailedCode(database, email)
    const statuses = []
    for (let time = 0; time < 11; time += 1) statuses.push((await reset({ email, code: 'aaaaaaaa' })).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
    // Also with the right one.
    expect((await reset({ email, code })).status).toBe(429)
    const owner = { email, code, password: 'a new password' }
    expect(await postFrom('127.0.3.1', verifyUrl, owner)).toMatchObject({ status: 200 })
  })

  it('cannot be guessed from many addresses either: after ten thousand codes none is looked at', async () => {
    const email = newEmail()
    await server.newPerson(email)
    await forgot(email)
    const code = await mailedCode(database, email)
    await queries.updateTable('auth.password_reset').set({ attempts: 10_000 }).execute()
    const owner = { email, code, password: 'a new password' }
    expect(await postFrom('127.0.3.2', verifyUrl, owner)).toMatchObject({ body: { code: 'EMAIL_CODE_INVALID' } })
    await forgot(email)
    const next = { ...owner, code: await mailedCode(database, email) }
    expect(await postFrom('127.0.3.2', verifyUrl, next)).toMatchObject({ status: 200 })
  })

  it('cannot be replaced a quarter of an hour later, nor with an older code, nor with that of somebody else', async () => {
    const [email, other] = [newEmail(), newEmail()]
    await server.newPerson(email)
    await server.newPerson(other)
    await forgot(email)
    const first = await mailedCode(database, email)
    await forgot(email)
    const second = await mailedCode(database, email)
    await forgot(other)
    expect((await reset({ email, code: first })).status).toBe(400)
    expect((await reset({ email: other, code: second })).status).toBe(400)
    await queries
      .updateTable('auth.password_reset')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    expect((await reset({ email, code: second })).status).toBe(400)
  })

  it('is mailed five times an hour for one who asks, which leaves its owner some, and twenty times in all', async () => {
    const email = newEmail()
    const statuses = []
    for (let time = 0; time < 6; time += 1) statuses.push((await forgot(email)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const from = async (address: string) => (await postFrom(address, forgotUrl, { email })).status
    for (const address of ['127.0.4.1', '127.0.4.2', '127.0.4.3']) {
      for (let time = 0; time < 5; time += 1) expect(await from(address)).toBe(200)
    }
    expect(await from('127.0.4.4')).toBe(429)
  })

  it.each([
    ['a password of six characters', { password: 'abcdef' }, 'PASSWORD_TOO_SHORT'],
    ['a password of 65 characters', { password: 'a'.repeat(65) }, 'PASSWORD_TOO_LONG'],
    ['no address', { email: 'x' }, 'INVALID_EMAIL'],
  ])('is not replaced with %s', async (_, part, code) => {
    expect(await reset({ email: newEmail(), code: 'abcdefgh', ...part })).toMatchObject({ status: 400, body: { code } })
  })
})

describe('changing the password', () => {
  it('takes the present one, and ends the other sessions', async () => {
    const email = newEmail()
    const [here, there] = [await server.newPerson(email), server.person()]
    await there.post('/auth/v1/sign-in/email', { email, password })
    const change = (currentPassword: string) =>
      here.post('/auth/v1/change-password', { currentPassword, password: 'a new password' })
    expect(await change('not this one')).toMatchObject({ status: 400, body: { code: 'INVALID_EMAIL_OR_PASSWORD' } })
    expect((await there.query('{login{id}}')).status).toBe(200)
    expect(await change(password)).toMatchObject({ status: 200, body: { success: true } })
    expect([(await here.query('{login{id}}')).status, (await there.query('{login{id}}')).status]).toEqual([200, 401])
    expect((await signIn(email, password)).status).toBe(401)
    expect((await newestMail(database, email)).subject).toBe('Your Farport password was changed')
    expect(await typesOf(email)).toContain('AUTH_PASSWORD_CHANGE')
  })

  it('is for whoever is signed in', async () => {
    const body = { currentPassword: password, password: 'a new password' }
    expect((await server.person().post('/auth/v1/change-password', body)).status).toBe(401)
  })
})

describe('guessing passwords', () => {
  it('from elsewhere does not lock people out of where they are signed in', async () => {
    const email = newEmail()
    const ann = openTestBrowser(server.url)
    await server.newPerson(email)
    expect((await ann.post('/auth/v1/sign-in/email', { email, password })).status).toBe(200)
    // As if the guesses had come from elsewhere, over days: the account's budgets are used up.
    const far = Date.now() + 3_600_000
    const rows = ['password-account', 'password-account-day'].map((name) => ({
      key: `${name}:${email}`,
      points: 1000,
      expire: String(far),
    }))
    await queries.insertInto('budgets').values(rows).execute()
    expect((await ann.post('/auth/v1/sign-in/email', { email, password })).status).toBe(200)
    // Where nobody of them is signed in, the account is locked.
    await queries.updateTable('auth.session').set({ ip_address: '192.0.2.7' }).execute()
    await queries.insertInto('budgets').values(rows).execute()
    expect((await signIn(email, password)).status).toBe(429)
  })

  it('from ten addresses, once from each, locks the account for the eleventh', async () => {
    const email = newEmail()
    await server.newPerson(email)
    const from = (end: number, text: string) =>
      postFrom(`127.0.8.${end}`, `${server.url}/auth/v1/sign-in/email`, { email, password: text })
    for (let end = 1; end <= 10; end += 1) expect((await from(end, 'a wrong guess')).status).toBe(401)
    expect(await from(11, password)).toMatchObject({ status: 429, body: { code: 'THROTTLED' } })
  })

  it('costs the address that really asks, whatever it says of itself', async () => {
    const email = newEmail()
    await server.newPerson(email)
    const expire = String(Date.now() + 600_000)
    const used = { points: 1000, expire }
    await queries.updateTable('budgets').set(used).where('key', '=', 'password-address:127.0.0.1').execute()
    const claims = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-client-ip', 'x-farport-peer']
    for (const header of claims) {
      const answer = await fetch(`${server.url}/auth/v1/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [header]: '192.0.2.44' },
        body: JSON.stringify({ email, password }),
      })
      expect([header, answer.status]).toEqual([header, 429])
      const seconds = Number(answer.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(600)
    }
    await queries.deleteFrom('budgets').where('key', '=', 'password-address:127.0.0.1').execute()
    expect((await signIn(email, password)).status).toBe(200)
  })

  it('takes as long for an address that nobody has', async () => {
    const email = newEmail()
    await server.newPerson(email)
    const msOf = async (address: string) => {
      const startedMs = performance.now()
      expect((await signIn(address, 'a wrong guess')).status).toBe(401)
      return performance.now() - startedMs
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let time = 0; time < 5; time += 1) {
      known.push(await msOf(email))
      unknown.push(await msOf(newEmail()))
    }
    const median = (times: number[]) => times.toSorted((one, other) => one - other)[2] ?? 0
    // Without the work for nobody it would be some fifty times as fast.
    expect(median(unknown)).toBeGreaterThan(median(known) / 3)
  })
})
