import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test-server.ts'
import { startTestFactors, type Enrolled } from '../factors/test-factors.ts'
import {
  createAuthenticator,
  type CreationOptions,
  type Deceit,
  type RequestOptions,
} from '../passkeys/test-authenticator.ts'

const world = await startTestFactors()
const { server } = world
const { queries } = server.database
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  world.smsAnswers(200)
  await world.refill()
})

const done = { status: 200, body: { success: true } }
const wrongCode = '000000'
const prove = (person: Person, proof: unknown) => person.post('/auth/v1/prove', proof)
const sendText = (person: Person) => person.post('/auth/v1/prove/text', {})
const waysOf = async (person: Person) => (await person.get('/auth/v1/prove')).body
/** What wants a proof, and changes nothing that matters here. */
const isProven = async (person: Person) => (await person.post('/auth/v1/passkeys/options', {})).status === 200

async function optionsOf(person: Person): Promise<RequestOptions> {
  const { body } = await person.post('/auth/v1/prove/passkey/options', {})
  return body as RequestOptions // PublicKeyCredentialRequestOptionsJSON
}

async function addPasskey(person: Person, deceit: Deceit = {}) {
  const device = createAuthenticator(server.url)
  const options = (await person.post('/auth/v1/passkeys/options', {})).body as CreationOptions // what it answers with
  const added = await person.post('/auth/v1/passkeys', { name: 'Key', response: device.create(options, deceit) })
  if (added.status !== 200) throw new Error(`the passkey was not added: ${JSON.stringify(added.body)}`)
  return device
}

/** Somebody who has no password any more, as those have who signed up by a provider. */
async function forgetPassword(email: string): Promise<void> {
  const id = await world.userId(email)
  await queries.deleteFrom('auth.credential').where('user_id', '=', id).execute()
}

async function withPasskey(deceit?: Deceit) {
  const email = `proof-${Math.random().toString(36).slice(2)}@example.org`
  const person = await server.newPerson(email)
  const device = await addPasskey(person, deceit)
  await world.ageProof(email)
  return { email, person, device }
}

async function withPhone(): Promise<Enrolled> {
  const ann = await world.newEnrolled('phone')
  await world.refill()
  await world.ageProof(ann.email)
  return ann
}

/** Another session of the same person. */
async function elsewhere(ann: Enrolled): Promise<Person> {
  const { challenge, person } = await world.signIn(ann.email)
  const reply = { challenge: challenge.challenge, name: 'SMS_MFA', code: world.textedCode() }
  expect((await person.post('/auth/v1/sign-in/challenge', reply)).status).toBe(200)
  await world.ageProof(ann.email)
  return person
}

describe('a session tells by what it can be proven', () => {
  it('to whoever is in it', async () => {
    const { email, person } = await withPasskey()
    expect(await waysOf(person)).toEqual({ ways: ['PASSKEY', 'PASSWORD'] })
    await forgetPassword(email)
    expect(await waysOf(person)).toEqual({ ways: ['PASSKEY'] })
    const ann = await withPhone()
    expect(await waysOf(ann.person)).toEqual({ ways: ['PASSWORD', 'CODE_BY_TEXT'] })
    const bob = await world.newEnrolled()
    expect(await waysOf(bob.person)).toEqual({ ways: ['PASSWORD', 'CODE_BY_APP'] })
  })

  it('without a passkey that asks for no PIN', async () => {
    const { person } = await withPasskey({ isUnverified: true })
    expect(await waysOf(person)).toEqual({ ways: ['PASSWORD'] })
    expect(await person.post('/auth/v1/prove/passkey/options', {})).toMatchObject({
      status: 409,
      body: { code: 'NOT_AVAILABLE' },
    })
  })

  it.each([
    ['GET', 'prove'],
    ['POST', 'prove'],
    ['POST', 'prove/text'],
    ['POST', 'prove/passkey/options'],
  ])('to nobody else: %s %s', async (method, path) => {
    const stranger = server.person()
    const answer = await (method === 'GET'
      ? stranger.get(`/auth/v1/${path}`)
      : stranger.post(`/auth/v1/${path}`, { code: wrongCode }))
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
  })
})

describe('a passkey', () => {
  it('proves who is in a session, once for each challenge', async () => {
    const { email, person, device } = await withPasskey()
    await forgetPassword(email)
    const options = await optionsOf(person)
    expect(options).toMatchObject({ userVerification: 'required' })
    expect(options.allowCredentials).toHaveLength(1)
    const response = device.get(options)
    expect(await isProven(person)).toBe(false)
    expect(await prove(person, { response })).toMatchObject(done)
    expect(await isProven(person)).toBe(true)
    await world.ageProof(email)
    expect(await prove(person, { response })).toMatchObject({ status: 400, body: { code: 'CHALLENGE_EXPIRED' } })
    expect(await isProven(person)).toBe(false)
  })

  it.each<[string, Deceit]>([
    ['nobody who was asked for a PIN', { isUnverified: true }],
    ['a page of another site', { origin: 'https://evil.example' }],
    ['the key of somebody else', { isForged: true }],
  ])('proves nothing from %s, and leaves the session', async (_, deceit) => {
    const { person, device } = await withPasskey()
    const answer = await prove(person, { response: device.get(await optionsOf(person), deceit) })
    expect(answer.status).toBe(400)
    expect(await isProven(person)).toBe(false)
  })

  it('of somebody else proves nothing', async () => {
    const [ann, bob] = [await withPasskey(), await withPasskey()]
    const ofBob = bob.device.get(await optionsOf(ann.person))
    expect(await prove(ann.person, { response: ofBob })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_TOKEN' },
    })
    expect(await isProven(ann.person)).toBe(false)
  })

  it('proves nothing with what was signed to sign in, or in another session', async () => {
    const { email, person, device } = await withPasskey()
    const other = server.person()
    const toSignIn = async () => (await other.post('/auth/v1/sign-in/passkey/options', {})).body as RequestOptions // its answer
    const response = device.get(await toSignIn())
    expect((await other.post('/auth/v1/sign-in/passkey', { response })).status).toBe(200)
    await world.ageProof(email)
    for (const options of [await toSignIn(), await optionsOf(other)]) {
      expect(await prove(person, { response: device.get(options) })).toMatchObject({
        status: 400,
        body: { code: 'CHALLENGE_EXPIRED' },
      })
    }
    expect(await isProven(person)).toBe(false)
  })
})

describe('a code by text message', () => {
  it('proves who is in a session, once', async () => {
    const ann = await withPhone()
    await forgetPassword(ann.email)
    expect(await sendText(ann.person)).toMatchObject({
      status: 200,
      body: { phoneHint: '••• 71', expiresInSeconds: 180 },
    })
    expect(world.texts().at(-1)?.text).toMatch(/^\d{6} proves on Farport that it is you/)
    const code = world.textedCode()
    expect(await prove(ann.person, { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })).toMatchObject(done)
    expect(await isProven(ann.person)).toBe(true)
    expect(await prove(ann.person, { code })).toMatchObject({ status: 400, body: { code: 'CHALLENGE_EXPIRED' } })
  })

  it('is too old after three minutes', async () => {
    const ann = await withPhone()
    await sendText(ann.person)
    const rows = await queries.selectFrom('auth.proof_code').select('expires_at').orderBy('expires_at').execute()
    const goodMs = (rows.at(-1)?.expires_at.getTime() ?? 0) - Date.now()
    expect(goodMs).toBeGreaterThan(120_000)
    expect(goodMs).toBeLessThanOrEqual(180_000)
    await queries
      .updateTable('auth.proof_code')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    expect(await prove(ann.person, { code: world.textedCode() })).toMatchObject({
      status: 400,
      body: { code: 'CHALLENGE_EXPIRED' },
    })
  })

  it('is used up by the fifth wrong one', async () => {
    const ann = await withPhone()
    await sendText(ann.person)
    for (let time = 1; time < 5; time += 1) {
      expect(await prove(ann.person, { code: wrongCode })).toMatchObject({
        status: 400,
        body: { code: 'CODE_INVALID' },
      })
    }
    expect(await prove(ann.person, { code: wrongCode })).toMatchObject({ body: { code: 'CHALLENGE_EXPIRED' } })
    expect((await prove(ann.person, { code: world.textedCode() })).status).toBe(400)
    expect(await isProven(ann.person)).toBe(false)
  })

  it('costs what other guesses cost: a new one does not make them free', async () => {
    const ann = await withPhone()
    const answers: number[] = []
    for (let time = 0; time < 12; time += 1) {
      if (time % 4 === 0) await sendText(ann.person)
      answers.push((await prove(ann.person, { code: wrongCode })).status)
    }
    expect(answers.slice(-2)).toEqual([429, 429])
  })

  it('counts for the session that asked for it', async () => {
    const ann = await withPhone()
    const other = await elsewhere(ann)
    await sendText(other)
    expect((await prove(ann.person, { code: world.textedCode() })).status).toBe(400)
    expect(await isProven(ann.person)).toBe(false)
    expect(await prove(other, { code: world.textedCode() })).toMatchObject(done)
    expect(await isProven(ann.person)).toBe(false)
  })

  it('of a sign-in that waits proves nothing, and the other way round', async () => {
    const ann = await withPhone()
    await sendText(ann.person)
    const ofProof = world.textedCode()
    const { challenge } = await world.signIn(ann.email)
    const ofSignIn = world.textedCode()
    expect((await prove(ann.person, { code: ofSignIn })).status).toBe(400)
    expect((await world.answer(challenge.challenge, 'SMS_MFA', ofProof)).status).toBe(400)
    expect(await prove(ann.person, { code: ofProof })).toMatchObject(done)
  })

  it('that went to a former number proves nothing', async () => {
    const ann = await withPhone()
    await sendText(ann.person)
    await queries
      .updateTable('auth.second_factors')
      .set({ phone: '+14155552672' })
      .where('user_id', '=', await world.userId(ann.email))
      .execute()
    expect((await prove(ann.person, { code: world.textedCode() })).status).toBe(400)
  })

  it('is sent as often as others, and no oftener', async () => {
    const ann = await withPhone()
    const answers: number[] = []
    for (let time = 0; time < 7; time += 1) answers.push((await sendText(ann.person)).status)
    expect(answers).toEqual([200, 200, 200, 200, 200, 200, 429])
  })

  it('that could not be sent takes the place of none', async () => {
    const ann = await withPhone()
    await sendText(ann.person)
    const code = world.textedCode()
    world.smsAnswers(500)
    expect((await sendText(ann.person)).status).toBe(503)
    expect(await prove(ann.person, { code })).toMatchObject(done)
  })

  it('is not for whoever chose an app, also with a phone', async () => {
    const ann = await world.newEnrolled()
    await queries
      .updateTable('auth.second_factors')
      .set({ phone: '+14155552671' })
      .where('user_id', '=', await world.userId(ann.email))
      .execute()
    const before = world.texts().length
    expect(await sendText(ann.person)).toMatchObject({ status: 409, body: { code: 'NOT_AVAILABLE' } })
    expect(world.texts()).toHaveLength(before)
  })
})
