import { afterAll, expect, it } from 'vitest'
import { newestMail } from '../../../test-mails.ts'
import { startTestServer } from '../../../test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const wish = { reasons: ['cost', 'not-needed'], text: ' Bye, and thank you. ', mayContact: true }

it('a request to be deleted is kept, and mailed to the operator', async () => {
  const ann = await server.newPerson('ann@example.org')
  expect(await ann.post('/auth/v1/account-deletion', wish)).toMatchObject({ status: 200, body: { success: true } })
  const kept = await server.database.queries
    .selectFrom('auth.deletion_request')
    .select(['email', 'reasons', 'other', 'may_contact'])
    .execute()
  const { reasons } = wish
  expect(kept).toEqual([{ email: 'ann@example.org', reasons, other: 'Bye, and thank you.', may_contact: true }])
  const mail = await newestMail(server.database, 'operator@farport.invalid')
  for (const words of ['ann@example.org', 'cost, not-needed', 'Bye, and thank you.']) expect(mail.text).toContain(words)
  // Nothing else happens.
  expect((await ann.query('{login{id}}')).status).toBe(200)
})

it.each([
  ['nothing', { reasons: [], text: ' a ' }, 400],
  ['a reason that there is not', { reasons: ['boredom'] }, 400],
  ['endless words', { reasons: [], text: 'a'.repeat(2001) }, 400],
  ['what nobody can type', { reasons: [], text: 'because\u0000' }, 400],
  ['words alone', { reasons: [], text: 'because' }, 200],
])('with %s it is answered with %i', async (_, body, status) => {
  const ann = await server.newPerson()
  expect((await ann.post('/auth/v1/account-deletion', body)).status).toBe(status)
})

it('is for whoever is signed in, three times a day', async () => {
  expect((await server.person().post('/auth/v1/account-deletion', wish)).status).toBe(401)
  const ann = await server.newPerson()
  const statuses = []
  for (let time = 0; time < 4; time += 1) statuses.push((await ann.post('/auth/v1/account-deletion', wish)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
})
