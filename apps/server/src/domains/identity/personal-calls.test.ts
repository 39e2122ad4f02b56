import { afterAll, describe, expect, it } from 'vitest'
import { mailedPath, startTestServer, testPassword as password } from '../../test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())

const codeOf = ({ body }: { body: unknown }) =>
  (body as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code // what the endpoint answers with

describe('what people keep with their account', () => {
  it('attributes merge, and are for the person alone', async () => {
    const ann = await server.newPerson()
    await ann.ask('mutation { setAttributes(attributes: { connectionDefaults: { a: 1 }, b: 2 }) }')
    const merged = { connectionDefaults: { a: 1 }, c: 3 }
    expect(await ann.ask('mutation { setAttributes(attributes: { b: null, c: 3 }) }')).toEqual({
      setAttributes: merged,
    })
    expect(await ann.ask('{ login { attributes account { attributes } } }')).toEqual({
      login: { attributes: merged, account: { attributes: merged } },
    })
    expect(await (await server.newPerson()).ask('{ login { attributes } }')).toEqual({ login: { attributes: {} } })
  })

  it('language and time zone, by GraphQL and by REST', async () => {
    const ann = await server.newPerson()
    const update = 'mutation { updateAccount(timezone: "asia/tokyo") { language timezone } }'
    expect(await ann.ask(update)).toEqual({ updateAccount: { language: 'en', timezone: 'Asia/Tokyo' } })
    expect(await ann.post('/user/language/', { language: 'ja' })).toMatchObject({ status: 200 })
    expect(await ann.ask('{ login { language timezone } }')).toEqual({
      login: { language: 'ja', timezone: 'Asia/Tokyo' },
    })
    expect(codeOf(await ann.query('mutation { updateAccount(timezone: "Mars/Olympus") { id } }'))).toBe('INVALID')
  })

  it.each([
    ['a language that we do not speak', '/user/language/', { language: 'xx' }, 400, 'INVALID'],
    ['no language', '/user/language/', {}, 400, 'INVALID'],
    ['what is no e-mail address', '/user/email/', { email: 'new' }, 400, 'INVALID_EMAIL'],
  ])('over REST, %s is refused', async (_, path, body, status, code) => {
    expect(await (await server.newPerson()).post(path, body)).toMatchObject({ status, body: { code } })
    expect(await server.person().post(path, body)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
  })

  it('the words that older clients ask for, and the developer key', async () => {
    const [ann, bob] = [await server.newPerson(), await server.newPerson()]
    const asked = '{ login { id yoicsId authhash apiKey { key updated } } }'
    interface Words {
      login: { id: string; yoicsId: string; authhash: string; apiKey: { key: string; updated: string } }
    }
    const { login } = await ann.ask<Words>(asked)
    expect(login.yoicsId).toBe(login.id)
    expect(login.authhash).toMatch(/^[0-9A-F]{40}$/)
    expect(login.apiKey.key).toMatch(/^[\w-]{43}$/)
    expect((await ann.ask<Words>(asked)).login).toEqual(login)
    const other = await bob.ask<Words>(asked)
    expect([other.login.apiKey.key, other.login.authhash]).not.toContain(login.apiKey.key)
    expect(other.login.authhash).not.toBe(login.authhash)
  })
})

describe('an account that is made for somebody else', () => {
  const make = 'mutation ($email: String!) { createAccount(email: $email) { id email } }'

  it('is completed by signing up with the address, and verified by its owner', async () => {
    const ann = await server.newPerson('inviter@example.org')
    const email = 'invited@example.org'
    const { createAccount: made } = await ann.ask<{ createAccount: { id: string; email: string } }>(make, { email })
    expect(made.email).toBe(email)
    expect(await mailedPath(server.database, email)).toBe('/sign-up/invited%40example.org')

    const bob = server.person()
    expect((await bob.post('/auth/v1/sign-in/email', { email, password })).status).toBe(401)
    expect(await bob.post('/auth/v1/send-verification-email', { email })).toMatchObject({ status: 200 })
    expect(await mailedPath(server.database, email)).toContain('/sign-up')
    expect(await bob.signUp({ email, password })).toMatchObject({ status: 200 })
    expect(await bob.signUp({ email, password })).toMatchObject({ status: 409 })
    await bob.get(await mailedPath(server.database, email))
    expect(await bob.post('/auth/v1/sign-in/email', { email, password })).toMatchObject({ status: 200 })
    expect(await bob.ask('{ login { id } }')).toEqual({ login: { id: made.id } })
  })

  it.each([
    ['an address that has one', 'twice@example.org', 'CONFLICT'],
    ['no address', 'nobody', 'INVALID'],
  ])('is refused for %s', async (_, email, code) => {
    await server.newPerson('twice@example.org')
    const ann = await server.newPerson()
    expect(codeOf(await ann.query(make, { email }))).toBe(code)
  })

  it('the operator’s account cannot be completed by anybody', async () => {
    const email = 'operator@farport.invalid'
    expect(await server.person().signUp({ email, password })).toMatchObject({ status: 409 })
  })
})

describe('a client that is too old', () => {
  it('is told to update, and served', async () => {
    await using own = await startTestServer({ clientVersionMin: '1.0.0' })
    const ask = (userAgent: string) =>
      fetch(`${own.url}/graphql/v1`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': userAgent },
        body: '{"query":"{ version }"}',
      })
    const old = await ask('farport/0.9.0 (Mozilla/5.0)')
    expect([old.status, old.headers.get('x-farport-warning')]).toEqual([200, expect.stringMatching(/^121 /)])
    expect((await ask('farport/1.0.0')).headers.get('x-farport-warning')).toBeNull()
  })
})
