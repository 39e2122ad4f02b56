import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createBudgets } from '#platform/budgets'
import { authenticatorCode } from '#platform/test-authenticator'
import { testPassword } from '../../../test-server.ts'
import { factorBudgets } from '../factors/factor-budgets.ts'
import { phone, startTestFactors } from '../factors/test-factors.ts'

const world = await startTestFactors()
const { server } = world
const { queries } = server.database
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => world.refill())

const expired = { status: 400, body: { code: 'CHALLENGE_EXPIRED', message: 'Session Expired' } }
const wrong = { status: 400, body: { code: 'CODE_INVALID', message: 'Invalid Code' } }
const throttled = { status: 429, body: { code: 'THROTTLED' } }
const wrongCode = '000000'

describe('with an authenticator app, signing in', () => {
  it('takes a code besides the password', async () => {
    const ann = await world.newEnrolled()
    const before = await world.sessionsOf(ann.email)
    const { answer, challenge, person } = await world.signIn(ann.email)
    expect(answer).toMatchObject({
      status: 200,
      body: { challengeName: 'SOFTWARE_TOKEN_MFA', alternatives: ['CUSTOM_CHALLENGE'], expiresInSeconds: 600 },
    })
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(person.token).toBeUndefined()
    expect(await world.sessionsOf(ann.email)).toBe(before)

    const code = ` ${(await ann.nextCode()).replace(/(...)/, '$1 ')} `
    const done = await person.post('/auth/v1/sign-in/challenge', {
      challenge: challenge.challenge,
      name: 'SOFTWARE_TOKEN_MFA',
      code,
    })
    expect(done).toMatchObject({ status: 200, body: { user: { email: ann.email }, tokens: {} } })
    expect(await person.ask('{login{email}}')).toEqual({ login: { email: ann.email } })
    expect((await world.eventsOf(ann.email)).slice(-2)).toEqual(['AUTH_MFA_ENABLED', 'AUTH_LOGIN'])
  })

  it('a challenge is answered once', async () => {
    const ann = await world.newEnrolled()
    const { challenge } = await world.signIn(ann.email)
    const reply = async () => world.answer(challenge.challenge, 'SOFTWARE_TOKEN_MFA', await ann.nextCode())
    expect((await reply()).status).toBe(200)
    expect(await reply()).toMatchObject(expired)
  })

  it('a code is taken once, whoever has read it', async () => {
    const ann = await world.newEnrolled()
    const code = await ann.nextCode()
    const [first, second] = [await world.signIn(ann.email), await world.signIn(ann.email)]
    expect((await world.answer(first.challenge.challenge, 'SOFTWARE_TOKEN_MFA', code)).status).toBe(200)
    expect(await world.answer(second.challenge.challenge, 'SOFTWARE_TOKEN_MFA', code)).toMatchObject(wrong)
  })

  it('an older code is used up with a newer one', async () => {
    const ann = await world.newEnrolled()
    const [first, second] = [await world.signIn(ann.email), await world.signIn(ann.email)]
    const older = await ann.nextCode()
    const newer = authenticatorCode(ann.secret, Date.now() + 30_000)
    expect((await world.answer(first.challenge.challenge, 'SOFTWARE_TOKEN_MFA', newer)).status).toBe(200)
    expect(await world.answer(second.challenge.challenge, 'SOFTWARE_TOKEN_MFA', older)).toMatchObject(wrong)
  })

  it('of four who send the same code at the same moment, one comes in', async () => {
    const ann = await world.newEnrolled()
    const challenges = await Promise.all([1, 2, 3, 4].map(async () => (await world.signIn(ann.email)).challenge))
    const code = await ann.nextCode()
    const answers = await Promise.all(
      challenges.map(({ challenge }) => world.answer(challenge, 'SOFTWARE_TOKEN_MFA', code)),
    )
    expect(answers.map((one) => one.status).toSorted((one, other) => one - other)).toEqual([200, 400, 400, 400])
  })

  it('the code that set the app up signs nobody in', async () => {
    const ann = await world.newEnrolled()
    const { challenge } = await world.signIn(ann.email)
    expect(await world.answer(challenge.challenge, 'SOFTWARE_TOKEN_MFA', ann.setupCode)).toMatchObject(wrong)
  })

  it('the fifth wrong code ends the sign-in, also for the right one', async () => {
    const ann = await world.newEnrolled()
    const { challenge } = await world.signIn(ann.email)
    const reply = (code: string) => world.answer(challenge.challenge, 'SOFTWARE_TOKEN_MFA', code)
    for (let time = 1; time < 5; time += 1) expect(await reply(wrongCode)).toMatchObject(wrong)
    expect(await reply(wrongCode)).toMatchObject(expired)
    expect(await reply(await ann.nextCode())).toMatchObject(expired)
    expect((await world.eventsOf(ann.email)).filter((type) => type === 'AUTH_LOGIN_ATTEMPT')).toHaveLength(5)
    // Whoever it was knows the password: the person is told, once.
    const told = 'Somebody could not sign in to your Farport account'
    expect((await world.mailsTo(ann.email)).filter((subject) => subject === told)).toHaveLength(1)
  })

  it('five wrong codes at the same moment are five', async () => {
    const ann = await world.newEnrolled()
    const { challenge } = await world.signIn(ann.email)
    const replies = Array.from({ length: 8 }, () => world.answer(challenge.challenge, 'SOFTWARE_TOKEN_MFA', wrongCode))
    const codes = (await Promise.all(replies)).map(({ body }) => (body as { code: string }).code)
    expect(codes.filter((code) => code === 'CODE_INVALID')).toHaveLength(4)
  })

  it('whoever knows the password does not get more codes to try by beginning again', async () => {
    const ann = await world.newEnrolled()
    for (let round = 0; round < 2; round += 1) {
      const { challenge } = await world.signIn(ann.email)
      for (let time = 0; time < 5; time += 1) await world.answer(challenge.challenge, 'SOFTWARE_TOKEN_MFA', wrongCode)
    }
    const { challenge } = await world.signIn(ann.email)
    const right = await world.answer(challenge.challenge, 'SOFTWARE_TOKEN_MFA', await ann.nextCode())
    expect(right).toMatchObject(throttled)
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(60)
    // Another process, or this one after a restart, knows of it.
    const guard = createBudgets(server.database, factorBudgets(500))
    expect(await guard.spend(['factor-account', await world.userId(ann.email)])).toMatchObject({ ok: false })
  })

  it('a right code makes up for wrong ones before it', async () => {
    const ann = await world.newEnrolled()
    for (let round = 0; round < 4; round += 1) {
      const { challenge } = await world.signIn(ann.email)
      for (let time = 0; time < 3; time += 1)
        expect(await world.answer(challenge.challenge, 'SOFTWARE_TOKEN_MFA', wrongCode)).toMatchObject(wrong)
      const right = await world.answer(challenge.challenge, 'SOFTWARE_TOKEN_MFA', await ann.nextCode())
      expect(right.status).toBe(200)
    }
  })

  it.each(['SMS_MFA', 'WEB_AUTHN'])('nothing else is taken in its place: %s', async (name) => {
    const ann = await world.newEnrolled()
    await ann.person.post('/auth/v1/mfa/phone', { phone })
    await ann.person.post('/auth/v1/mfa/phone/verify', { code: world.textedCode() })
    const sent = world.texts().length
    const { challenge } = await world.signIn(ann.email)
    await server.person().post('/auth/v1/sign-in/challenge/resend', { challenge: challenge.challenge })
    expect(world.texts()).toHaveLength(sent)
    expect(challenge.alternatives).not.toContain(name)
    expect(await world.answer(challenge.challenge, name, world.textedCode())).toMatchObject({
      status: 400,
      body: { code: 'NOT_AVAILABLE' },
    })
  })

  it('a challenge is good for ten minutes', async () => {
    const ann = await world.newEnrolled()
    const { challenge } = await world.signIn(ann.email)
    await queries
      .updateTable('auth.sign_in_challenge')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    const late = await world.answer(challenge.challenge, 'SOFTWARE_TOKEN_MFA', await ann.nextCode())
    expect(late).toMatchObject(expired)
  })

  it('turning the method off ends the sign-ins that wait for it', async () => {
    const ann = await world.newEnrolled()
    const { challenge } = await world.signIn(ann.email)
    await ann.person.post('/auth/v1/mfaPref', { method: 'NO_MFA' })
    expect((await world.signIn(ann.email)).answer).toMatchObject({ status: 200, body: { user: { email: ann.email } } })
    // Not even once it is on again.
    const code = await world.enrolAgain(ann.person)
    expect(await world.answer(challenge.challenge, 'SOFTWARE_TOKEN_MFA', code)).toMatchObject(expired)
  })

  it('signing out everywhere ends the sign-ins that wait, too', async () => {
    const ann = await world.newEnrolled()
    const { challenge } = await world.signIn(ann.email)
    expect((await ann.person.get('/auth/v1/globalSignout')).status).toBe(200)
    expect(await world.answer(challenge.challenge, 'SOFTWARE_TOKEN_MFA', await ann.nextCode())).toMatchObject(expired)
  })

  it.each(['', 'x', 'a'.repeat(43), 'a'.repeat(2000)])(
    'a challenge that was never given is none: %.50s',
    async (text) => {
      const answer = await world.answer(text, 'SOFTWARE_TOKEN_MFA', wrongCode)
      expect(answer.status).toBe(400)
      expect(['CHALLENGE_EXPIRED', 'INVALID']).toContain((answer.body as { code: string }).code)
    },
  )
})

describe('with text messages, signing in', () => {
  it('takes the code that went to the phone, and tells which phone', async () => {
    const ann = await world.newEnrolled('phone')
    const { challenge } = await world.signIn(ann.email)
    expect(challenge).toMatchObject({ challengeName: 'SMS_MFA', phoneHint: '••• 71' })
    expect(JSON.stringify(challenge)).not.toContain(phone)
    expect(world.texts().at(-1)).toEqual({
      to: phone,
      text: expect.stringMatching(/^\d{6} is your Farport sign-in code/),
    })
    expect((await world.answer(challenge.challenge, 'SMS_MFA', world.textedCode())).status).toBe(200)
  })

  it('the code is of this sign-in, and of nobody else’s', async () => {
    const [ann, bob] = [await world.newEnrolled('phone'), await world.newEnrolled('phone')]
    const ofAnn = await world.signIn(ann.email)
    const code = world.textedCode()
    const [ofBob, again] = [await world.signIn(bob.email), await world.signIn(ann.email)]
    expect(await world.answer(ofBob.challenge.challenge, 'SMS_MFA', code)).toMatchObject(wrong)
    expect(await world.answer(again.challenge.challenge, 'SMS_MFA', code)).toMatchObject(wrong)
    expect((await world.answer(ofAnn.challenge.challenge, 'SMS_MFA', code)).status).toBe(200)
  })

  it('the code is good for three minutes; a new one can be had', async () => {
    const ann = await world.newEnrolled('phone')
    const { challenge } = await world.signIn(ann.email)
    const first = world.textedCode()
    const rows = await queries.selectFrom('auth.sign_in_challenge').select('code_expires_at').execute()
    const lifeMs = Math.max(...rows.map((row) => row.code_expires_at?.getTime() ?? 0)) - Date.now()
    expect(lifeMs).toBeGreaterThan(120_000)
    expect(lifeMs).toBeLessThanOrEqual(180_000)
    await queries
      .updateTable('auth.sign_in_challenge')
      .set({ code_expires_at: new Date(Date.now() - 1) })
      .where('code_hash', 'is not', null)
      .execute()
    expect(await world.answer(challenge.challenge, 'SMS_MFA', first)).toMatchObject(wrong)

    const resend = { challenge: challenge.challenge }
    const resent = await server.person().post('/auth/v1/sign-in/challenge/resend', resend)
    expect(resent).toMatchObject({ status: 200, body: { challengeName: 'SMS_MFA' } })
    expect((await world.answer(challenge.challenge, 'SMS_MFA', world.textedCode())).status).toBe(200)
  })

  it('an app that was set up, and not chosen, is not asked for', async () => {
    const ann = await world.newEnrolled('phone')
    await ann.person.post('/auth/v1/mfa/totp/verify', { code: authenticatorCode(ann.secret, Date.now()) })
    const { challenge } = await world.signIn(ann.email)
    const byApp = await world.answer(challenge.challenge, 'SOFTWARE_TOKEN_MFA', await ann.nextCode())
    expect(byApp).toMatchObject({ status: 400, body: { code: 'NOT_AVAILABLE' } })
  })

  it('a code that is on its way to a phone is worth nothing once another one took its place', async () => {
    const ann = await world.newEnrolled('phone')
    await ann.person.post('/auth/v1/mfa/phone', { phone: '+819012345678' })
    const ofNumber = world.textedCode()
    const { challenge } = await world.signIn(ann.email)
    const code = world.textedCode()
    expect((await ann.person.post('/auth/v1/mfa/phone/verify', { code: ofNumber })).status).toBe(200)
    expect(await world.answer(challenge.challenge, 'SMS_MFA', code)).toMatchObject(expired)
  })

  it('the fifth wrong code ends the sign-in', async () => {
    const ann = await world.newEnrolled('phone')
    const { challenge } = await world.signIn(ann.email)
    const right = world.textedCode()
    const other = right === wrongCode ? '111111' : wrongCode
    for (let time = 0; time < 5; time += 1) await world.answer(challenge.challenge, 'SMS_MFA', other)
    expect(await world.answer(challenge.challenge, 'SMS_MFA', right)).toMatchObject(expired)
  })

  it('messages cost: the seventh within an hour is not sent', async () => {
    const ann = await world.newEnrolled('phone')
    const sent = world.texts().length
    const { challenge } = await world.signIn(ann.email)
    const resend = () => server.person().post('/auth/v1/sign-in/challenge/resend', { challenge: challenge.challenge })
    // One verified the number, one went out with the sign-in.
    for (let time = 0; time < 4; time += 1) expect((await resend()).status).toBe(200)
    expect(await resend()).toMatchObject(throttled)
    expect(world.texts()).toHaveLength(sent + 5)
    // The one that went out last is still good.
    expect((await world.answer(challenge.challenge, 'SMS_MFA', world.textedCode())).status).toBe(200)
  })

  it('the person is told when no message could be sent', async () => {
    const ann = await world.newEnrolled('phone')
    world.smsAnswers(500)
    const { answer } = await world.signIn(ann.email)
    world.smsAnswers(200)
    expect(answer).toMatchObject({ status: 503, body: { code: 'NOT_AVAILABLE' } })
    expect(JSON.stringify(answer.body)).not.toContain('500')
  })
})

describe('in a browser', () => {
  const browser = { origin: server.url, 'content-type': 'application/json' }
  const send = (path: string, cookie: string, body?: unknown) =>
    fetch(`${server.url}/auth/v1/${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...browser, cookie },
    })
  const signIn = async (email: string) => {
    const answer = await send('sign-in/email', '', { email, password: testPassword })
    const [cookie = ''] = answer.headers.getSetCookie()
    return { answer, setCookie: cookie, cookie: cookie.split(';', 1)[0] ?? '' }
  }

  it('the challenge is a cookie that no script reads, and goes with the answer', async () => {
    const ann = await world.newEnrolled()
    const { answer, setCookie, cookie } = await signIn(ann.email)
    expect(setCookie).toMatch(/^farport\.challenge=[\w-]{43}; Max-Age=600; Path=\/auth\/v1; HttpOnly; SameSite=Lax$/)
    expect(await answer.json()).not.toHaveProperty('challenge')

    const reply = { name: 'SOFTWARE_TOKEN_MFA', code: await ann.nextCode() }
    const done = await send('sign-in/challenge', cookie, reply)
    expect(done.status).toBe(200)
    const cookies = done.headers.getSetCookie()
    expect(cookies).toContainEqual(expect.stringMatching(/^farport\.challenge=; Max-Age=0;/))
    expect(cookies).toContainEqual(expect.stringMatching(/^farport\.access=.+HttpOnly/))
  })

  it('a page that was loaded again learns where it is', async () => {
    const ann = await world.newEnrolled('phone')
    const { cookie } = await signIn(ann.email)
    const sent = world.texts().length
    const found = await send('sign-in/challenge', cookie)
    expect([found.status, await found.json()]).toMatchObject([200, { challengeName: 'SMS_MFA', phoneHint: '••• 71' }])
    expect(world.texts()).toHaveLength(sent)
    expect(await (await send('sign-in/challenge', '')).json()).toMatchObject(expired.body)
  })

  it('looking again and again comes to an end', async () => {
    const ann = await world.newEnrolled()
    const { cookie } = await signIn(ann.email)
    const statuses = new Set<number>()
    for (let time = 0; time < 101; time += 1) statuses.add((await send('sign-in/challenge', cookie)).status)
    expect([...statuses]).toEqual([200, 429])
  })

  it('giving up ends it', async () => {
    const ann = await world.newEnrolled()
    const { cookie } = await signIn(ann.email)
    const given = await send('sign-in/challenge/cancel', cookie, {})
    expect(given.headers.getSetCookie()).toEqual([expect.stringMatching(/^farport\.challenge=; Max-Age=0;/)])
    expect(await (await send('sign-in/challenge', cookie)).json()).toMatchObject(expired.body)
  })
})

it('nothing that opens a challenge stands in the database', async () => {
  const ann = await world.newEnrolled('phone')
  const { challenge } = await world.signIn(ann.email)
  const rows = await queries.selectFrom('auth.sign_in_challenge').selectAll().execute()
  const stored = JSON.stringify(
    rows.map((row) => Object.values(row).map((one) => (Buffer.isBuffer(one) ? one.toString('latin1') : one))),
  )
  expect(stored).not.toContain(challenge.challenge)
  expect(stored).not.toContain(world.textedCode())
})
