import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { authenticatorCode } from '#platform/test-authenticator'
import { testPassword, type Answer, type Person } from '../../../test-server.ts'
import { startTestFactors, type Enrolled } from '../factors/test-factors.ts'
import { createAuthenticator, type CreationOptions, type RequestOptions } from '../passkeys/test-authenticator.ts'

const world = await startTestFactors()
const { server } = world
const { queries } = server.database
afterAll(() => world[Symbol.asyncDispose]())

/** What somebody has who knows the password, and neither the app nor the recovery code. */
interface Intruder {
  email: string
  /** Challenges and codes that they were given, or can make up. */
  challenges: string[]
  recoveries: string[]
  codes: string[]
}

type Call = (intruder: Intruder) => Promise<Answer | undefined>

const post = (path: string, body: object) => server.person().post(`/auth/v1/${path}`, body)
const last = (list: readonly string[]) => list.at(-1) ?? 'a'.repeat(43)
const challengeOf = ({ body }: Answer) => (body as { challenge?: string }).challenge ?? '' // of a program

const calls: Record<string, Call> = {
  async signIn(intruder) {
    const answer = await post('sign-in/email', { email: intruder.email, password: testPassword, rememberMe: true })
    intruder.challenges.push(challengeOf(answer))
    return answer
  },
  answerByApp: (intruder) => reply(intruder, 'SOFTWARE_TOKEN_MFA'),
  answerByText: (intruder) => reply(intruder, 'SMS_MFA'),
  answerByPasskey: (intruder) => reply(intruder, 'WEB_AUTHN'),
  answerByRecoveryCode: (intruder) => reply(intruder, 'CUSTOM_CHALLENGE'),
  resend: ({ challenges }) => post('sign-in/challenge/resend', { challenge: last(challenges) }),
  async look({ challenges }) {
    const cookie = `farport.challenge=${last(challenges)}`
    const answer = await fetch(`${server.url}/auth/v1/sign-in/challenge`, { headers: { cookie } })
    return { status: answer.status, headers: answer.headers, body: await answer.json() }
  },
  cancel: ({ challenges }) => post('sign-in/challenge/cancel', { challenge: last(challenges) }),
  async startRecovery(intruder) {
    const answer = await post('recovery/start', { email: intruder.email })
    intruder.recoveries.push(challengeOf(answer))
    return answer
  },
  // Whoever reads the mail has its code, but not the recovery code.
  async readMail(intruder) {
    const mails = queries.selectFrom('mails').select('text').where('recipient', '=', intruder.email)
    const mail = await mails.orderBy('id', 'desc').executeTakeFirst()
    intruder.codes.push(/^[a-z2-9]{8}$/m.exec(mail?.text ?? '')?.[0] ?? '')
    return undefined
  },
  recover: ({ recoveries, codes }) =>
    post('recovery/verify', { challenge: last(recoveries), emailCode: last(codes), backupCode: randomUUID() }),
  recoverWithChallenge: ({ challenges, codes }) =>
    post('recovery/verify', { challenge: last(challenges), emailCode: last(codes), backupCode: last(codes) }),
  answerWithRecovery: ({ recoveries, codes }) =>
    post('sign-in/challenge', { challenge: last(recoveries), name: 'SOFTWARE_TOKEN_MFA', code: last(codes) }),
  verifyPhone: ({ codes }) => post('mfa/phone/verify', { code: last(codes) }),
  verifyApp: ({ codes }) => post('mfa/totp/verify', { code: last(codes) }),
  turnOff: () => post('mfaPref', { method: 'NO_MFA' }),
  refresh: ({ challenges }) => post('token', { refreshToken: last(challenges) }),
  signUpAgain: ({ email }) => post('sign-up/email', { email, password: testPassword }),
  verifyEmail: ({ challenges }) => server.person().get(`/auth/v1/verify-email?token=${last(challenges)}`),
  welcome: ({ challenges }) => post('welcome/open', { token: last(challenges) }),
  proveByCode: ({ codes }) => post('prove', { code: last(codes) }),
  proveByPassword: () => post('prove', { password: testPassword }),
  proveByText: () => post('prove/text', {}),
  proveByPasskey: () => post('prove/passkey/options', {}),
  byBearer: ({ challenges }) => getSession({ authorization: `Bearer ${last(challenges)}` }),
  byCookie: ({ challenges }) => getSession({ cookie: `farport.access=${last(challenges)}` }),
}

async function reply({ challenges, codes }: Intruder, name: string): Promise<Answer> {
  return post('sign-in/challenge', { challenge: last(challenges), name, code: last(codes), method: 'recovery' })
}

async function getSession(headers: Record<string, string>): Promise<Answer> {
  const answer = await fetch(`${server.url}/auth/v1/get-session`, { headers })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

const names = Object.keys(calls)

it('whatever is called in whatever order, without the second factor no session begins', async () => {
  const ann = await world.newEnrolled()
  const sessions = await world.sessionsOf(ann.email)
  const past = authenticatorCode(ann.secret, Date.now() - 300_000)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 12 }), async (sequence) => {
      // Neither what an intruder has used up, nor what is full again, decides.
      await world.refill()
      const intruder: Intruder = { email: ann.email, challenges: [], recoveries: [], codes: [past, ann.setupCode] }
      for (const name of ['signIn', ...sequence]) {
        const answer = await calls[name]?.(intruder)
        const text = JSON.stringify(answer?.body ?? null)
        expect([name, text.includes('accessToken'), answer?.headers.get('set-auth-token')]).toEqual([
          name,
          false,
          answer === undefined ? undefined : null,
        ])
      }
      expect(await world.sessionsOf(ann.email)).toBe(sessions)
    }),
    { numRuns: 25, seed: 5, endOnFailure: true },
  )
  // And with it one does: the door was not simply shut.
  await world.refill()
  const { challenge } = await world.signIn(ann.email)
  expect((await world.answer(challenge.challenge, 'SOFTWARE_TOKEN_MFA', await ann.nextCode())).status).toBe(200)
  expect(await world.sessionsOf(ann.email)).toBe(sessions + 1)
}, 60_000)

/** What somebody has who took a session over, and the phone that is not unlocked lies elsewhere. */
interface Thief {
  ann: Enrolled
  /** The session they took: its last proof is long ago. */
  person: Person
  /** Which they were given elsewhere, or saw. */
  codes: string[]
  challenges: string[]
  /** Signed by an authenticator of Ann's, for something else. */
  assertions: unknown[]
}

type Theft = (thief: Thief) => Promise<unknown>

const prove = ({ person }: Thief, proof: unknown) => person.post('/auth/v1/prove', proof)

const thefts: Record<string, Theft> = {
  async signInBesides(thief) {
    const { challenge } = await world.signIn(thief.ann.email)
    thief.challenges.push(challenge.challenge)
    // The text of the sign-in is what the thief reads over the shoulder.
    thief.codes.push(world.textedCode())
  },
  async askForText({ person }) {
    await person.post('/auth/v1/prove/text', {})
  },
  async askElsewhere({ ann, codes }) {
    await ann.person.post('/auth/v1/prove/text', {})
    codes.push(world.textedCode())
  },
  proveByCode: (thief) => prove(thief, { code: last(thief.codes) }),
  proveByGuess: (thief) => prove(thief, { code: '000000' }),
  proveByPassword: (thief) => prove(thief, { password: 'not the one' }),
  proveByPasskey: (thief) => prove(thief, { response: thief.assertions.at(-1) ?? {} }),
  async signForSignIn({ assertions }) {
    const { body } = await server.person().post('/auth/v1/sign-in/passkey/options', {})
    assertions.push(device.get(body as RequestOptions)) // what it answers with
  },
  async signElsewhere({ ann, assertions }) {
    const { body } = await ann.person.post('/auth/v1/prove/passkey/options', {})
    assertions.push(device.get(body as RequestOptions)) // what it answers with
  },
  async signUnseen({ person, assertions }) {
    const { body } = await person.post('/auth/v1/prove/passkey/options', {})
    assertions.push(device.get(body as RequestOptions, { isUnverified: true })) // what it answers with
  },
  verifyPhone: ({ person, codes }) => person.post('/auth/v1/mfa/phone/verify', { code: last(codes) }),
  verifyApp: ({ person, codes }) => person.post('/auth/v1/mfa/totp/verify', { code: last(codes) }),
  answer: ({ person, challenges, codes }) =>
    person.post('/auth/v1/mfaPref', { challenge: last(challenges), code: last(codes), method: 'NO_MFA' }),
  exchange: ({ person }) => person.post('/auth/v1/token', {}),
  turnOff: ({ person }) => person.post('/auth/v1/mfaPref', { method: 'NO_MFA' }),
  renewRecoveryCode: ({ person }) => person.post('/auth/v1/mfa/backup-code', {}),
  setUpApp: ({ person }) => person.post('/auth/v1/mfa/totp', {}),
  changePhone: ({ person }) => person.post('/auth/v1/mfa/phone', { phone: '+14155552672' }),
  changeEmail: ({ person }) => person.post('/user/email/', { email: 'thief@example.org' }),
  addPasskey: ({ person }) => person.post('/auth/v1/passkeys/options', {}),
  makeKey: ({ person }) => person.query('mutation { createAccessKey { key } }'),
}

const device = createAuthenticator(server.url)

async function withEverything(): Promise<Enrolled> {
  const ann = await world.newEnrolled('phone')
  const options = (await ann.person.post('/auth/v1/passkeys/options', {})).body as CreationOptions // what it answers with
  await ann.person.post('/auth/v1/passkeys', { name: 'Key', response: device.create(options) })
  return ann
}

async function stateOf(email: string): Promise<unknown> {
  const id = await world.userId(email)
  const of = (table: 'auth.passkey' | 'auth.access_key' | 'auth.link_token') =>
    queries.selectFrom(table).selectAll().where('user_id', '=', id).execute()
  const factors = await queries.selectFrom('auth.second_factors').selectAll().where('user_id', '=', id).execute()
  const keys = (await of('auth.passkey')).map((row) => ({ ...row, counter: null, last_used_at: null }))
  return { factors, keys, accessKeys: await of('auth.access_key'), links: await of('auth.link_token') }
}

it('whatever a thief of a session calls in whatever order, they prove nothing and change nothing that matters', async () => {
  const ann = await withEverything()
  await world.refill()
  const { challenge, person } = await world.signIn(ann.email)
  const reply = { challenge: challenge.challenge, name: 'SMS_MFA', code: world.textedCode() }
  expect((await person.post('/auth/v1/sign-in/challenge', reply)).status).toBe(200)
  const sessionId = person.token?.split('.')[1] ?? ''
  const longAgo = new Date(Date.now() - 3_600_000)
  const before = await stateOf(ann.email)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys(thefts)), { minLength: 1, maxLength: 12 }),
      async (list) => {
        await world.refill()
        await queries.updateTable('auth.session').set({ proven_at: longAgo }).where('id', '=', sessionId).execute()
        const thief: Thief = { ann, person, codes: [], challenges: [], assertions: [] }
        for (const name of list) await thefts[name]?.(thief)
        const session = queries.selectFrom('auth.session').select('proven_at').where('id', '=', sessionId)
        expect([list, await session.executeTakeFirst()]).toEqual([list, { proven_at: longAgo }])
        expect([list, await stateOf(ann.email)]).toEqual([list, before])
      },
    ),
    { numRuns: 25, seed: 7, endOnFailure: true },
  )
  // And whoever is Ann does: the door was not simply shut.
  await world.refill()
  await person.post('/auth/v1/prove/text', {})
  expect((await person.post('/auth/v1/prove', { code: world.textedCode() })).status).toBe(200)
  expect((await person.post('/auth/v1/mfa/backup-code', {})).status).toBe(200)
}, 60_000)
