import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTempDir, freePort, runProgram, type TempDir } from '@farport/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let dir: TempDir
beforeEach(async () => {
  dir = await createTempDir('cli')
})
afterEach(() => dir[Symbol.asyncDispose]())

const farport = (args: string[], options: { input?: string; environment?: Record<string, string> } = {}) =>
  runProgram({
    module: join(import.meta.dirname, 'main.ts'),
    args,
    input: options.input ?? '',
    environment: { FARPORT_CONFIG_DIR: dir.path, FARPORT_STATE_DIR: dir.path, ...options.environment },
  })

const signedInTo = (serverUrl: string) =>
  writeFile(join(dir.path, 'sign-in.json'), JSON.stringify({ serverUrl, email: 'ada@example.org', token: 'abc' }))

describe('farport', () => {
  it.each([
    ['shows its commands', ['--help'], 0, 'connect [options] <service>'],
    ['knows its version', ['--version'], 0, '0.1.0'],
    ['refuses an unknown command', ['conect'], 2, "unknown command 'conect'"],
    ['refuses an unknown option', ['devices', 'list', '--jsn'], 2, "unknown option '--jsn'"],
    ['refuses a missing argument', ['connect'], 2, "missing required argument 'service'"],
    ['asks for a sign-in first', ['devices', 'list'], 1, 'You are not signed in. Run: farport signin'],
    ['asks for the server of a code', ['register', 'abc'], 2, '--server https://farport.example'],
    [
      'refuses what is no server',
      ['signin', '--server', 'ftp://a', '--email', 'a'],
      2,
      '"ftp://a" is no server address',
    ],
    ['asks for a terminal or a pipe', ['signin', '--email', 'a'], 2, '--password-stdin'],
    ['asks who signs in', ['signin', '--password-stdin'], 2, '--email <address>'],
    ['signs nobody out', ['signout'], 0, 'You are not signed in.'],
    ['tells the state of everything', ['status'], 0, 'not signed in (farport signin)'],
  ])('%s', async (_, args, exitCode, text) => {
    const { code, output } = await farport(args)
    expect(output).toContain(text)
    expect(output).not.toMatch(/\n\s+at /)
    expect(code).toBe(exitCode)
  })

  it('says so when no server answers', async () => {
    const server = `http://127.0.0.1:${await freePort()}`
    await signedInTo(server)
    expect(await farport(['services', 'list'])).toEqual({
      code: 1,
      output: `farport: ${server} does not answer (connect ECONNREFUSED ${server.slice('http://'.length)}). Is it running, and reachable from here?\n`,
    })
    const signIn = await farport(['signin', '--server', server, '--email', 'a', '--password-stdin'], {
      input: 'secret',
    })
    expect(signIn).toMatchObject({ code: 1, output: expect.stringContaining('does not answer') as string })
  })

  it('tells a damaged sign-in, and what to do', async () => {
    await writeFile(join(dir.path, 'sign-in.json'), '{')
    expect(await farport(['devices', 'list'])).toEqual({
      code: 1,
      output: expect.stringContaining('is damaged. Sign in again: farport signin') as string,
    })
  })

  it('speaks JSON without colour, whatever the environment', async () => {
    const { output } = await farport(['status', '--json'], { environment: { FORCE_COLOR: '1' } })
    expect(JSON.parse(output)).toMatchObject({ account: { state: 'signed-out' }, agent: { state: 'not-registered' } })
  })
})
