import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChallengeAnswer, MfaPref } from '@farport/contract'
import { createAuthenticator, type CreationOptions, type RequestOptions } from '../passkeys/test-authenticator.ts'
import type { Person } from '../../../test-server.ts'
import { startTestFactors } from '../factors/test-factors.ts'

const world = await startTestFactors()
const { server } = world
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => world.refill())

let count = 0
async function withPasskey() {
  const email = `key-${(count += 1)}@example.org`
  const person = await server.newPerson(email)
  const { device, id } = await addPasskey(person)
  return { email, person, device, id }
}

async function addPasskey(person: Person) {
  const device = createAuthenticator(server.url)
  const options = (await person.post('/auth/v1/passkeys/options', {})).body as CreationOptions // what it answers with
  const added = await person.post('/auth/v1/passkeys', { name: 'My key', response: device.create(options) })
  return { device, id: (added.body as { id: string }).id } // a PasskeyEntry
}

const optionsOf = ({ passkeyOptions }: ChallengeAnswer) => passkeyOptions as RequestOptions // as the contract says
const answer = (challenge: string, response: unknown) =>
  server.person().post('/auth/v1/sign-in/challenge', { challenge, name: 'WEB_AUTHN', response })

describe('a passkey as the second factor', () => {
  it('is turned on with a recovery code beside it, then asked for after the password', async () => {
    const { email, person, device } = await withPasskey()
    const turned = (await person.post('/auth/v1/mfaPref', { method: 'WEB_AUTHN' })).body as MfaPref // what it answers with
    expect(turned).toMatchObject({ method: 'WEB_AUTHN', backupCode: expect.stringMatching(/^.{36}$/) })
    const { challenge } = await world.signIn(email)
    expect(challenge).toMatchObject({ challengeName: 'WEB_AUTHN', alternatives: ['CUSTOM_CHALLENGE'] })
    const done = await answer(challenge.challenge, device.get(optionsOf(challenge), { isUnverified: true }))
    expect(done).toMatchObject({ status: 200, body: { user: { email } } })
  })

  it('signs what it was given, once, and for this person', async () => {
    const [ann, bob] = [await withPasskey(), await withPasskey()]
    for (const { person } of [ann, bob]) await person.post('/auth/v1/mfaPref', { method: 'WEB_AUTHN' })
    const [first, second] = [await world.signIn(ann.email), await world.signIn(ann.email)]
    const ofBob = bob.device.get(optionsOf(first.challenge))
    expect(await answer(first.challenge.challenge, ofBob)).toMatchObject({
      status: 400,
      body: { code: 'CODE_INVALID' },
    })
    expect((await answer(first.challenge.challenge, undefined)).status).toBe(400)
    const right = ann.device.get(optionsOf(second.challenge))
    expect((await answer(second.challenge.challenge, right)).status).toBe(200)
    expect((await answer(first.challenge.challenge, right)).status).toBe(400)
  })

  it('does in the place of a code, and a code does not in its place', async () => {
    const ann = await world.newEnrolled()
    const { device } = await addPasskey(ann.person)
    const byKey = await world.signIn(ann.email)
    expect(byKey.challenge.alternatives).toEqual(['WEB_AUTHN', 'CUSTOM_CHALLENGE'])
    expect((await answer(byKey.challenge.challenge, device.get(optionsOf(byKey.challenge)))).status).toBe(200)

    await ann.person.post('/auth/v1/mfaPref', { method: 'WEB_AUTHN' })
    const byCode = await world.signIn(ann.email)
    const refused = await world.answer(byCode.challenge.challenge, 'SOFTWARE_TOKEN_MFA', await ann.nextCode())
    expect(refused).toMatchObject({ status: 400, body: { code: 'NOT_AVAILABLE' } })
  })

  it('that checks the person is both factors at once', async () => {
    const ann = await world.newEnrolled()
    const { device } = await addPasskey(ann.person)
    const person = server.person()
    const options = (await person.post('/auth/v1/sign-in/passkey/options', {})).body as RequestOptions // what it answers with
    const sign = (deceit: object) => person.post('/auth/v1/sign-in/passkey', { response: device.get(options, deceit) })
    expect((await sign({ isUnverified: true })).status).toBe(401)
    const again = (await person.post('/auth/v1/sign-in/passkey/options', {})).body as RequestOptions // see above
    const done = await person.post('/auth/v1/sign-in/passkey', { response: device.get(again) })
    expect(done).toMatchObject({ status: 200, body: { user: { email: ann.email } } })
  })

  it('cannot be turned on without one, nor the last one be removed while it is on', async () => {
    const { person, id } = await withPasskey()
    const without = await server.newPerson()
    expect(await without.post('/auth/v1/mfaPref', { method: 'WEB_AUTHN' })).toMatchObject({
      status: 409,
      body: { code: 'NOT_AVAILABLE', message: 'Please add a passkey first.' },
    })
    await person.post('/auth/v1/mfaPref', { method: 'WEB_AUTHN' })
    expect((await person.post('/auth/v1/passkeys/delete', { id })).status).toBe(409)
    await person.post('/auth/v1/mfaPref', { method: 'NO_MFA' })
    expect((await person.post('/auth/v1/passkeys/delete', { id })).status).toBe(200)
  })
})
