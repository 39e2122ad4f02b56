import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createTempDir, eventually, freePort, solveCaptcha, startNatsServer } from '@farport/testkit'
import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/test-database'
import { testPassword as password } from './test-server.ts'

const database = await createTestDatabase()
const nats = await startNatsServer(['--user', 'me', '--pass', 'right'])
afterAll(() => database[Symbol.asyncDispose]())
afterAll(() => nats[Symbol.asyncDispose]())

interface Started extends AsyncDisposable {
  process: ChildProcess
  output(): string
  message: Promise<unknown>
  ended: Promise<unknown>
}

function start(environment: Record<string, string>, words: string[] = []): Started {
  const child = fork(path.join(import.meta.dirname, 'main.ts'), words, {
    env: { PATH: process.env['PATH'], FARPORT_SECRET: 'A'.repeat(43), ...environment },
    silent: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'exit').then(([code]) => code as unknown)
  return {
    process: child,
    output: () => output,
    message: once(child, 'message').then(([message]) => message as unknown),
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

it('prints the join secret for a relay on another machine, and does nothing else', async () => {
  await using server = start({}, ['join-secret'])
  expect(await server.ended).toBe(0)
  expect(server.output()).toMatch(/^[\w-]{43}\n$/)
  await using other = start({ FARPORT_SECRET: 'B'.repeat(43) }, ['join-secret'])
  expect(await other.ended).toBe(0)
  expect(other.output()).not.toBe(server.output())
  await using misspelt = start({}, ['join'])
  expect(await misspelt.ended).toBe(2)
  expect(misspelt.output()).toBe('There is no command join. There is: join-secret\n')
})

const post = (url: string, body: unknown) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

it('tells the launcher where it serves, ends on a signal, and prints no stack', { timeout: 60_000 }, async () => {
  await using temp = await createTempDir('server')
  const port = String(await freePort('127.0.0.1'))
  await using server = start({ FARPORT_DATA_DIR: temp.path, FARPORT_PORT: port, FARPORT_DEMO: '1' })
  expect(await server.message).toEqual({
    type: 'ready',
    url: `http://localhost:${port}`,
    firstSignInLink: expect.stringContaining(`http://localhost:${port}/welcome?token=`),
    demoRegistrationCode: expect.any(String),
    demoWord: expect.stringMatching(/^[\w-]{43}$/),
    joinSecret: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)

  await using second = start({ FARPORT_DATA_DIR: temp.path, FARPORT_PORT: port })
  const sentence = `Port ${port} is taken. Choose another with --port or FARPORT_PORT.`
  expect(await second.message).toEqual({ type: 'failed', message: sentence })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(sentence)
  expect(second.output()).not.toMatch(/\n\s+at /)
  // The one that could not start leaves the database to the one that runs.
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)

  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.output()).not.toContain('"level":50')
})

it('keeps what it acknowledged when it is killed', { timeout: 60_000 }, async () => {
  await using temp = await createTempDir('server')
  const port = String(await freePort('127.0.0.1'))
  const url = `http://127.0.0.1:${port}`
  const signUp = async (email: string) => {
    const body = { email, password, captcha: await solveCaptcha(url), acceptTerms: true }
    return post(`${url}/auth/v1/sign-up/email`, body)
  }
  const acknowledged: string[] = []
  const cheap = { FARPORT_CAPTCHA_COST: '1' }
  const first = start({ FARPORT_DATA_DIR: temp.path, FARPORT_PORT: port, ...cheap })
  await first.message
  const writing = (async () => {
    for (let index = 0; ; index += 1) {
      const email = `ann-${index}@example.org`
      const answer = await signUp(email).catch(() => undefined)
      if (answer === undefined) return
      if (answer.status === 200) acknowledged.push(email)
    }
  })()
  await eventually(() => acknowledged.length >= 5)
  first.process.kill('SIGKILL')
  await writing

  await using again = start({ FARPORT_DATA_DIR: temp.path, FARPORT_PORT: port, ...cheap })
  await again.message
  for (const email of acknowledged) expect((await signUp(email)).status).toBe(409)
})

it.each([
  ['an unknown setting', async () => ({ FARPORT_PROT: '1' }), 'There is no setting FARPORT_PROT.'],
  ['a data directory in a file', async () => ({ FARPORT_DATA_DIR: '/dev/null/x' }), '/dev/null/x cannot be made there'],
  ['a NATS that refuses', refusedByNats, 'The NATS of NATS_URL cannot be reached, or refuses'],
  ['a database that does not exist', nowhere, 'names a database that does not exist'],
])('says in a sentence why it cannot start: %s', { timeout: 60_000 }, async (_, environment, words) => {
  await using server = start({ FARPORT_PORT: '0', ...(await environment()) })
  expect(await server.message).toMatchObject({ type: 'failed', message: expect.stringContaining(words) })
  expect(await server.ended).not.toBe(0)
  expect(server.output()).not.toContain('hunter22')
  expect(server.output()).not.toMatch(/\n\s+at /)
})

async function refusedByNats() {
  return { DATABASE_URL: database.url, NATS_URL: nats.url.replace('//', '//me:hunter22@') }
}

async function nowhere() {
  const url = new URL(database.url)
  url.pathname = '/nowhere'
  url.password = 'hunter22'
  return { DATABASE_URL: url.toString() }
}
