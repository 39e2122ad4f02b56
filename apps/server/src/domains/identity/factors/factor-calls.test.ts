import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { MfaPref, TotpSetup } from '@farport/contract'
import { authenticatorCode } from '#platform/test-authenticator'
import { startTestServer, testPassword, type Person } from '../../../test-server.ts'
import { phone, startTestFactors } from './test-factors.ts'

const world = await startTestFactors(40)
const { server } = world
const { queries } = server.database
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => world.refill())

let count = 0
const newPerson = async () => {
  const email = `bob-${(count += 1)}@example.org`
  return { email, person: await server.newPerson(email) }
}
const setUpApp = async (person: Person) => (await person.post('/auth/v1/mfa/totp', {})).body as TotpSetup // what it answers with
const prefOf = async (person: Person) => (await person.get('/auth/v1/mfaPref')).body as MfaPref // what it answers with

const none: MfaPref = {
  method: 'NO_MFA',
  phone: null,
  phoneVerified: false,
  pendingPhone: null,
  totpVerified: false,
  hasBackupCode: false,
  canSendSms: true,
}

describe('an authenticator app', () => {
  it('is set up by a code of its, then turned on; the recovery code is shown once', async () => {
    const { email, person } = await newPerson()
    expect(await prefOf(person)).toEqual(none)
    const setup = await setUpApp(person)
    expect(setup.uri).toContain(`secret=${setup.secret}`)
    const code = authenticatorCode(setup.secret, Date.now())
    const verified = await person.post('/auth/v1/mfa/totp/verify', { code })
    expect(verified).toMatchObject({ status: 200, body: { ...none, totpVerified: true } })

    const turned = await person.post('/auth/v1/mfaPref', { method: 'SOFTWARE_TOKEN_MFA' })
    const { backupCode, ...pref } = turned.body as MfaPref // what it answers with
    expect(pref).toEqual({ ...none, method: 'SOFTWARE_TOKEN_MFA', totpVerified: true, hasBackupCode: true })
    expect(backupCode).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(await prefOf(person)).toEqual(pref)
    expect((await person.post('/auth/v1/mfaPref', { method: 'SOFTWARE_TOKEN_MFA' })).body).toEqual(pref)
    expect((await world.eventsOf(email)).filter((type) => type === 'AUTH_MFA_ENABLED')).toHaveLength(1)
    expect(await world.mailsTo(email)).toContain('Two-factor authentication is on for your Farport account')
  })

  it.each([
    ['a wrong code', '000000', 'Invalid TOTP Code. (It is wrong or too old. Does the clock of your phone go right?)'],
    ['no digits', 'abcdef', 'Invalid TOTP Code. (It is wrong or too old. Does the clock of your phone go right?)'],
  ])('is not set up by %s', async (_, code, message) => {
    const { person } = await newPerson()
    await setUpApp(person)
    const verified = await person.post('/auth/v1/mfa/totp/verify', { code })
    expect(verified).toMatchObject({ status: 400, body: { code: 'CODE_INVALID', message } })
    expect((await person.post('/auth/v1/mfaPref', { method: 'SOFTWARE_TOKEN_MFA' })).status).toBe(409)
    expect(await prefOf(person)).toEqual(none)
  })

  it('stays in force until a code of the next one came back', async () => {
    const ann = await world.newEnrolled()
    const next = await setUpApp(ann.person)
    const { challenge } = await world.signIn(ann.email)
    const reply = (code: string) => world.answer(challenge.challenge, 'SOFTWARE_TOKEN_MFA', code)
    expect((await reply(authenticatorCode(next.secret, Date.now()))).status).toBe(400)
    expect((await reply(await ann.nextCode())).status).toBe(200)

    const verified = await ann.person.post('/auth/v1/mfa/totp/verify', {
      code: authenticatorCode(next.secret, Date.now()),
    })
    expect(verified.status).toBe(200)
    const again = await world.signIn(ann.email)
    const old = await world.answer(again.challenge.challenge, 'SOFTWARE_TOKEN_MFA', await ann.nextCode())
    expect(old.status).toBe(400)
  })

  it('is guessed no better while it is set up', async () => {
    const { person } = await newPerson()
    await setUpApp(person)
    const verify = () => person.post('/auth/v1/mfa/totp/verify', { code: '000000' })
    for (let time = 0; time < 10; time += 1) expect((await verify()).status).toBe(400)
    expect((await verify()).status).toBe(429)
  })
})

describe('a phone number', () => {
  it('is verified by the code that went there, and is told of', async () => {
    const { email, person } = await newPerson()
    const begun = await person.post('/auth/v1/mfa/phone', { phone: '(415) 555-2671' })
    expect(begun.body).toEqual({ ...none, phone })
    expect(world.texts().at(-1)).toEqual({ to: phone, text: expect.stringContaining('within 24 hours') })
    expect((await person.post('/auth/v1/mfaPref', { method: 'SMS_MFA' })).status).toBe(409)

    const verified = await person.post('/auth/v1/mfa/phone/verify', { code: ` ${world.textedCode()} ` })
    expect(verified.body).toEqual({ ...none, phone, phoneVerified: true })
    expect((await world.eventsOf(email)).at(-1)).toBe('AUTH_PHONE_CHANGE')
    expect(await world.mailsTo(email)).toContain('The phone number of your Farport account was changed')
    expect((await person.post('/auth/v1/mfaPref', { method: 'SMS_MFA' })).body).toMatchObject({ method: 'SMS_MFA' })
  })

  it.each(['555-2671', 'phone', '+1 800 555 2671', '090-1234-5678'])('is refused as %s', async (text) => {
    const { person } = await newPerson()
    const answer = await person.post('/auth/v1/mfa/phone', { phone: text })
    expect(answer).toMatchObject({ status: 400, body: { code: 'PHONE_INVALID' } })
  })

  it('stays in force until the code for the next one came back', async () => {
    const ann = await world.newEnrolled('phone')
    const next = '+819012345678'
    const begun = await ann.person.post('/auth/v1/mfa/phone', { phone: next })
    expect(begun.body).toMatchObject({ phone, phoneVerified: true, pendingPhone: next })
    const code = world.textedCode()
    await world.signIn(ann.email)
    expect(world.texts().at(-1)?.to).toBe(phone)
    expect((await ann.person.post('/auth/v1/mfa/phone/verify', { code })).body).toMatchObject({
      phone: next,
      pendingPhone: null,
    })
    await world.signIn(ann.email)
    expect(world.texts().at(-1)?.to).toBe(next)
  })

  it('the code is used up by five wrong ones', async () => {
    const { person } = await newPerson()
    await person.post('/auth/v1/mfa/phone', { phone })
    const right = world.textedCode()
    const verify = async (code: string) => (await person.post('/auth/v1/mfa/phone/verify', { code })).body
    for (let time = 0; time < 5; time += 1)
      expect(await verify(right === '000000' ? '111111' : '000000')).toMatchObject({ code: 'CODE_INVALID' })
    expect(await verify(right)).toMatchObject({ code: 'CHALLENGE_EXPIRED' })
    expect(await prefOf(person)).toMatchObject({ phoneVerified: false })
  })

  it('the code is good for a day, and once', async () => {
    const { person } = await newPerson()
    await person.post('/auth/v1/mfa/phone', { phone })
    const rows = await queries.selectFrom('auth.second_factors').select('phone_code_expires_at as at').execute()
    const lifeMs = Math.max(...rows.map(({ at }) => at?.getTime() ?? 0)) - Date.now()
    expect(Math.abs(lifeMs - 24 * 3_600_000)).toBeLessThan(60_000)
    const past = { phone_code_expires_at: new Date(Date.now() - 1) }
    await queries.updateTable('auth.second_factors').set(past).where('pending_phone', 'is not', null).execute()
    const code = world.textedCode()
    expect(await person.post('/auth/v1/mfa/phone/verify', { code })).toMatchObject({
      status: 400,
      body: { code: 'CHALLENGE_EXPIRED' },
    })
  })

  it('messages to one number are few, whoever asks for them', async () => {
    const number = '+14155550199'
    const ask = async () => {
      const { person } = await newPerson()
      return (await person.post('/auth/v1/mfa/phone', { phone: number })).status
    }
    for (let time = 0; time < 5; time += 1) expect(await ask()).toBe(200)
    expect(await ask()).toBe(429)
    expect(world.texts().filter(({ to }) => to === number)).toHaveLength(5)
  })

  it('whoever wastes messages leaves the others enough to sign in with', async () => {
    const ann = await world.newEnrolled('phone')
    await world.refill()
    const people = await Promise.all(Array.from({ length: 7 }, async () => (await newPerson()).person))
    const statuses = await Promise.all(
      Array.from({ length: 21 }, async (_, index) => {
        const to = `+1415555${String(1200 + index)}`
        return (await people[index % people.length]?.post('/auth/v1/mfa/phone', { phone: to }))?.status
      }),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect((await world.signIn(ann.email)).answer).toMatchObject({ status: 200, body: { challengeName: 'SMS_MFA' } })
  })

  it('nobody without a session gives or verifies one, or gets a session by it', async () => {
    const ann = await world.newEnrolled('phone')
    await ann.person.post('/auth/v1/mfa/phone', { phone })
    const code = world.textedCode()
    for (const [path, body] of [
      ['mfa/phone', { phone }],
      ['mfa/phone/verify', { code, phone, email: ann.email }],
      ['mfa/totp', {}],
      ['mfa/totp/verify', { code }],
      ['mfa/backup-code', {}],
      ['mfaPref', { method: 'NO_MFA' }],
    ] as const) {
      const stranger = server.person()
      const answer = await stranger.post(`/auth/v1/${path}`, body)
      expect([path, answer.status, answer.headers.getSetCookie()]).toEqual([path, 401, []])
      expect(stranger.token).toBeUndefined()
    }
    expect((await server.person().get('/auth/v1/mfaPref')).status).toBe(401)
  })

  it('cannot be given where messages cannot be sent', async () => {
    await using own = await startTestServer()
    const person = await own.newPerson()
    expect(await prefOf(person)).toMatchObject({ canSendSms: false })
    expect(await person.post('/auth/v1/mfa/phone', { phone })).toMatchObject({
      status: 503,
      body: { code: 'NOT_AVAILABLE', message: 'Text messages cannot be sent from here.' },
    })
  })
})

describe('a thief of a session', () => {
  it.each([
    ['mfa/totp', {}],
    ['mfa/phone', { phone }],
    ['mfa/backup-code', {}],
    ['mfaPref', { method: 'NO_MFA' }],
  ])('changes no factors: %s', async (path, body) => {
    const ann = await world.newEnrolled()
    await world.ageProof(ann.email)
    const thief = await ann.person.post(`/auth/v1/${path}`, body)
    expect(thief).toMatchObject({ status: 403, body: { code: 'PROOF_NEEDED' } })
    expect((await prefOf(ann.person)).method).toBe('SOFTWARE_TOKEN_MFA')
    expect((await ann.person.post('/auth/v1/prove', { password: testPassword })).status).toBe(200)
    expect((await ann.person.post(`/auth/v1/${path}`, body)).status).toBe(200)
  })

  it('a code of the app proves as much as the password, once', async () => {
    const ann = await world.newEnrolled()
    await world.ageProof(ann.email)
    const code = await ann.nextCode()
    expect((await ann.person.post('/auth/v1/prove', { code })).status).toBe(200)
    expect((await ann.person.post('/auth/v1/mfa/backup-code', {})).status).toBe(200)
    expect(await ann.person.post('/auth/v1/prove', { code })).toMatchObject({
      status: 400,
      body: { message: 'Invalid TOTP Code. (It was used already. Wait for the next one.)' },
    })
    for (let time = 0; time < 12; time += 1) await ann.person.post('/auth/v1/prove', { code: '000000' })
    expect((await ann.person.post('/auth/v1/prove', { code: await ann.nextCode() })).status).toBe(429)
  })
})

describe('turning it off', () => {
  it('forgets the app and the recovery code, and tells the person', async () => {
    const ann = await world.newEnrolled()
    const off = await ann.person.post('/auth/v1/mfaPref', { method: 'NO_MFA' })
    expect(off.body).toEqual(none)
    expect((await world.eventsOf(ann.email)).at(-1)).toBe('AUTH_MFA_DISABLED')
    expect((await world.mailsTo(ann.email)).at(-1)).toBe('Two-factor authentication is off for your Farport account')
    expect((await world.signIn(ann.email)).answer).toMatchObject({ status: 200, body: { tokens: {} } })
    expect((await ann.person.post('/auth/v1/mfa/backup-code', {})).status).toBe(409)
  })

  it('another method in its place keeps the recovery code', async () => {
    const ann = await world.newEnrolled()
    await ann.person.post('/auth/v1/mfa/phone', { phone })
    await ann.person.post('/auth/v1/mfa/phone/verify', { code: world.textedCode() })
    const turned = await ann.person.post('/auth/v1/mfaPref', { method: 'SMS_MFA' })
    expect(turned.body).toMatchObject({ method: 'SMS_MFA', hasBackupCode: true })
    expect(turned.body).not.toHaveProperty('backupCode')
    expect((await world.signIn(ann.email)).challenge.challengeName).toBe('SMS_MFA')
  })
})

it('mails are in the language of the person', async () => {
  const { email, person } = await newPerson()
  expect((await person.post('/user/language/', { language: 'ja' })).status).toBe(200)
  await person.post('/auth/v1/mfa/phone', { phone: '+819012345678' })
  expect(world.texts().at(-1)?.text).toMatch(/^Farport の電話番号確認コード: \d{6}/)
  await person.post('/auth/v1/mfa/phone/verify', { code: world.textedCode() })
  await person.post('/auth/v1/mfaPref', { method: 'SMS_MFA' })
  expect((await world.mailsTo(email)).slice(-2)).toEqual([
    'Farport: 電話番号が変更されました',
    'Farport: 2 要素認証が有効になりました',
  ])
})

it('no secret of a factor stands in the database', async () => {
  const ann = await world.newEnrolled()
  const next = await setUpApp(ann.person)
  await ann.person.post('/auth/v1/mfa/phone', { phone })
  const rows = await queries.selectFrom('auth.second_factors').selectAll().execute()
  const stored = rows
    .flatMap((row) => Object.values(row).map((one) => (Buffer.isBuffer(one) ? one.toString('latin1') : one)))
    .join('\n')
  for (const secret of [ann.secret, next.secret, ann.backupCode, world.textedCode()])
    expect(stored).not.toContain(secret)
})
