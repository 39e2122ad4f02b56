import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { authenticatorCode } from '#platform/test-authenticator'
import { testPassword, type Answer } from '../../../test-server.ts'
import { startTestFactors } from '../factors/test-factors.ts'

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
