// The operator comes by the printed link and works from a terminal, with the demo device that `npm start` runs.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { acceptsConnections, createTempDir, eventually, runProgram, startProgram, type TempDir } from '@farport/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clone, startInstallation, type Installation } from '../support/installation.ts'

const email = 'operator@example.org'
const password = 'correct horse battery staple'
const module = join(clone, 'apps/cli/src/main.ts')

let home: TempDir
let installation: Installation

const environment = () => ({
  FARPORT_CONFIG_DIR: join(home.path, 'config'),
  FARPORT_STATE_DIR: join(home.path, 'agent'),
})
const farport = (args: string[], input = '') => runProgram({ module, args, input, environment: environment() })

async function json<Answer>(args: string[]): Promise<Answer> {
  const { code, output } = await farport([...args, '--json'])
  if (code !== 0) throw new Error(`farport ${args.join(' ')}: ${output}`)
  return JSON.parse(output) as Answer // its shape is what the test goes on to check
}

function post(path: string, body: object, cookie = ''): Promise<Response> {
  return fetch(installation.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: installation.url, cookie },
    body: JSON.stringify(body),
  })
}

const opened = new AsyncDisposableStack()
beforeAll(async () => {
  home = opened.use(await createTempDir('terminal'))
  installation = opened.use(await startInstallation({ hasDemo: true }))
})
afterAll(() => opened.disposeAsync())

describe('from the terminal', () => {
  it('the operator comes by the printed link, once, and signs in', async () => {
    const [, token] = await installation.launcher.printed(/welcome\?token=(\S+)/)
    const welcomed = await post('/auth/v1/welcome/open', { token })
    expect(welcomed.status).toBe(200)
    const cookie = welcomed.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    expect((await post('/auth/v1/welcome', { email, password }, cookie)).status).toBe(200)
    expect((await post('/auth/v1/welcome/open', { token })).ok).toBe(false)

    const wrong = await farport(['signin', '--server', installation.url, '--email', email, '--password-stdin'], 'wrong')
    expect(wrong).toEqual({ code: 1, output: 'farport: The e-mail address or the password is not right.\n' })
    const right = await farport(
      ['signin', '--server', installation.url, '--email', email, '--password-stdin'],
      password,
    )
    expect(right).toEqual({ code: 0, output: `Signed in to ${installation.url} as ${email}.\n` })
    expect((await farport(['status'])).output).toContain(email)
  })

  it('a program signs with an access key, which its owner can switch off', async () => {
    const { token } = JSON.parse(await readFile(join(home.path, 'config', 'sign-in.json'), 'utf8')) as { token: string } // as it is kept
    const ask = async (query: string) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const answer = await fetch(`${installation.url}/graphql/v1`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query }),
      })
      return (await answer.json()) as { data: { createAccessKey: { key: string; secret: string } } } // what it asks for
    }
    const { key, secret } = (await ask('mutation { createAccessKey { key secret } }')).data.createAccessKey
    const folder = join(home.path, 'program')
    await mkdir(folder)
    const lines = ['[work]', `FARPORT_ACCESS_KEY_ID=${key}`, `FARPORT_SECRET_ACCESS_KEY=${secret}`, '']
    await writeFile(join(folder, 'credentials'), lines.join('\n'), { mode: 0o600 })
    const program = { FARPORT_CONFIG_DIR: folder, FARPORT_PROFILE: 'work', FARPORT_SERVER_URL: installation.url }
    const list = () => runProgram({ module, args: ['devices', 'list', '--json'], input: '', environment: program })
    expect(await list()).toMatchObject({ code: 0, output: expect.stringContaining('[') as string })
    await ask(`mutation { updateAccessKey(key: "${key}", enabled: false) { key } }`)
    expect(await list()).toEqual({ code: 1, output: 'farport: This access key is switched off.\n' })
  })

  it('the demo device is there, with its services', async () => {
    const device = await eventually(
      async () =>
        (await json<{ name: string; state: string }[]>(['devices', 'list'])).find(({ state }) => state === 'active'),
      { timeoutMs: 30_000, what: 'the demo device is online' },
    )
    expect((await farport(['services', 'list', '--device', device.name])).output).toMatch(/SSH +SSH +\S+ +active/)
  })

  it('SSH logs in with the printed account, until it is disconnected', async () => {
    const { host, port } = await json<{ host: string; port: number }>(['connect', 'ssh', '--detach'])
    const [, account = '', secret = ''] = await installation.launcher.printed(/account (\S+), password (\S+)/)
    const ask = join(home.path, 'ask')
    await writeFile(ask, `#!/bin/sh\necho '${secret}'\n`, { mode: 0o700 })
    const options = [
      '-F',
      'none',
      '-o',
      'StrictHostKeyChecking=no',
      '-o',
      'UserKnownHostsFile=/dev/null',
      '-o',
      'LogLevel=ERROR',
    ]
    const answer = await runProgram({
      command: 'ssh',
      args: [...options, '-p', String(port), `${account}@${host}`, 'whoami; cat /etc/passwd'],
      environment: { SSH_ASKPASS: ask, SSH_ASKPASS_REQUIRE: 'force' },
    })
    expect(answer.output).toBe('demo\ncat: /etc/passwd: no such file\n')
    expect((await farport(['disconnect', 'ssh'])).output).toContain('Disconnected from SSH on ')
    await eventually(async () => !(await acceptsConnections(port)), { timeoutMs: 2000, what: 'the port is closed' })
  })

  it('a web page is reached for as long as the command runs', async () => {
    await using waiting = startProgram({ module, args: ['connect', 'web page'], environment: environment() })
    const [, url = ''] = await waiting.printed(/Open +(http:\S+)/)
    expect(await (await fetch(url)).text()).toContain('You reached the demo device through Farport.')
    waiting.signal('SIGINT')
    expect(await waiting.exit).toEqual({ code: 0, signal: null })
    expect(waiting.output).toContain('Disconnected.')
    await eventually(async () => !(await acceptsConnections(Number(new URL(url).port))), {
      timeoutMs: 2000,
      what: 'the port is closed',
    })
  })

  it('a connection that is ended elsewhere ends the command', async () => {
    await using waiting = startProgram({ module, args: ['connect', 'ssh'], environment: environment() })
    await waiting.printed('Open until')
    await farport(['disconnect', 'ssh'])
    expect(await waiting.exit).toEqual({ code: 0, signal: null })
    expect(waiting.output).toContain('The connection ended')
  })

  it('who has signed out is asked to sign in', async () => {
    const kept = await readFile(join(home.path, 'config/sign-in.json'), 'utf8')
    expect((await farport(['signout'])).code).toBe(0)
    expect((await farport(['devices', 'list'])).output).toContain('You are not signed in.')
    await writeFile(join(home.path, 'config/sign-in.json'), kept)
    expect(await farport(['devices', 'list'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('Run: farport signin') as string,
    })
  })

  it('signs in by a browser, on this machine or another one', async () => {
    await using signingIn = startProgram({
      module,
      args: ['signin', '--server', installation.url],
      environment: environment(),
    })
    const [, userCode] = await signingIn.printed(/type the code (\S+)/)
    const answer = await post('/auth/v1/sign-in/email', { email, password })
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    expect((await post('/auth/v1/device/approve', { userCode }, cookie)).status).toBe(200)
    expect(await signingIn.exit).toEqual({ code: 0, signal: null })
    expect(signingIn.output).toContain(`Signed in to ${installation.url} as ${email}.`)
  })

  it('stays signed in when an access token is over, however many commands run at once', async () => {
    const path = join(home.path, 'config/sign-in.json')
    const before = JSON.parse(await readFile(path, 'utf8')) as { refreshToken: string } // as it is kept
    await writeFile(path, JSON.stringify({ ...before, expiresAtMs: 0 }))
    const all = await Promise.all(Array.from({ length: 3 }, () => farport(['devices', 'list', '--json'])))
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0])
    const after = JSON.parse(await readFile(path, 'utf8')) as { refreshToken: string } // as it is kept
    expect(after.refreshToken).not.toBe(before.refreshToken)
  })
})
