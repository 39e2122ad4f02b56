import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChallengeAnswer } from '@farport/contract'
import { startSmtpSink } from '@farport/testkit'
import { Secret } from '@farport/basics'
import { createBudgets, keyFrom } from '#platform/budgets'
import { startTestServer, testPassword, type Answer } from '../../../test-server.ts'
import { factorBudgets } from '../factors/factor-budgets.ts'
import { startTestFactors } from '../factors/test-factors.ts'

const world = await startTestFactors()
const { server } = world
const { queries } = server.database
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => world.refill())

const emailWrong = { status: 400, body: { code: 'EMAIL_CODE_INVALID', message: 'Invalid Email Code' } }
const backupWrong = { status: 400, body: { code: 'BACKUP_CODE_INVALID', message: 'Invalid Backup Code' } }
const expired = { status: 400, body: { code: 'CHALLENGE_EXPIRED' } }
const throttled = { status: 429, body: { code: 'THROTTLED' } }
const otherUuid = '00000000-0000-4000-8000-000000000000'

const startAnswer = (email: string) => server.person().post('/auth/v1/recovery/start', { email })
const start = async (email: string) => {
  const { body } = await startAnswer(email)
  return (body as ChallengeAnswer).challenge ?? '' // of programs, what it answers with
}
const verify = (challenge: string, emailCode: string, backupCode: string): Promise<Answer> =>
  server.person().post('/auth/v1/recovery/verify', { challenge, emailCode, backupCode })
const newestMail = (email: string) =>
  queries
    .selectFrom('mails')
    .select(['subject', 'text'])
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirst()
const codeIn = (text: string | undefined) => /^[a-z2-9]{8}$/m.exec(text ?? '')?.[0] ?? ''
const mailedCode = async (email: string) => codeIn((await newestMail(email))?.text)

describe('somebody who has lost their second factor', () => {
  it('comes in with the mailed code and the recovery code, and has no second factor then', async () => {
    const ann = await world.newEnrolled()
    const challenge = await start(` ${ann.email.toUpperCase()} `)
    const code = await mailedCode(ann.email)
    const person = server.person()
    const answer = await person.post('/auth/v1/recovery/verify', {
      challenge,
      emailCode: ` ${code.toUpperCase()} `,
      backupCode: ` ${ann.backupCode.toUpperCase()} `,
    })
    expect(answer).toMatchObject({ status: 200, body: { user: { email: ann.email }, tokens: {} } })
    expect((await person.get('/auth/v1/mfaPref')).body).toMatchObject({
      method: 'NO_MFA',
      totpVerified: false,
      hasBackupCode: false,
    })
    expect((await world.signIn(ann.email)).answer).toMatchObject({ status: 200, body: { tokens: {} } })
    expect((await world.eventsOf(ann.email)).slice(-3)).toEqual(['AUTH_MFA_DISABLED', 'AUTH_LOGIN', 'AUTH_LOGIN'])
    expect((await newestMail(ann.email))?.subject).toBe('Your Farport account was recovered')
  })

  it('both codes work once', async () => {
    const ann = await world.newEnrolled()
    const challenge = await start(ann.email)
    const code = await mailedCode(ann.email)
    const answers = await Promise.all([1, 2, 3, 4].map(() => verify(challenge, code, ann.backupCode)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400, 400, 400])
    const again = await start(ann.email)
    expect(await verify(again, await mailedCode(ann.email), ann.backupCode)).toMatchObject(emailWrong)
    expect((await newestMail(ann.email))?.subject).toBe('Your Farport account has no recovery code')
  })

  it('a sign-in that waited for the lost factor is over', async () => {
    const ann = await world.newEnrolled()
    const waiting = await world.signIn(ann.email)
    const challenge = await start(ann.email)
    expect((await verify(challenge, await mailedCode(ann.email), ann.backupCode)).status).toBe(200)
    const code = await world.enrolAgain(ann.person)
    expect(await world.answer(waiting.challenge.challenge, 'SOFTWARE_TOKEN_MFA', code)).toMatchObject(expired)
  })

  it('a new recovery code leaves the old one worthless', async () => {
    const ann = await world.newEnrolled()
    const renewed = await ann.person.post('/auth/v1/mfa/backup-code', {})
    const { backupCode } = renewed.body as { backupCode: string }
    expect(backupCode).toHaveLength(36)
    expect((await newestMail(ann.email))?.subject).toBe('Your Farport account has a new recovery code')
    const challenge = await start(ann.email)
    const code = await mailedCode(ann.email)
    expect(await verify(challenge, code, ann.backupCode)).toMatchObject(backupWrong)
    expect((await verify(challenge, code, backupCode)).status).toBe(200)
  })

  it('in a browser, which recovery it is stands in a cookie', async () => {
    const ann = await world.newEnrolled()
    const send = (path: string, body: object, cookie = '') =>
      fetch(`${server.url}/auth/v1/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { origin: server.url, 'content-type': 'application/json', cookie },
      })
    const started = await send('recovery/start', { email: ann.email })
    expect(await started.json()).toEqual({
      challengeName: 'CUSTOM_CHALLENGE',
      alternatives: [],
      expiresInSeconds: 900,
    })
    const [setCookie = ''] = started.headers.getSetCookie()
    expect(setCookie).toMatch(/^farport\.challenge=[\w-]{43}; Max-Age=900; Path=\/auth\/v1; HttpOnly; SameSite=Lax$/)
    const [cookie = ''] = setCookie.split(';', 1)
    // A page that was loaded again learns where it is.
    const found = await fetch(`${server.url}/auth/v1/sign-in/challenge`, { headers: { cookie, origin: server.url } })
    expect(await found.json()).toMatchObject({ challengeName: 'CUSTOM_CHALLENGE' })
    const codes = { emailCode: await mailedCode(ann.email), backupCode: ann.backupCode }
    expect((await send('recovery/verify', codes)).status).toBe(400)
    const done = await send('recovery/verify', codes, cookie)
    expect(done.status).toBe(200)
    expect(done.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^farport\.challenge=; Max-Age=0;/))
  })
})

it('somebody who has lost both is let in by the operator, as the handbook says', async () => {
  const ann = await world.newEnrolled()
  const handbook = await fs.readFile(path.join(import.meta.dirname, '../../../../../../docs/operations.md'), 'utf8')
  const statement = /```sql\n(update auth\.second_factors[\s\S]*?)```/.exec(handbook)?.[1] ?? ''
  await server.database.pool.query(statement.replace('ann@example.org', ann.email))
  expect((await world.signIn(ann.email)).answer).toMatchObject({ status: 200, body: { tokens: {} } })
})

describe('somebody who guesses', () => {
  it('has five tries with one mailed code', async () => {
    const ann = await world.newEnrolled()
    const challenge = await start(ann.email)
    const code = await mailedCode(ann.email)
    for (let time = 0; time < 3; time += 1)
      expect(await verify(challenge, 'aaaaaaaa', ann.backupCode)).toMatchObject(emailWrong)
    for (let time = 0; time < 2; time += 1) expect(await verify(challenge, code, otherUuid)).toMatchObject(backupWrong)
    expect(await verify(challenge, code, ann.backupCode)).toMatchObject(expired)
  })

  it('has no more at the same moment', async () => {
    const ann = await world.newEnrolled()
    const challenge = await start(ann.email)
    const answers = await Promise.all(Array.from({ length: 9 }, () => verify(challenge, 'aaaaaaaa', otherUuid)))
    expect(answers.filter(({ body }) => (body as { code: string }).code === 'EMAIL_CODE_INVALID')).toHaveLength(5)
  })

  it.each(['somebody’s', 'nobody’s'])(
    'begins five times an hour for an address that is %s, also after a restart',
    async (whose) => {
      const email = whose === 'nobody’s' ? 'nobody-knows@example.org' : (await world.newEnrolled()).email
      for (let time = 0; time < 5; time += 1) expect((await startAnswer(email)).status).toBe(200)
      expect(await startAnswer(email)).toMatchObject(throttled)
      const guard = createBudgets(server.database, factorBudgets(500))
      const here = keyFrom('127.0.0.1', email)
      expect(await guard.spend(['recovery-here', here])).toMatchObject({ ok: false })
      // From elsewhere the owner still begins one.
      expect(await guard.spend(['recovery-account', email])).toMatchObject({ ok: true })
    },
  )

  it('tries so many in all from one address', async () => {
    const statuses = new Set<number>()
    for (let time = 0; time < 31; time += 1) statuses.add((await verify('a'.repeat(43), 'aaaaaaaa', otherUuid)).status)
    expect([...statuses]).toEqual([400, 429])
  })

  it('gets nowhere with the code of another recovery', async () => {
    const [ann, bob] = [await world.newEnrolled(), await world.newEnrolled()]
    const ofAnn = await start(ann.email)
    await start(bob.email)
    expect(await verify(ofAnn, await mailedCode(bob.email), bob.backupCode)).toMatchObject(emailWrong)
    expect(await verify(ofAnn, await mailedCode(ann.email), bob.backupCode)).toMatchObject(backupWrong)
  })

  it('comes too late after fifteen minutes', async () => {
    const ann = await world.newEnrolled()
    const challenge = await start(ann.email)
    const past = { expires_at: new Date(Date.now() - 1) }
    await queries.updateTable('auth.recovery').set(past).execute()
    expect(await verify(challenge, await mailedCode(ann.email), ann.backupCode)).toMatchObject(expired)
  })

  it('finds no code in the database', async () => {
    const ann = await world.newEnrolled()
    const challenge = await start(ann.email)
    const rows = await queries.selectFrom('auth.recovery').selectAll().execute()
    const stored = rows
      .flatMap((row) => [row.token_hash, row.code_hash].map((hash) => hash.toString('latin1')))
      .join('\n')
    for (const secret of [challenge, await mailedCode(ann.email)]) expect(stored).not.toContain(secret)
  })
})

describe('whether somebody has an account', () => {
  it('the answers do not tell, and the same is worked out for both', async () => {
    const ann = await world.newEnrolled()
    const unverified = `new-${ann.email}`
    await server.person().signUp({ email: unverified, password: testPassword })
    const without = `plain-${ann.email}`
    await server.newPerson(without)
    const bodies: unknown[] = []
    for (const email of [ann.email, 'stranger@example.org', unverified, without]) {
      const { status, body } = await startAnswer(email)
      const { challenge, ...rest } = body as ChallengeAnswer // of programs, what it answers with
      expect(challenge).toMatch(/^[\w-]{43}$/)
      const { status: next, body: refusal } = await verify(challenge ?? '', 'aaaaaaaa', otherUuid)
      bodies.push({ status, rest, next, refusal })
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    const mailed = await queries
      .selectFrom('mails')
      .select('id')
      .where('recipient', '=', 'stranger@example.org')
      .execute()
    expect(mailed).toEqual([])
  })

  it('the time does not tell', async () => {
    const ann = await world.newEnrolled()
    const timed = async (email: string) => {
      await world.refill()
      const began = performance.now()
      await startAnswer(email)
      return performance.now() - began
    }
    const known: number[] = []
    const unknown: number[] = []
    // Turn by turn, so that whatever else the machine does touches both.
    for (let round = 0; round < 15; round += 1) {
      known.push(await timed(ann.email))
      unknown.push(await timed('stranger@example.org'))
    }
    const [slower, faster] = [Math.max(median(known), median(unknown)), Math.min(median(known), median(unknown))]
    expect(slower).toBeLessThan(3 * faster + 20)
  })
})

it.each([
  ['en', 'Your code to recover your Farport account'],
  ['ja', 'Farport: アカウント復旧コード'],
])('the mail arrives in the language of the person (%s), with the code', async (language, subject) => {
  await using sink = await startSmtpSink()
  await using own = await startTestServer({ smtpUrl: new Secret(sink.url) })
  const email = 'ann@example.org'
  await own.database.queries
    .insertInto('auth.user')
    .values({ id: 'a-ann', name: 'Ann', email, email_verified: true, language })
    .execute()
  await own.database.queries
    .insertInto('auth.second_factors')
    .values({ user_id: 'a-ann', recovery_code_hash: Buffer.alloc(32) })
    .execute()
  await own.person().post('/auth/v1/recovery/start', { email })
  const mail = await sink.mailTo(email)
  expect(mail.subject).toBe(subject)
  const code = codeIn(mail.text)
  expect(code).toHaveLength(8)
  expect(mail.html).toContain(code)
  expect(mail.html).toContain('/account-recovery')
  expect(mail.subject).not.toContain(code)
})

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
