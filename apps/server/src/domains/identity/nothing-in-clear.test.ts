import { afterAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { ChallengeAnswer, SignedInAnswer, TotpSetup } from '@farport/contract'
import { testPassword } from '../../test-server.ts'
import { startTestFactors, phone } from './factors/test-factors.ts'

const world = await startTestFactors()
const { server } = world
const { queries } = server.database
afterAll(() => world[Symbol.asyncDispose]())

/** Every row of every table, as text; bytes in hex. */
async function wholeDatabase(): Promise<string> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('auth', 'public')
  `.execute(queries)
  const dumps = tables.rows.map(async ({ name }) => {
    const rows = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.raw(name)} as t`.execute(queries)
    return rows.rows.map(({ row }) => `${name} ${row}`).join('\n')
  })
  return (await Promise.all(dumps)).join('\n')
}

it('whoever reads the database can sign in with nothing that stands there', async () => {
  const ann = await world.newEnrolled('phone')
  const pending = (await ann.person.post('/auth/v1/mfa/totp', {})).body as TotpSetup // what it answers with
  const { challenge } = await world.signIn(ann.email)
  const texted = world.textedCode()
  const signedIn = await world.answer(challenge.challenge, 'SMS_MFA', texted)
  const { tokens } = signedIn.body as SignedInAnswer // of programs, what it answers with
  const waiting = (await world.signIn(ann.email)).challenge.challenge
  const lastText = world.textedCode()
  await ann.person.post('/auth/v1/mfa/phone', { phone })
  const phoneCode = world.textedCode()
  const recovery = (await server.person().post('/auth/v1/recovery/start', { email: ann.email })).body as ChallengeAnswer

  const database = await wholeDatabase()
  const canaries = {
    password: testPassword,
    'secret of the app': pending.secret,
    'recovery code': ann.backupCode,
    'access token': tokens?.accessToken,
    'refresh token': tokens?.refreshToken,
    'challenge that waits': waiting,
    'recovery that waits': recovery.challenge,
    'code of the message': `"${lastText}"`,
    'code for the number': `"${phoneCode}"`,
  }
  for (const [name, canary = ''] of Object.entries(canaries)) {
    expect([name, canary.length > 5]).toEqual([name, true])
    expect([name, database.includes(canary)]).toEqual([name, false])
    expect([name, database.includes(Buffer.from(canary).toString('hex'))]).toEqual([name, false])
    // A token is no better in two halves.
    const signature = canary.split('.').at(-1) ?? ''
    expect([name, signature.length > 5 && database.includes(signature)]).toEqual([name, false])
  }
  // The search finds what does stand there.
  expect(database).toContain(ann.email)
  expect(database).toContain('auth.sign_in_challenge')
})
