import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ssh2 from 'ssh2'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readOrMakeDemoAccount, readOrMakeHostKey, type DemoAccount } from './demo-account.ts'
import { startDemoSshServer, type DemoSshServer } from './ssh-server.ts'

let dir: string
let account: DemoAccount
let server: DemoSshServer
const clients: ssh2.Client[] = []

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'farport-demo-'))
  account = await readOrMakeDemoAccount(dir)
  const facts = { account: account.name, hostname: 'demo-device', startedAt: 0, now: () => 0 }
  server = await startDemoSshServer({
    host: '127.0.0.1',
    port: 0,
    account,
    hostKey: await readOrMakeHostKey(dir),
    facts,
  })
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  await server[Symbol.asyncDispose]()
  await rm(dir, { recursive: true })
})

function signIn(options: { username?: string; password?: string; tryKeyboard?: boolean } = {}): Promise<ssh2.Client> {
  const client = new ssh2.Client()
  clients.push(client)
  const { username = account.name, password = account.password, tryKeyboard = false } = options
  client.on('keyboard-interactive', (_name, _instructions, _language, _prompts, answer) => answer([password]))
  return new Promise((resolve, reject) => {
    client.once('ready', () => resolve(client)).once('error', reject)
    const secret = tryKeyboard ? { tryKeyboard: true } : { password }
    client.connect({ host: '127.0.0.1', port: server.port, username, ...secret })
  })
}

function collect(channel: ssh2.ClientChannel): Promise<{ output: string; errors: string; exitStatus: number }> {
  const answer = { output: '', errors: '', exitStatus: -1 }
  channel.on('data', (bytes: Buffer) => (answer.output += bytes.toString()))
  channel.stderr.on('data', (bytes: Buffer) => (answer.errors += bytes.toString()))
  channel.on('exit', (status: number) => (answer.exitStatus = status))
  return new Promise((resolve) => {
    channel.on('close', () => resolve(answer))
  })
}

// Listens within the callback: all of a short answer comes in one packet.
const exec = (client: ssh2.Client, command: string) =>
  new Promise<Awaited<ReturnType<typeof collect>>>((resolve, reject) => {
    client.exec(command, (error, channel) => (error ? reject(error) : resolve(collect(channel))))
  })

const openShell = (client: ssh2.Client, terminal: ssh2.PseudoTtyOptions | false) =>
  new Promise<ssh2.ClientChannel>((resolve, reject) => {
    client.shell(terminal, (error, opened) => (error ? reject(error) : resolve(opened)))
  })

describe("the demo device's SSH server", () => {
  it('keeps its password and its key', async () => {
    expect(await readOrMakeDemoAccount(dir)).toEqual(account)
    expect(await readOrMakeHostKey(dir)).toBe(await readOrMakeHostKey(dir))
    expect(account.password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/)
  })

  it.each([
    ['password', {}],
    ['keyboard', { tryKeyboard: true }],
  ])('runs a command for who signs in by %s', async (_, options) => {
    const client = await signIn(options)
    expect(await exec(client, 'whoami; cat nothing')).toEqual({
      output: 'demo\n',
      errors: 'cat: nothing: no such file\n',
      exitStatus: 1,
    })
  })

  it.each([
    ['a wrong password', { password: 'wrong' }],
    ['an empty password', { password: '' }],
    ['another account', { username: 'root' }],
  ])('refuses %s', async (_, options) => {
    await expect(signIn(options)).rejects.toThrow('authentication')
  })

  it('edits lines in a terminal', async () => {
    const client = await signIn()
    const channel = await openShell(client, { term: 'xterm', cols: 80 })
    const answer = collect(channel)
    // A backspace, Ctrl-C, Ctrl-Z, history, then the end.
    channel.write('echo onf\u007fe\rnonsense\u0003\u001aecho two\r\u001b[A\rexit 5\r')
    const { output, exitStatus } = await answer
    expect(output).toContain('demo@demo-device:~$ ')
    expect(output).toContain('one\r\n')
    expect(output.split('\r\ntwo\r\n')).toHaveLength(3)
    expect(exitStatus).toBe(5)
  })

  it('talks without a terminal', async () => {
    const client = await signIn()
    const channel = await openShell(client, false)
    const answer = collect(channel)
    channel.end('hostname\nwhoami\n')
    expect((await answer).output).toBe('demo-device\ndemo\n')
  })

  it('takes no files and forwards no ports', async () => {
    const client = await signIn()
    await expect(promisify(client.sftp.bind(client))()).rejects.toThrow('')
    expect((await exec(client, 'scp -t /tmp')).errors).toContain('takes and gives no files')
    await expect(promisify(client.forwardOut.bind(client))('127.0.0.1', 1, '127.0.0.1', 22)).rejects.toThrow('')
  })
})
