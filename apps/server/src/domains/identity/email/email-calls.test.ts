import { afterAll, describe, expect, it } from 'vitest'
import { mailedParameter, mailsTo, newestMail } from '../../../test-mails.ts'
import { startTestServer, testPassword as password, type Person } from '../../../test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const { database } = server

let count = 0
const newEmail = () => `eva-${(count += 1)}@example.org`
const signIn = (email: string) => server.person().post('/auth/v1/sign-in/email', { email, password })
const emailOf = async (person: Person) => (await person.ask<{ login: { email: string } }>('{login{email}}')).login.email
const tokenTo = (email: string, name = 'emailToken') => mailedParameter(database, email, name)

async function asked(): Promise<{ eva: Person; former: string; wanted: string }> {
  const [former, wanted] = [newEmail(), newEmail()]
  const eva = await server.newPerson(former)
  expect(await eva.post('/user/email/', { email: ` ${wanted.toUpperCase()}` })).toMatchObject({ status: 200 })
  return { eva, former, wanted }
}

describe('another address', () => {
  it('counts once its link was opened by who is signed in; the session stays', async () => {
    const { eva, former, wanted } = await asked()
    expect(await emailOf(eva)).toBe(former)
    const token = await tokenTo(wanted)
    expect(await eva.post('/auth/v1/change-email', { token })).toMatchObject({ status: 200, body: { email: wanted } })
    expect(await emailOf(eva)).toBe(wanted)
    expect([(await signIn(former)).status, (await signIn(wanted)).status]).toEqual([401, 200])
    expect((await newestMail(database, former)).text).toContain(wanted)
    expect(await eva.post('/auth/v1/change-email', { token })).toMatchObject({ status: 400 })
    const { account } = (
      await eva.ask<{ login: { account: { events: { items: { type: string }[] } } } }>(
        '{login{account{events{items{type}}}}}',
      )
    ).login
    expect(account.events.items.map((event) => event.type)).toContain('AUTH_EMAIL_CHANGE')
  })

  it('is not given by a link alone: whoever got the mail by mistake has nothing by it', async () => {
    const { eva, former, wanted } = await asked()
    const token = await tokenTo(wanted)
    const stranger = await server.newPerson()
    for (const person of [server.person(), stranger]) {
      expect((await person.post('/auth/v1/change-email', { token })).status).not.toBe(200)
    }
    expect(await emailOf(eva)).toBe(former)
  })

  it('goes back by the link to the former one, which signs everybody out and takes the password away', async () => {
    const { eva, former, wanted } = await asked()
    await eva.post('/auth/v1/change-email', { token: await tokenTo(wanted) })
    const back = await tokenTo(former, 'token')
    expect(await server.person().post('/auth/v1/restore-email', { token: back })).toMatchObject({
      status: 200,
      body: { email: former },
    })
    expect((await eva.query('{login{id}}')).status).toBe(401)
    expect([(await signIn(former)).status, (await signIn(wanted)).status]).toEqual([401, 401])
    expect(await server.person().post('/auth/v1/restore-email', { token: back })).toMatchObject({ status: 400 })
    await server.person().post('/auth/v1/forgot-password', { email: former })
    expect((await newestMail(database, former)).subject).toBe('Your code for a new Farport password')
  })

  it('does not go back after a week', async () => {
    const { eva, former, wanted } = await asked()
    await eva.post('/auth/v1/change-email', { token: await tokenTo(wanted) })
    const past = { expires_at: new Date(Date.now() - 1) }
    await database.queries.updateTable('auth.link_token').set(past).where('purpose', '=', 'restore-email').execute()
    const answer = await server.person().post('/auth/v1/restore-email', { token: await tokenTo(former, 'token') })
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } })
  })

  it('that was asked for later is the only one', async () => {
    const { eva, wanted } = await asked()
    const later = newEmail()
    await eva.post('/user/email/', { email: later })
    expect((await eva.post('/auth/v1/change-email', { token: await tokenTo(wanted) })).status).toBe(400)
    expect((await eva.post('/auth/v1/change-email', { token: await tokenTo(later) })).status).toBe(200)
  })

  it('that somebody took meanwhile is refused', async () => {
    const { eva, former, wanted } = await asked()
    const token = await tokenTo(wanted)
    await server.newPerson(wanted)
    expect(await eva.post('/auth/v1/change-email', { token })).toMatchObject({ status: 409 })
    expect(await emailOf(eva)).toBe(former)
  })

  it('is refused when it is none, or somebody else’s', async () => {
    const eva = await server.newPerson()
    const taken = newEmail()
    await server.newPerson(taken)
    const before = await mailsTo(database, taken)
    expect(await eva.post('/user/email/', { email: 'eva' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_EMAIL', message: 'Invalid format.' },
    })
    expect(await eva.post('/user/email/', { email: taken })).toMatchObject({ status: 409 })
    expect(await mailsTo(database, taken)).toEqual(before)
  })
})
