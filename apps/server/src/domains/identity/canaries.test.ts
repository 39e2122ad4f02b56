import { randomBytes } from 'node:crypto'
import { Secret } from '@farport/basics'
import type { DeviceCode, MfaPref, SignedInAnswer, TotpSetup } from '@farport/contract'
import { eventually, solveCaptcha, startSmtpSink } from '@farport/testkit'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createLog } from '#platform/log'
import { authenticatorCode } from '#platform/test-authenticator'
import { createTestDatabase, type TestDatabase } from '#platform/test-database'
import { readConfig } from '../../config.ts'
import { startServer } from '../../server.ts'
import { openTestBrowser } from '../../test-browser.ts'

/** Every row of every table, as text; bytes in hex. */
async function everythingIn({ queries }: TestDatabase): Promise<string> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('auth', 'public') and table_type = 'BASE TABLE'`.execute(queries)
  const texts = []
  for (const { name } of tables.rows) {
    const rows = await sql<{ row: string }>`select row_to_json(one)::text as row from ${sql.raw(name)} one`.execute(
      queries,
    )
    texts.push(...rows.rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

/** The forms in which a secret could stand somewhere. */
const formsOf = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
]

it(
  'what is secret stands neither in the log, nor in the database, nor in mails that are not for it',
  { timeout: 120_000 },
  async () => {
    await using sink = await startSmtpSink()
    await using database = await createTestDatabase()
    const lines: string[] = []
    const log = createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } })
    const read = readConfig({
      FARPORT_SECRET: randomBytes(32).toString('base64url'),
      FARPORT_PORT: '0',
      FARPORT_CAPTCHA_COST: '1',
    })
    if (!read.ok) throw new Error(read.refusal)
    const places = { databaseUrl: new Secret(database.url), smtpUrl: new Secret(sink.url), logLevel: 'trace' as const }
    await using server = await startServer({ ...read.value, ...places }, log)

    /** By what it is. */
    const secrets = new Map<string, string>()
    /** Those that a mail is there to bring. */
    const mailed = new Set<string>()
    const keep = (name: string, secret: string | undefined): string => {
      if (secret === undefined || secret.length < 6) throw new Error(`there is no ${name}`)
      secrets.set(name, secret)
      return secret
    }
    const keepMailed = (name: string, secret: string | undefined) => {
      mailed.add(name)
      return keep(name, secret)
    }
    const password = (name: string) => keep(name, `Canary-${name.replace(' ', '-')}-${randomBytes(6).toString('hex')}`)
    const email = 'canary@example.org'
    const mailTo = async (address: string, words: string) =>
      eventually(() => sink.mails.findLast(({ to, text }) => to.includes(address) && text.includes(words)))
    const linkIn = (text: string) => new URL(/https?:\S+/.exec(text)?.[0] ?? '')

    let token: string | undefined
    async function post<Body>(path: string, body: object): Promise<Body> {
      const bearer: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const headers = { 'content-type': 'application/json', ...bearer }
      const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await answer.json()) as Body // each caller knows its answer
    }
    const keepTokens = (name: string, { tokens }: SignedInAnswer) => {
      token = keep(`access token of ${name}`, tokens?.accessToken)
      return keep(`refresh token of ${name}`, tokens?.refreshToken)
    }

    // A browser signs up.
    const browser = openTestBrowser(server.url)
    const first = password('first password')
    const captcha = await solveCaptcha(server.url)
    await browser.post('/auth/v1/sign-up/email', { email, password: first, captcha, acceptTerms: true })
    keep('sign-up cookie', browser.cookies.get('farport.sign-up'))
    const verification = linkIn((await mailTo(email, 'verify-email')).text)
    keepMailed('verification link', verification.searchParams.get('token') ?? undefined)
    await browser.get(verification.pathname + verification.search)
    await browser.post('/auth/v1/sign-in/email', { email, password: password('wrong password') })
    await browser.post('/auth/v1/sign-in/email', { email, password: first })
    keep('access cookie', browser.cookies.get('farport.access'))
    keep('refresh cookie', browser.cookies.get('farport.refresh'))

    // A program signs in, chooses other passwords, another address, a second factor, a key.
    const signedIn = await post<SignedInAnswer>('/auth/v1/sign-in/email', { email, password: first })
    keepTokens('next', await post('/auth/v1/token', { refreshToken: keepTokens('program', signedIn) }))
    await post('/auth/v1/forgot-password', { email })
    const code = keepMailed('reset code', /^[a-z2-9]{8}$/m.exec((await mailTo(email, 'code')).text)?.[0])
    const second = password('second password')
    await post('/auth/v1/forgot-password/verify', { email, code, password: second })
    token = undefined
    keepTokens('second', await post('/auth/v1/sign-in/email', { email, password: second }))
    await post('/auth/v1/change-password', { currentPassword: second, password: password('third password') })
    const wanted = 'other-canary@example.org'
    await post('/user/email/', { email: wanted })
    const change = linkIn((await mailTo(wanted, 'emailToken')).text).searchParams.get('emailToken')
    await post('/auth/v1/change-email', { token: keepMailed('change link', change ?? undefined) })
    const back = linkIn((await mailTo(email, 'restore-email')).text).searchParams.get('token')
    keepMailed('way back', back ?? undefined)
    const { secret } = await post<TotpSetup>('/auth/v1/mfa/totp', {})
    keep('authenticator secret', secret)
    await post('/auth/v1/mfa/totp/verify', { code: authenticatorCode(secret, Date.now()) })
    const { backupCode } = await post<MfaPref>('/auth/v1/mfaPref', { method: 'SOFTWARE_TOKEN_MFA' })
    keep('recovery code', backupCode)
    const made = await post<{ data: { createAccessKey: { secret: string } } }>('/graphql/v1', {
      query: 'mutation { createAccessKey { key secret } }',
    })
    keep('secret of an access key', made.data.createAccessKey.secret)
    const program = await post<DeviceCode>('/auth/v1/device/code', { client: 'a program' })
    keep('device code', program.deviceCode)
    keep('user code', program.userCode)
    await post('/auth/v1/device/approve', { userCode: program.userCode })
    keepTokens('program with a code', await post('/auth/v1/device/token', { deviceCode: program.deviceCode }))

    // What has left is not kept.
    await eventually(async () => {
      const waiting = await database.queries.selectFrom('mails').select('id').where('sent_at', 'is', null).execute()
      return waiting.length === 0
    })
    const kept = await everythingIn(database)
    const logged = lines.join('\n')
    expect(kept).toContain(wanted)
    expect(logged).toContain('/auth/v1/sign-in/email')
    const found = [...secrets].flatMap(([name, one]) =>
      formsOf(one).flatMap((form) => [
        ...(kept.includes(form) ? [`${name} in the database`] : []),
        ...(logged.includes(form) ? [`${name} in the log`] : []),
        ...(!mailed.has(name) && sink.mails.some(({ text, html, subject }) => `${subject}${text}${html}`.includes(form))
          ? [`${name} in a mail`]
          : []),
        ...(sink.mails.some(({ subject }) => subject.includes(form)) ? [`${name} in a subject`] : []),
      ]),
    )
    expect(found).toEqual([])
    expect(secrets.size).toBeGreaterThan(18)
  },
)
