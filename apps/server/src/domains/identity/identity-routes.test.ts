import { eventually, solveCaptcha, startSmtpSink } from '@farport/testkit'
import { Secret } from '@farport/basics'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { mailedPath, startTestServer, testPassword as password } from '../../test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())

let count = 0
const newEmail = () => `ann-${(count += 1)}@example.org`
const browser = { origin: server.url, 'content-type': 'application/json' }
const logOf = async (email: string) => {
  const { queries } = server.database
  const user = await queries.selectFrom('auth.user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const rows = await queries
    .selectFrom('events')
    .select(['type'])
    .where('account_id', '=', user.id)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.type)
}

describe('signing up', () => {
  it('leads by the mailed link to a session', async () => {
    const email = newEmail()
    const ann = server.person()
    expect(await ann.signUp({ email: ` ${email.toUpperCase()} `, password })).toMatchObject({
      status: 200,
      body: { user: { email } },
    })
    const early = await ann.post('/auth/v1/sign-in/email', { email, password })
    expect(early).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } })

    const verified = await ann.get(await mailedPath(server.database, email))
    expect([verified.status, verified.headers.get('location')]).toEqual([302, '/sign-up/verified'])

    expect(await ann.post('/auth/v1/sign-in/email', { email, password })).toMatchObject({ status: 200 })
    expect(ann.token).toMatch(/^fpa1\./)
    const { login } = await ann.ask<{ login: object }>(
      '{ login { id email created language operator hasPassword account { email } } }',
    )
    expect(login).toMatchObject({ email, language: 'en', operator: false, hasPassword: true, account: { email } })
    expect(await ann.get('/auth/v1/get-session')).toMatchObject({
      status: 200,
      body: { user: { email, hasPassword: true } },
    })
    expect(await logOf(email)).toEqual(['AUTH_LOGIN'])
  })

  it('a link verifies once, and says so when a mail program was there first', async () => {
    const email = newEmail()
    const ann = server.person()
    await ann.signUp({ email, password })
    const link = await mailedPath(server.database, email)
    for (const _ of [1, 2]) expect((await ann.get(link)).headers.get('location')).toBe('/sign-up/verified')
    await server.database.queries
      .updateTable('auth.user')
      .set({ email_verified: false })
      .where('email', '=', email)
      .execute()
    expect((await ann.get(link)).headers.get('location')).toBe('/sign-up/verified?error=INVALID_TOKEN')
  })

  it('a link is too old after a day', async () => {
    const email = newEmail()
    const ann = server.person()
    await ann.signUp({ email, password })
    const past = { expires_at: new Date(Date.now() - 1) }
    await server.database.queries.updateTable('auth.link_token').set(past).execute()
    const opened = await ann.get(await mailedPath(server.database, email))
    expect(opened.headers.get('location')).toBe('/sign-up/verified?error=INVALID_TOKEN')
  })

  it('the mail can be sent again, and nobody learns by that who has an account', async () => {
    const email = newEmail()
    const ann = server.person()
    await ann.signUp({ email, password })
    const first = await mailedPath(server.database, email)
    const again = await ann.post('/auth/v1/send-verification-email', { email })
    const stranger = await ann.post('/auth/v1/send-verification-email', { email: 'nobody@example.org' })
    expect([again.status, again.body]).toEqual([stranger.status, stranger.body])
    expect(await mailedPath(server.database, email)).not.toBe(first)
  })

  it('is refused for an address that has an account', async () => {
    const email = newEmail()
    const sign = () => server.person().signUp({ email, password })
    const answers = await Promise.all([sign(), sign(), sign()])
    expect(answers.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
    expect(await sign()).toMatchObject({ status: 409, body: { code: 'USERNAME_EXISTS' } })
  })

  it.each([
    ['a password of six characters', { email: 'x@example.org', password: 'abcdef' }, 'PASSWORD_TOO_SHORT'],
    ['a password of 65 characters', { email: 'x@example.org', password: 'a'.repeat(65) }, 'PASSWORD_TOO_LONG'],
    ['no address', { email: 'x', password }, 'INVALID_EMAIL'],
    ['no password', { email: 'x@example.org' }, 'INVALID'],
    ['no object', 'x', 'INVALID'],
  ])('is refused with %s', async (_, body, code) => {
    const whole = typeof body === 'string' ? body : { captcha: 'x', acceptTerms: true, ...body }
    const answer = await server.person().post('/auth/v1/sign-up/email', whole)
    expect(answer).toMatchObject({ status: 400, body: { code } })
  })

  it('nobody makes themselves the operator', async () => {
    const email = newEmail()
    const wish = { email, password, isOperator: true, is_operator: true }
    expect(await server.person().signUp(wish)).toMatchObject({ status: 200 })
    const row = await server.database.queries
      .selectFrom('auth.user')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirst()
    expect(row?.is_operator).toBe(false)
  })

  it('writes in the language of the browser', async () => {
    const email = newEmail()
    const headers = { ...browser, 'accept-language': 'ja' }
    const captcha = await solveCaptcha(server.url)
    await fetch(`${server.url}/auth/v1/sign-up/email`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email, password, captcha, acceptTerms: true }),
    })
    const mail = await server.database.queries
      .selectFrom('mails')
      .selectAll()
      .where('recipient', '=', email)
      .executeTakeFirst()
    expect(mail?.subject).toContain('メールアドレスの確認')
    expect(mail?.html).toContain('lang="ja"')
  })
})

describe('signing in', () => {
  it('asks whether an organization does it for its people, either way', async () => {
    const person = server.person()
    const answer = { status: 200, body: { isSaml: false } }
    expect(await person.get(`/auth/v1/checkSaml?username=${encodeURIComponent(newEmail())}`)).toMatchObject(answer)
    expect(await person.post('/auth/v1/checkSaml', { username: newEmail() })).toMatchObject(answer)
    const refusal = { status: 400, body: { code: 'INVALID', message: 'Missing or wrong: username.' } }
    expect(await person.get('/auth/v1/checkSaml')).toMatchObject(refusal)
    expect(await person.post('/auth/v1/checkSaml', {})).toMatchObject(refusal)
  })

  it('a browser gets a cookie that scripts cannot read, and no token', async () => {
    const email = newEmail()
    await server.newPerson(email)
    const signIn = { method: 'POST', headers: browser, body: JSON.stringify({ email, password }) }
    const answer = await fetch(`${server.url}/auth/v1/sign-in/email`, signIn)
    expect(answer.headers.get('set-auth-token')).toBeNull()
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^farport\.access=fpa1.*; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^farport\.refresh=fpr1.*; Path=\/auth\/v1; Max-Age=\d+; HttpOnly; SameSite=Strict$/),
    ])
    const user = { id: expect.stringMatching(/^a-/) as string, email, language: 'en' }
    expect(await answer.json()).toEqual({ user })
    const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
    const ask = (headers: Record<string, string>) =>
      fetch(`${server.url}/graphql/v1`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, ...headers },
        body: '{"query":"{login{email}}"}',
      }).then((one) => one.json())
    expect(await ask({ origin: server.url })).toEqual({ data: { login: { email } } })
    expect(await ask({ origin: 'https://evil.example' })).toMatchObject({
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    })
    expect(await ask({ 'content-type': 'text/plain' })).toMatchObject({
      message: expect.stringContaining('Unsupported Media Type'),
    })
  })

  it('a wrong password, and an account that does not exist, look the same', async () => {
    const email = newEmail()
    await server.newPerson(email)
    const wrong = await server.person().post('/auth/v1/sign-in/email', { email, password: 'wrong password' })
    const nobody = await server.person().post('/auth/v1/sign-in/email', { email: newEmail(), password })
    expect(wrong).toMatchObject({ status: 401, body: { code: 'INVALID_EMAIL_OR_PASSWORD' } })
    expect(nobody.body).toEqual(wrong.body)
    const noted = await eventually(async () => {
      const log = await logOf(email)
      return log.length > 1 ? log : undefined
    })
    expect(noted).toEqual(['AUTH_LOGIN', 'AUTH_LOGIN_ATTEMPT'])
  })

  it('a wrong password is answered before it is noted: the time does not tell that there is such an account', async () => {
    const email = newEmail()
    await server.newPerson(email)
    const answered = await server.database.transaction(async (tx) => {
      // Nobody can note anything meanwhile.
      await sql`lock table events in exclusive mode`.execute(tx)
      return server.person().post('/auth/v1/sign-in/email', { email, password: 'wrong password' })
    })
    expect(answered.status).toBe(401)
    await eventually(async () => (await logOf(email)).includes('AUTH_LOGIN_ATTEMPT'))
  })

  it('ten wrong passwords lock an account for a while, also for the right one', async () => {
    const email = newEmail()
    await server.newPerson(email)
    const tryOut = (text: string) => server.person().post('/auth/v1/sign-in/email', { email, password: text })
    for (let time = 0; time < 10; time += 1) expect((await tryOut('wrong password')).status).toBe(401)
    const locked = await tryOut(password)
    expect(locked).toMatchObject({ status: 429, body: { code: 'THROTTLED' } })
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(60)
  })

  it('nothing that the database knows of a session signs in', async () => {
    const ann = await server.newPerson()
    const rows = await server.database.queries.selectFrom('auth.session').selectAll().execute()
    const known = rows.flatMap((row) => [row.id, `fpa1.${row.id}.${row.generation}.9999999999999.`])
    for (const token of known) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await fetch(`${server.url}/graphql/v1`, {
        method: 'POST',
        headers,
        body: '{"query":"{login{id}}"}',
      })
      expect(answer.status).toBe(401)
    }
    expect((await ann.query('{login{id}}')).status).toBe(200)
  })
})

describe('signing out', () => {
  it('ends this session, and globally all of them', async () => {
    const email = newEmail()
    const [here, there, elsewhere] = [await server.newPerson(email), server.person(), server.person()]
    for (const one of [there, elsewhere]) await one.post('/auth/v1/sign-in/email', { email, password })
    const statuses = async () => [
      (await here.query('{login{id}}')).status,
      (await there.query('{login{id}}')).status,
      (await elsewhere.query('{login{id}}')).status,
    ]
    await here.post('/auth/v1/sign-out', {})
    expect(await statuses()).toEqual([401, 200, 200])
    expect((await there.get('/auth/v1/globalSignout')).status).toBe(200)
    expect(await statuses()).toEqual([401, 401, 401])
    expect(await there.get('/auth/v1/get-session')).toMatchObject({ status: 200, body: null })
  })
})

describe('the operator', () => {
  const tokenOf = (link: string | undefined) => new URL(link ?? '').searchParams.get('token')

  it('comes in by the printed link, once, and chooses an address and a password', async () => {
    await using own = await startTestServer()
    const operator = own.person()
    const token = tokenOf(own.firstSignInLink)
    expect(await operator.post('/auth/v1/welcome/open', { token })).toMatchObject({ status: 200 })
    expect(await own.person().post('/auth/v1/welcome/open', { token })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_TOKEN' },
    })
    expect(await operator.ask('{login{operator hasPassword}}')).toEqual({
      login: { operator: true, hasPassword: false },
    })

    const chosen = { email: 'Boss@Example.org', password }
    expect(await own.person().post('/auth/v1/welcome', chosen)).toMatchObject({ status: 401 })
    expect(await operator.post('/auth/v1/welcome', chosen)).toMatchObject({ status: 200 })
    expect(await operator.post('/auth/v1/welcome', chosen)).toMatchObject({ status: 409 })
    expect(await operator.ask('{login{email hasPassword}}')).toEqual({
      login: { email: 'boss@example.org', hasPassword: true },
    })
    expect(await own.person().post('/auth/v1/sign-in/email', chosen)).toMatchObject({ status: 200 })
  })

  it('cannot take the address of somebody else', async () => {
    await using own = await startTestServer()
    await own.newPerson('taken@example.org')
    const operator = own.person()
    await operator.post('/auth/v1/welcome/open', { token: tokenOf(own.firstSignInLink) })
    const answer = await operator.post('/auth/v1/welcome', { email: 'taken@example.org', password })
    expect(answer).toMatchObject({ status: 409, body: { code: 'USERNAME_EXISTS' } })
    expect(await operator.ask('{login{hasPassword}}')).toEqual({ login: { hasPassword: false } })
  })

  it('alone reads the outbox', async () => {
    await using own = await startTestServer()
    const ann = await own.newPerson('ann@example.org')
    const outbox = '{system{canSendMail outbox{to subject text sent error}}}'
    expect((await ann.query(outbox)).body).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
    const operator = own.person()
    await operator.post('/auth/v1/welcome/open', { token: tokenOf(own.firstSignInLink) })
    expect(await operator.ask(outbox)).toMatchObject({
      system: {
        canSendMail: false,
        outbox: [{ to: 'ann@example.org', text: expect.stringContaining('verify-email?token='), sent: null }],
      },
    })
    // One mail by itself, as mail programs show it.
    const { system } = await operator.ask<{ system: { outbox: { id: string }[] } }>('{system{outbox{id}}}')
    const one = `{system{outbox(id: "${system.outbox[0]?.id}"){to html}}}`
    const html = expect.stringContaining('verify-email?token=')
    expect(await operator.ask(one)).toEqual({ system: { outbox: [{ to: 'ann@example.org', html }] } })
    expect(await operator.ask('{system{outbox(id: "m-nothing"){to}}}')).toEqual({ system: { outbox: [] } })
  })
})

it('with a mail server, the link comes by mail', async () => {
  await using sink = await startSmtpSink()
  await using own = await startTestServer({ smtpUrl: new Secret(sink.url) })
  await own.person().signUp({ email: 'ann@example.org', password })
  const mail = await sink.mailTo('ann@example.org')
  expect(mail.html).toContain('verify-email?token=')
  await eventually(async () => {
    const rows = await own.database.queries.selectFrom('mails').select('sent_at').execute()
    return rows.every((row) => row.sent_at !== null)
  })
})

it.each([
  '/auth/v1/sign-in/social',
  '/auth/v1/update-user',
  '/auth/v1/verify-password',
  '/auth/v1/open-session',
  '/auth/v1/ok',
])('nothing else of the library can be called: %s', async (path) => {
  expect((await server.person().post(path, {})).status).toBe(404)
})
