import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { createIdFactory } from '@farport/vocabulary'
import { afterAll, describe, expect, it } from 'vitest'
import { hashPassword } from '#platform/password-hashing'
import { postFrom } from '../../../test-addresses.ts'
import { startTestServer, testPassword as password } from '../../../test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())

/** People who have signed up, without the work of it. */
async function addPeople(count: number): Promise<string[]> {
  const ids = createIdFactory({ now: Date.now, randomBytes: () => crypto.getRandomValues(new Uint8Array(8)) })
  const hash = await hashPassword(password)
  const people = Array.from({ length: count }, () => ({ id: ids('a'), name: '', email_verified: true }))
  const users = people.map((person) => ({ ...person, email: `${person.id}@example.org` }))
  const kept = people.map(({ id }) => ({ id, user_id: id, account_id: id, provider_id: 'credential', password: hash }))
  await server.database.queries.insertInto('auth.user').values(users).execute()
  await server.database.queries.insertInto('auth.credential').values(kept).execute()
  return users.map((user) => user.email)
}

/** From one of the many addresses that a machine has for itself. */
async function signIn(email: string, word: string, localAddress: string): Promise<number> {
  const url = `${server.urls[0] ?? server.url}/auth/v1/sign-in/email`
  return (await postFrom(localAddress, url, { email, password: word })).status
}

describe('when many sign in at once', () => {
  it('a hundred come in, and the server goes on answering meanwhile', { timeout: 120_000 }, async () => {
    const emails = await addPeople(100)
    const delay = monitorEventLoopDelay({ resolution: 10 })
    delay.enable()
    const before = performance.eventLoopUtilization()
    const statuses = await Promise.all(emails.map((email, index) => signIn(email, password, `127.0.1.${index + 1}`)))
    const { utilization } = performance.eventLoopUtilization(before)
    delay.disable()
    expect(new Set(statuses)).toEqual(new Set([200]))
    // Hashing takes nearly all of the time; on the event loop it would take nearly all of that, too.
    expect(utilization).toBeLessThan(0.8)
    expect(delay.percentile(99) / 1e6).toBeLessThan(200)
  })

  it('somebody who guesses a hundred times does not keep a person waiting', { timeout: 120_000 }, async () => {
    const [person = '', ...victims] = await addPeople(60)
    let guessed = 0
    const flood = victims.map(async (email) => {
      const status = await signIn(email, 'a wrong guess', '127.0.2.1')
      guessed += 1
      return status
    })
    // The guesses are on their way when the person comes.
    while (guessed < 3) await new Promise(setImmediate)
    expect(await signIn(person, password, '127.0.2.2')).toBe(200)
    // In the order of coming, it would have been all of them.
    expect(guessed).toBeLessThan(victims.length / 2)
    expect(new Set(await Promise.all(flood))).toEqual(new Set([401]))
  })
})
