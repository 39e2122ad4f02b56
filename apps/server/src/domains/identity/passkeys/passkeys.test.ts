import { randomBytes } from 'node:crypto'
import { Secret } from '@farport/basics'
import { afterAll, describe, expect, it } from 'vitest'
import { createCodeHasher } from '#platform/one-time-codes'
import { startTestServer, testPassword as password, type Person } from '../../../test-server.ts'
import { makeChallenge, spendChallenge } from './operations/make-challenge.ts'
import { createPasskeyChallenges } from './passkey-challenges.ts'
import { removeOldChallenges } from './passkey-store.ts'
import { createAuthenticator, type CreationOptions, type Deceit, type RequestOptions } from './test-authenticator.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const { queries } = server.database
const calls = '/auth/v1'

let count = 0
const newEmail = () => `passkey-${(count += 1)}@example.org`

async function optionsFor(person: Person): Promise<CreationOptions> {
  const { body } = await person.post(`${calls}/passkeys/options`, {})
  return body as CreationOptions // PublicKeyCredentialCreationOptionsJSON
}

async function signInOptions(person: Person): Promise<RequestOptions> {
  const { body } = await person.post(`${calls}/sign-in/passkey/options`, {})
  return body as RequestOptions // PublicKeyCredentialRequestOptionsJSON
}

/** Somebody with a passkey. */
async function withPasskey({ deceit = {}, counts = true }: { deceit?: Deceit; counts?: boolean } = {}) {
  const email = newEmail()
  const person = await server.newPerson(email)
  const device = createAuthenticator(server.url, { counts })
  const response = device.create(await optionsFor(person), deceit)
  const added = await person.post(`${calls}/passkeys`, { name: 'My laptop', response })
  if (added.status !== 200) throw new Error(`the passkey was not added: ${JSON.stringify(added.body)}`)
  const { id } = added.body as { id: string } // a PasskeyEntry
  return { email, person, device, id }
}

async function mailsTo(email: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('mails')
    .select('subject')
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.subject)
}

async function leaveOnly(email: string): Promise<void> {
  const user = await queries.selectFrom('auth.user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  await queries.deleteFrom('auth.credential').where('user_id', '=', user.id).execute()
}

describe('making a passkey', () => {
  it('lists it, tells its owner by mail, and never offers the same authenticator again', async () => {
    const { email, person, id } = await withPasskey()
    expect(await person.get(`${calls}/passkeys`)).toMatchObject({
      status: 200,
      body: { passkeys: [{ id, name: 'My laptop', lastUsed: null }] },
    })
    expect(await mailsTo(email)).toContain('A passkey was added to your Farport account')
    const options = await optionsFor(person)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Farport' },
      user: { name: email },
      excludeCredentials: [{ type: 'public-key' }],
      attestation: 'none',
    })
  })

  it.each<[string, Deceit]>([
    ['on a page of another site', { origin: 'https://evil.example' }],
    ['at another port', { origin: 'http://localhost:1' }],
    ['for another host', { rpId: 'evil.example' }],
    ['in a frame of another site', { crossOrigin: true }],
    ['by nobody who touched it', { isAbsent: true }],
    ['as the answer to another question', { type: 'webauthn.get' }],
    ['for a challenge that nobody made', { challenge: Buffer.alloc(32).toString('base64url') }],
  ])('is refused %s', async (_, deceit) => {
    const person = await server.newPerson(newEmail())
    const response = createAuthenticator(server.url).create(await optionsFor(person), deceit)
    expect((await person.post(`${calls}/passkeys`, { name: 'x', response })).status).toBe(400)
    expect((await person.get(`${calls}/passkeys`)).body).toEqual({ passkeys: [] })
  })

  it('takes each challenge once, and of the person it was made for', async () => {
    const { person, device } = await withPasskey()
    const options = await optionsFor(person)
    const other = await server.newPerson(newEmail())
    const stolen = await other.post(`${calls}/passkeys`, { name: 'x', response: device.create(options) })
    expect(stolen).toMatchObject({ status: 400, body: { code: 'CHALLENGE_EXPIRED' } })
    expect((await person.post(`${calls}/passkeys`, { name: 'x', response: device.create(options) })).status).toBe(200)
    const again = await person.post(`${calls}/passkeys`, { name: 'x', response: device.create(options) })
    expect(again).toMatchObject({ status: 400, body: { code: 'CHALLENGE_EXPIRED' } })
  })

  it('does not look at a statement of the maker, whose certificates could name lists for us to fetch', async () => {
    const statement = new Map([['x5c', [Buffer.from('no certificate')]]])
    const { person } = await withPasskey({ deceit: { format: 'apple', statement } })
    expect((await person.get(`${calls}/passkeys`)).body).toMatchObject({ passkeys: [{ name: 'My laptop' }] })
  })

  it('needs a fresh proof', async () => {
    const person = await server.newPerson(newEmail())
    await queries
      .updateTable('auth.session')
      .set({ proven_at: new Date(Date.now() - 3_600_000) })
      .execute()
    for (const path of ['passkeys/options', 'passkeys/delete']) {
      const answer = await person.post(`${calls}/${path}`, { id: 'x' })
      expect(answer).toMatchObject({ status: 403, body: { code: 'PROOF_NEEDED' } })
    }
    expect((await server.person().post(`${calls}/passkeys/options`, {})).status).toBe(401)
  })

  it('stops at twenty', async () => {
    const { person, email, device } = await withPasskey()
    const one = await queries
      .selectFrom('auth.passkey as passkey')
      .innerJoin('auth.user as user', 'user.id', 'passkey.user_id')
      .selectAll('passkey')
      .where('user.email', '=', email)
      .executeTakeFirstOrThrow()
    const options = await optionsFor(person)
    const more = Array.from({ length: 19 }, (_, index) => ({
      ...one,
      id: `${one.id}-${index}`,
      credential_id: Buffer.from(`${one.id}-${index}`),
    }))
    await queries.insertInto('auth.passkey').values(more).execute()
    expect(await person.post(`${calls}/passkeys/options`, {})).toMatchObject({ status: 409 })
    const late = await person.post(`${calls}/passkeys`, { name: 'x', response: device.create(options) })
    expect(late).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })

  it('is renamed by its owner alone', async () => {
    const { person, id } = await withPasskey()
    const rename = (who: Person, name: string) => who.post(`${calls}/passkeys/rename`, { id, name })
    expect(await rename(await server.newPerson(newEmail()), 'mine')).toMatchObject({ status: 404 })
    expect(await rename(person, ' ')).toMatchObject({ status: 400, body: { message: 'Cannot be empty' } })
    expect(await rename(person, 'x'.repeat(101))).toMatchObject({ body: { message: 'Cannot exceed 100 characters' } })
    expect((await rename(person, 'Work')).status).toBe(200)
    expect((await person.get(`${calls}/passkeys`)).body).toMatchObject({ passkeys: [{ name: 'Work' }] })
  })
})

describe('signing in with a passkey', () => {
  const signIn = (person: Person, response: unknown) => person.post(`${calls}/sign-in/passkey`, { response })

  it.each([
    ['that counts', true],
    ['that does not', false],
  ])('takes nothing else, with an authenticator %s', async (_, counts) => {
    const { email, device, person } = await withPasskey({ counts })
    for (const _time of [1, 2]) {
      const stranger = server.person()
      const options = await signInOptions(stranger)
      expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
      expect(options.allowCredentials ?? []).toEqual([])
      expect(await signIn(stranger, device.get(options))).toMatchObject({ status: 200, body: { user: { email } } })
      expect(await stranger.ask('{login{email}}')).toEqual({ login: { email } })
    }
    const { body } = await person.get(`${calls}/passkeys`)
    expect(body).toMatchObject({ passkeys: [{ lastUsed: expect.stringMatching(/^20/) }] })
  })

  it.each<[string, Deceit]>([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['a frame of another site', { crossOrigin: true }],
    ['the key of somebody else', { isForged: true }],
    ['nobody who was asked for a PIN', { isUnverified: true }],
    ['nobody who touched it', { isAbsent: true }],
    ['the answer to another question', { type: 'webauthn.create' }],
    ['the name of somebody else', { userHandle: Buffer.from('a-0000000000000000').toString('base64url') }],
  ])('is refused from %s', async (_, deceit) => {
    const { device } = await withPasskey()
    const stranger = server.person()
    const answer = await signIn(stranger, device.get(await signInOptions(stranger), deceit))
    expect([400, 401]).toContain(answer.status)
    expect(stranger.token).toBeUndefined()
  })

  it('takes each answer once', async () => {
    const { device } = await withPasskey()
    const response = device.get(await signInOptions(server.person()))
    const answers = await Promise.all([1, 2, 3].map(() => signIn(server.person(), response)))
    expect(answers.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([200, 400, 400])
  })

  it('knows no passkey that was removed, or that another server made', async () => {
    const { device, person, id } = await withPasskey()
    expect((await person.post(`${calls}/passkeys/delete`, { id })).status).toBe(200)
    const stranger = server.person()
    const answer = await signIn(stranger, device.get(await signInOptions(stranger)))
    expect(answer).toMatchObject({ status: 401, body: { code: 'INVALID_TOKEN' } })
  })

  it('refuses a copy, and tells the owner', async () => {
    const { email, device } = await withPasskey()
    const use = async (deceit: Deceit = {}) =>
      signIn(server.person(), device.get(await signInOptions(server.person()), deceit))
    expect((await use()).status).toBe(200)
    const copied = await use({ counter: 2 })
    expect(copied).toMatchObject({ status: 403, body: { message: expect.stringContaining('copied') } })
    expect(await mailsTo(email)).toContain('A passkey of your Farport account may have been copied')
    const user = await queries.selectFrom('auth.user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const events = await queries
      .selectFrom('events')
      .select('type')
      .where('account_id', '=', user.id)
      .orderBy('id')
      .execute()
    expect(events.at(-1)).toEqual({ type: 'AUTH_LOGIN_ATTEMPT' })
    expect((await use({ counter: 3 })).status).toBe(200)
  })

  it('a forged copy tells nobody anything', async () => {
    const { email, device } = await withPasskey()
    const forged = device.get(await signInOptions(server.person()), { counter: 0, isForged: true })
    expect((await signIn(server.person(), forged)).status).toBe(401)
    expect(await mailsTo(email)).not.toContain('A passkey of your Farport account may have been copied')
  })

  it('a challenge for a second factor, or for a new passkey, signs nobody in', async () => {
    const { device, person } = await withPasskey()
    const { challenge } = await optionsFor(person)
    expect(await signIn(server.person(), device.get({ challenge }))).toMatchObject({
      status: 400,
      body: { code: 'CHALLENGE_EXPIRED' },
    })
  })

  it.each([
    ['nothing', {}],
    ['no object', { response: 'x' }],
    ['letters that are none of base64url', { response: { id: '!', rawId: '!', type: 'public-key', response: {} } }],
  ])('is refused with %s', async (_, body) => {
    expect((await server.person().post(`${calls}/sign-in/passkey`, body)).status).toBe(400)
  })

  it('is not asked for from another site', async () => {
    const headers = { origin: 'https://evil.example', 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}${calls}/sign-in/passkey/options`, { method: 'POST', headers, body: '{}' })
    expect(answer.status).toBe(403)
  })
})

describe('removing a passkey', () => {
  it('is told by mail, and is for its owner', async () => {
    const { email, person, id } = await withPasskey()
    const other = await server.newPerson(newEmail())
    expect((await other.post(`${calls}/passkeys/delete`, { id })).status).toBe(404)
    expect((await person.post(`${calls}/passkeys/delete`, { id })).status).toBe(200)
    expect((await person.post(`${calls}/passkeys/delete`, { id })).status).toBe(404)
    expect(await mailsTo(email)).toContain('A passkey was removed from your Farport account')
  })

  it('leaves the only way in', async () => {
    const { email, person, id } = await withPasskey()
    await leaveOnly(email)
    const removal = await person.post(`${calls}/passkeys/delete`, { id })
    expect(removal).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    const second = createAuthenticator(server.url)
    const added = await person.post(`${calls}/passkeys`, {
      name: 'second',
      response: second.create(await optionsFor(person)),
    })
    const { id: secondId } = added.body as { id: string } // a PasskeyEntry
    const removals = await Promise.all(
      [id, secondId].map((one) => person.post(`${calls}/passkeys/delete`, { id: one })),
    )
    expect(removals.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([200, 409])
  })

  it('a security key without a PIN is no way in', async () => {
    const { email, person, id } = await withPasskey()
    const plain = createAuthenticator(server.url).create(await optionsFor(person), { isUnverified: true })
    expect((await person.post(`${calls}/passkeys`, { name: 'key', response: plain })).status).toBe(200)
    await leaveOnly(email)
    expect((await person.post(`${calls}/passkeys/delete`, { id })).status).toBe(409)
  })
})

describe('a challenge', () => {
  const aim = { purpose: 'sign-in', owner: undefined } as const
  let nowMs = Date.now()
  const passkeyChallenges = createPasskeyChallenges(createCodeHasher(new Secret(randomBytes(32))))
  const means = { database: server.database, clock: { now: () => nowMs }, passkeyChallenges }
  const signed = (challenge: Buffer) => {
    const said = JSON.stringify({ challenge: challenge.toString('base64url') })
    return { clientDataJSON: Buffer.from(said).toString('base64url'), ...aim }
  }
  const kept = async () => (await queries.selectFrom('auth.used_passkey_challenge').selectAll().execute()).length

  it('is too old after five minutes', async () => {
    const [young, old] = [makeChallenge(means, aim), makeChallenge(means, aim)]
    nowMs += 299_999
    expect(await spendChallenge(means, signed(young))).toEqual(young)
    nowMs += 1
    expect(await spendChallenge(means, signed(old))).toBeUndefined()
  })

  it('is kept when it was used, and no longer than it would be good', async () => {
    await queries.deleteFrom('auth.used_passkey_challenge').execute()
    const challenge = makeChallenge(means, aim)
    expect(await kept()).toBe(0)
    await spendChallenge(means, signed(challenge))
    await removeOldChallenges(queries, new Date(nowMs + 290_000))
    expect(await kept()).toBe(1)
    await removeOldChallenges(queries, new Date(nowMs + 310_000))
    expect(await kept()).toBe(0)
  })

  it('is to be had by a whole office', async () => {
    await queries.deleteFrom('auth.used_passkey_challenge').execute()
    for (let batch = 0; batch < 6; batch += 1) {
      const asked = Array.from({ length: 50 }, () => server.person().post(`${calls}/sign-in/passkey/options`, {}))
      expect((await Promise.all(asked)).filter((answer) => answer.status !== 200)).toEqual([])
    }
    expect(await kept()).toBe(0)
  })
})

describe('a passkey as the second factor', () => {
  const challenged = async ({ email, person }: { email: string; person: Person }) => {
    expect((await person.post(`${calls}/mfaPref`, { method: 'WEB_AUTHN' })).status).toBe(200)
    const again = server.person()
    const { body } = await again.post(`${calls}/sign-in/email`, { email, password })
    const challenge = body as { challengeName: string; challenge: string; passkeyOptions: RequestOptions } // a ChallengeAnswer
    const answer = (response: unknown) =>
      again.post(`${calls}/sign-in/challenge`, { challenge: challenge.challenge, name: 'WEB_AUTHN', response })
    return { again, options: challenge.passkeyOptions, challenge, answer }
  }

  it('completes what a password began, also with a security key that asks for no PIN', async () => {
    const owner = await withPasskey()
    const { again, options, challenge, answer } = await challenged(owner)
    expect(challenge).toMatchObject({ challengeName: 'WEB_AUTHN' })
    expect(options.allowCredentials).toHaveLength(1)
    expect(again.token).toBeUndefined()
    expect(await answer(owner.device.get(options, { isUnverified: true }))).toMatchObject({ status: 200 })
    expect(await again.ask('{login{email}}')).toEqual({ login: { email: owner.email } })
  })

  it.each<[string, Deceit]>([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['the key of somebody else', { isForged: true }],
    ['a challenge that nobody made', { challenge: Buffer.alloc(32).toString('base64url') }],
  ])('is refused from %s', async (_, deceit) => {
    const owner = await withPasskey()
    const { again, options, answer } = await challenged(owner)
    expect(await answer(owner.device.get(options, deceit))).toMatchObject({
      status: 400,
      body: { code: 'CODE_INVALID' },
    })
    expect(again.token).toBeUndefined()
  })

  it('is not the passkey of somebody else, nor one that is to sign in alone', async () => {
    const [owner, thief] = [await withPasskey(), await withPasskey()]
    const { again, options, answer } = await challenged(owner)
    expect((await answer(thief.device.get(options))).status).toBe(400)
    const own = await signInOptions(server.person())
    expect((await answer(owner.device.get(own))).status).toBe(400)
    expect(again.token).toBeUndefined()
  })

  it('alone, it needs nothing beside it', async () => {
    const owner = await withPasskey()
    await challenged(owner)
    const stranger = server.person()
    const response = owner.device.get(await signInOptions(stranger))
    expect(await stranger.post(`${calls}/sign-in/passkey`, { response })).toMatchObject({
      status: 200,
      body: { user: { email: owner.email } },
    })
  })

  it('the last one stays while it is one', async () => {
    const owner = await withPasskey()
    await challenged(owner)
    const removal = await owner.person.post(`${calls}/passkeys/delete`, { id: owner.id })
    expect(removal).toMatchObject({ status: 409, body: { message: expect.stringContaining('second factor') } })
  })
})
