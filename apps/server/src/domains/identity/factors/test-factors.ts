// For tests: people with second factors, who talk to a server over HTTP, and the phones that its text messages reach.

import { randomBytes } from 'node:crypto'
import { Secret } from '@farport/basics'
import type { ChallengeAnswer, MfaPref, TotpSetup } from '@farport/contract'
import { startWebhookReceiver } from '@farport/testkit'
import { authenticatorCode } from '#platform/test-authenticator'
import type { SmsPlace } from '#platform/sms-place'
import { startTestServer, testPassword, type Answer, type Person, type TestServer } from '../../../test-server.ts'

export interface TestFactors extends AsyncDisposable {
  server: TestServer
  /** The text messages that were sent, the oldest first. */
  texts(): { to: string; text: string }[]
  /** The code in the newest one. */
  textedCode(): string
  /** From here on the sender of text messages answers with this status. */
  smsAnswers(status: number): void
  newEnrolled(method?: 'app' | 'phone'): Promise<Enrolled>
  /** Sets an app up and turns it on; gives back a code of its that was not used yet. */
  enrolAgain(person: Person): Promise<string>
  /** The first step of signing in, by somebody without a session. */
  signIn(email: string): Promise<{ person: Person; answer: Answer; challenge: ChallengeAnswer & { challenge: string } }>
  answer(challenge: string, name: string, code: string): Promise<Answer>
  userId(email: string): Promise<string>
  /** Live sessions of theirs. */
  sessionsOf(email: string): Promise<number>
  eventsOf(email: string): Promise<string[]>
  /** Subjects of the mails that they got, the oldest first. */
  mailsTo(email: string): Promise<string[]>
  /** Makes all budgets full again, as time does. */
  refill(): Promise<void>
  /** The session is as if it was last proven an hour ago. */
  ageProof(email: string): Promise<void>
}

export interface Enrolled {
  email: string
  person: Person
  /** Of the app. */
  secret: string
  /** The code of the app that set it up, or would have. */
  setupCode: string
  backupCode: string
  /** A code of the app that was not used yet: time goes on by a step. */
  nextCode(): Promise<string>
}

export const phone = '+14155552671'

export async function startTestFactors(smsDailyMax = 500): Promise<TestFactors> {
  await using starting = new AsyncDisposableStack()
  const receiver = starting.use(await startWebhookReceiver())
  const sms: SmsPlace = { kind: 'webhook', url: new Secret(receiver.url), secret: new Secret(randomBytes(32)) }
  const server = starting.use(await startTestServer({ sms, smsDailyMax }))
  const running = starting.move()
  const { queries } = server.database

  const texts = () =>
    receiver.received.map(({ body }) => (JSON.parse(body) as { data: { to: string; text: string } }).data) // our own form
  const textedCode = () => /\d{6}/.exec(texts().at(-1)?.text ?? '')?.[0] ?? ''
  const userId = async (email: string) =>
    (await queries.selectFrom('auth.user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

  const world: TestFactors = {
    server,
    texts,
    textedCode,
    smsAnswers: (status) => receiver.answer(status),

    async newEnrolled(method = 'app') {
      const email = `ann-${randomBytes(4).toString('hex')}@example.org`
      const person = await server.newPerson(email)
      const post = (path: string, body: unknown) => expectOk(person.post(path, body))
      const setup = (await post('/auth/v1/mfa/totp', {})) as TotpSetup // what the call answers with
      const setupCode = authenticatorCode(setup.secret, Date.now())
      if (method === 'app') {
        await post('/auth/v1/mfa/totp/verify', { code: setupCode })
      } else {
        await post('/auth/v1/mfa/phone', { phone })
        await post('/auth/v1/mfa/phone/verify', { code: textedCode() })
      }
      const wanted = method === 'app' ? 'SOFTWARE_TOKEN_MFA' : 'SMS_MFA'
      const pref = (await post('/auth/v1/mfaPref', { method: wanted })) as MfaPref // what the call answers with
      return {
        email,
        person,
        secret: setup.secret,
        setupCode,
        backupCode: pref.backupCode ?? '',
        async nextCode() {
          await queries
            .updateTable('auth.second_factors')
            .set({ totp_step: 0 })
            .where('user_id', '=', await userId(email))
            .execute()
          return authenticatorCode(setup.secret, Date.now())
        },
      }
    },

    async enrolAgain(person) {
      const setup = (await expectOk(person.post('/auth/v1/mfa/totp', {}))) as TotpSetup // what the call answers with
      const code = authenticatorCode(setup.secret, Date.now())
      await expectOk(person.post('/auth/v1/mfa/totp/verify', { code }))
      await expectOk(person.post('/auth/v1/mfaPref', { method: 'SOFTWARE_TOKEN_MFA' }))
      return authenticatorCode(setup.secret, Date.now() + 30_000)
    },

    async signIn(email) {
      const person = server.person()
      const answer = await person.post('/auth/v1/sign-in/email', { email, password: testPassword })
      const challenge = answer.body as ChallengeAnswer & { challenge: string } // of programs, when they are challenged
      return { person, answer, challenge }
    },

    answer: (challenge, name, code) => server.person().post('/auth/v1/sign-in/challenge', { challenge, name, code }),
    userId,

    async sessionsOf(email) {
      const rows = queries
        .selectFrom('auth.session')
        .select('id')
        .where('user_id', '=', await userId(email))
      return (await rows.execute()).length
    },

    async eventsOf(email) {
      const events = queries
        .selectFrom('events')
        .select('type')
        .where('account_id', '=', await userId(email))
      return (await events.orderBy('id').execute()).map((row) => row.type)
    },

    async mailsTo(email) {
      const mails = queries.selectFrom('mails').select('subject').where('recipient', '=', email)
      return (await mails.orderBy('id').execute()).map((row) => row.subject)
    },

    async refill() {
      await queries.deleteFrom('budgets').execute()
    },

    async ageProof(email) {
      await queries
        .updateTable('auth.session')
        .set({ proven_at: new Date(Date.now() - 3_600_000) })
        .where('user_id', '=', await userId(email))
        .execute()
    },

    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
  return world
}

async function expectOk(sent: Promise<Answer>): Promise<unknown> {
  const { status, body } = await sent
  if (status !== 200) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`)
  return body
}
