import type { DeviceCode, SignedInAnswer } from '@farport/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestServer, testPassword as password, type Person } from '../../../test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const { queries } = server.database

const begin = async (client = 'farport on desk') => {
  const { body } = await server.person().post('/auth/v1/device/code', { client })
  return body as DeviceCode // as the contract says
}
const poll = (deviceCode: string) => server.person().post('/auth/v1/device/token', { deviceCode })
/** As if the program had waited as it is told to. */
const waited = () =>
  queries
    .updateTable('auth.device_code')
    .set({ polled_at: new Date(Date.now() - 3_600_000) })
    .execute()
const approve = (person: Person, userCode: string) => person.post('/auth/v1/device/approve', { userCode })

describe('a program without a browser', () => {
  it('is signed in when somebody has looked at it and allowed it, once', async () => {
    const code = await begin()
    expect(code.userCode).toMatch(/^[B-Z]{4}-[B-Z]{4}$/)
    expect(code.verificationUrlComplete).toBe(`${server.url}/device?code=${code.userCode}`)
    expect(await poll(code.deviceCode)).toMatchObject({ status: 400, body: { code: 'AUTHORIZATION_PENDING' } })
    expect(await poll(code.deviceCode)).toMatchObject({
      status: 400,
      body: { code: 'SLOW_DOWN', retryAfterSeconds: 10 },
    })

    const ann = await server.newPerson('ann@example.org')
    const typed = code.userCode.toLowerCase().replace('-', ' ')
    expect(await ann.get(`/auth/v1/device?userCode=${encodeURIComponent(typed)}`)).toMatchObject({
      status: 200,
      body: { client: 'farport on desk', address: '127.0.0.1', place: null },
    })
    expect(await approve(ann, typed)).toMatchObject({ status: 200 })
    await waited()
    const { status, body } = await poll(code.deviceCode)
    expect(status).toBe(200)
    const { user, tokens } = body as SignedInAnswer // as the contract says
    expect(user.email).toBe('ann@example.org')
    const asked = await fetch(`${server.url}/graphql/v1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens?.accessToken}` },
      body: '{"query":"{login{email}}"}',
    })
    expect(await asked.json()).toEqual({ data: { login: { email: 'ann@example.org' } } })
    expect(await poll(code.deviceCode)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } })
  })

  it('of several that ask at the same moment, one is signed in', async () => {
    const code = await begin()
    await approve(await server.newPerson(), code.userCode)
    const answers = await Promise.all(Array.from({ length: 4 }, () => poll(code.deviceCode)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  })

  it('is told when it was not allowed', async () => {
    const code = await begin()
    const ann = await server.newPerson()
    expect(await ann.post('/auth/v1/device/deny', { userCode: code.userCode })).toMatchObject({ status: 200 })
    expect(await approve(ann, code.userCode)).toMatchObject({ status: 404 })
    expect(await poll(code.deviceCode)).toMatchObject({ status: 403, body: { code: 'ACCESS_DENIED' } })
  })

  it('has a quarter of an hour', async () => {
    const code = await begin()
    const ann = await server.newPerson()
    await queries
      .updateTable('auth.device_code')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    expect(await approve(ann, code.userCode)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await poll(code.deviceCode)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } })
  })

  it('is allowed only by who has proven lately who they are', async () => {
    const code = await begin()
    expect((await approve(server.person(), code.userCode)).status).toBe(401)
    const ann = await server.newPerson()
    const longAgo = { proven_at: new Date(Date.now() - 3_600_000) }
    await queries.updateTable('auth.session').set(longAgo).execute()
    expect(await approve(ann, code.userCode)).toMatchObject({ status: 403, body: { code: 'PROOF_NEEDED' } })
    await ann.post('/auth/v1/prove', { password })
    expect((await approve(ann, code.userCode)).status).toBe(200)
  })

  it('that was allowed is not signed in after its person has signed out everywhere', async () => {
    const code = await begin()
    const ann = await server.newPerson()
    await approve(ann, code.userCode)
    await ann.get('/auth/v1/globalSignout')
    expect((await poll(code.deviceCode)).status).toBe(400)
  })

  it('cannot be found by trying codes', async () => {
    const ann = await server.newPerson()
    const tries = Array.from({ length: 31 }, () => ann.get('/auth/v1/device?userCode=BBBB-BBBB'))
    const statuses = new Set((await Promise.all(tries)).map((answer) => answer.status))
    expect(statuses).toEqual(new Set([404, 429]))
  })

  it.each(['', 'x'.repeat(101), 'a\u0000b', 'line\nline'])('is refused with the name %j', async (client) => {
    expect((await server.person().post('/auth/v1/device/code', { client })).status).toBe(400)
  })
})
