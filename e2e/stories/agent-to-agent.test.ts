// From a person's terminal to a device by the agents of both: OpenSSH over relayed and direct paths, through a server, a
// relay and agents as people run them.

import { join } from 'node:path'
import {
  acceptsConnections,
  createTempDir,
  eventually,
  openSsh,
  runProgram,
  runScp,
  runSsh,
  sha256Of,
  startOpensshServer,
  startSmtpSink,
  type OpensshServer,
  type OpensshTarget,
} from '@farport/testkit'
import type { LocalConnection } from '@farport/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDevice, type AddedDevice } from '../support/device.ts'
import { startInstallation, type Installation } from '../support/installation.ts'
import { signUp, type Person } from '../support/person.ts'
import { killProcess, processesWith } from '../support/processes.ts'
import { addSshService } from '../support/service.ts'
import { terminalOf, type Terminal } from '../support/terminal-of.ts'

const disposables = new AsyncDisposableStack()
let farport: Installation
let person: Person
let device: AddedDevice
let sshd: OpensshServer
let terminal: Terminal
let service: string

beforeAll(async () => {
  const mails = disposables.use(await startSmtpSink())
  farport = disposables.use(await startInstallation({ environment: { SMTP_URL: mails.url } }))
  sshd = disposables.use(await startOpensshServer())
  person = await signUp(farport.url, mails, 'ada@example.com')
  device = disposables.use(await addDevice(person))
  service = await addSshService(person, device, sshd.port)
  terminal = disposables.use(await terminalOf(person, farport.url))
}, 180_000)
afterAll(() => disposables.disposeAsync())

const connections = async () => (await terminal.json<{ local: LocalConnection[] }>('connections')).local
/** The local agent's, its keeper first. */
const localAgentProcesses = () => {
  const name = 'FARPORT_STATE_DIR'
  return processesWith('main.ts initiate', { name, value: terminal.environment[name] ?? '' })
}
const targetOf = ({ host, port }: LocalConnection): OpensshTarget => ({ host, port, clientKey: sshd.clientKey })
const connectionBy = (route: string) => terminal.json<LocalConnection>('connect', service, '--detach', '--route', route)

describe('agent to agent', { timeout: 180_000 }, () => {
  it('by relay only: OpenSSH logs in, and every condition is told', async () => {
    const connection = await connectionBy('proxy')
    expect(connection).toMatchObject({ host: '127.0.0.1', serviceName: 'Shell', deviceName: device.name })
    const answer = await runSsh(targetOf(connection), 'echo "hello from the device"')
    expect(answer).toMatchObject({ code: 0, output: 'hello from the device\n' })
    const { output } = await terminal.farport('connections', '--explain')
    expect(output).toMatch(/Path +by relay/)
    expect(output).toContain('The connection is set to go by relay only.')
    expect(output).toContain('yes  Target service is reachable')
    expect(output).toContain('yes  Proxy connection established')
    expect((await terminal.farport('disconnect', connection.connectionId)).output).toContain('Disconnected from Shell')
    await eventually(async () => !(await acceptsConnections(connection.port)), { what: 'the port is closed' })
  })

  it('adaptive: a copy begins by relay, goes on directly, and outlives the relay', async () => {
    await using folder = await createTempDir('copies')
    const connection = await connectionBy('adaptive')
    const [original, arrived] = [join(folder.path, 'original'), join(folder.path, 'arrived')]
    const size = 512 * 1024 * 1024
    const script = `openssl enc -aes-128-ctr -nosalt -pass pass:x -pbkdf2 </dev/zero 2>/dev/null | head -c ${size} >"$0"`
    await runProgram({ command: 'sh', args: ['-c', script, original] })
    await using login = openSsh(targetOf(connection), 'echo in; cat')
    await login.printed('in')
    const copying = runScp(targetOf(connection), original, `remote:${arrived}`)
    await eventually(
      async () => (await connections()).some(({ path }) => path !== undefined && path.kind !== 'relay'),
      {
        what: 'it is direct',
        timeoutMs: 30_000,
      },
    )
    for (const pid of await farport.pidsOf('relay')) await killProcess(pid)
    expect(await copying).toEqual({ code: 0, output: '' })
    expect(await sha256Of(arrived)).toBe(await sha256Of(original))
    expect(login.output).not.toContain('closed')
    const [shown] = await connections()
    expect(shown?.path?.kind).not.toBe('relay')
    expect(shown?.txBytes).toBeGreaterThan(size)
    expect((await runSsh(targetOf(connection), 'echo again')).output).toBe('again\n')
  })

  it('the server knows the connection, and cuts it within two seconds', async () => {
    const [connection] = await connections()
    if (connection === undefined) throw new Error('the connection of the copy is open')
    await using login = openSsh(targetOf(connection), 'echo in; cat')
    await login.printed('in')
    const told = await eventually(
      async () =>
        (
          await person.ask<{ login: { account: { sessions: { id: string }[] } } }>(
            'query { login { account { sessions { id } } } }',
          )
        ).login.account.sessions.find(({ id }) => id === connection.connectionId),
      { what: 'its session is listed' },
    )
    const cutAtMs = performance.now()
    await person.ask('mutation ($s: String!, $c: String!) { disconnect(serviceId: $s, connectionId: $c) }', {
      s: service,
      c: told.id,
    })
    await login.exit
    expect(performance.now() - cutAtMs).toBeLessThan(2000)
    await eventually(async () => (await connections()).length === 0, { what: 'it is not open any more' })
  })

  it('a command that waits explains itself, and ends its connection', async () => {
    await using waiting = terminal.start('connect', service, '--explain', '--user', 'ada')
    await waiting.printed('Open until')
    expect(waiting.output).toMatch(/Log in +ssh -p (3[3-9]|4[0-2])\d{3} ada@127\.0\.0\.1/)
    expect(waiting.output).toMatch(/Open to +this machine/)
    expect(waiting.output).toMatch(/Route +Adaptive/)
    expect(waiting.output).toContain('yes  Target service is reachable')
    await waiting.printed(/Path +direct/)
    waiting.signal('SIGINT')
    expect(await waiting.exit).toEqual({ code: 0, signal: null })
    expect(waiting.output).toContain('Disconnected.')
    expect(await connections()).toEqual([])
  })

  it('a local agent that is killed is there again, with what was to stay, when somebody looks', async () => {
    const before = await connectionBy('adaptive')
    const own = await localAgentProcesses()
    // With its keeper, which would start it again.
    expect(own).toHaveLength(2)
    for (const pid of own) await killProcess(pid)
    const [after] = await connections()
    expect(after).toMatchObject({ connectionId: before.connectionId, port: before.port })
    expect((await runSsh(targetOf(before), 'echo back')).output).toBe('back\n')
    await terminal.farport('disconnect', before.connectionId)
    expect(await connections()).toEqual([])
  })

  it('a command that waits opens its port again when the local agent is killed', async () => {
    await using waiting = terminal.start('connect', service)
    await waiting.printed('Open until')
    const [before] = await connections()
    await killProcess((await localAgentProcesses()).at(-1) ?? expect.unreachable('it runs'))
    await waiting.printed('It is started again.')
    const after = await eventually(async () => (await connections())[0], { what: 'it is open again' })
    expect(after).toMatchObject({ connectionId: before?.connectionId, port: before?.port })
    expect((await runSsh(targetOf(after), 'echo again')).output).toBe('again\n')
    waiting.signal('SIGINT')
    expect(await waiting.exit).toEqual({ code: 0, signal: null })
    expect(await connections()).toEqual([])
  })

  it('a device that stands still is said to, and its connection is ready again when it goes on', async () => {
    const { connectionId } = await connectionBy('adaptive')
    const [pid] = await device.agent.processIds()
    if (pid === undefined) throw new Error('the device runs')
    await eventually(async () => (await connections())[0]?.path?.loss === 0, { what: 'it has answered' })
    process.kill(pid, 'SIGSTOP')
    try {
      await eventually(async () => (await connections())[0]?.state === 'offline', {
        what: 'nothing is heard of it',
        timeoutMs: 20_000,
      })
      const { output } = await terminal.farport('connections', '--explain')
      expect(output).toContain('does not answer')
      expect(output).toMatch(/Round trip +no answer, /)
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await eventually(async () => (await connections())[0]?.state === 'ready', { what: 'it is back', timeoutMs: 30_000 })
    await terminal.farport('disconnect', connectionId)
  })

  it('a command that is killed leaves nothing open', async () => {
    await using waiting = terminal.start('connect', service)
    await waiting.printed('Open until')
    expect(await connections()).toHaveLength(1)
    waiting.signal('SIGKILL')
    await waiting.exit
    await eventually(async () => (await connections()).length === 0, { what: 'the connection has ended' })
  })

  it('a public port needs no agent here, as before', async () => {
    const { host, port } = await terminal.json<{ host: string; port: number }>(
      'connect',
      service,
      '--detach',
      '--public',
    )
    const answer = await runSsh({ host, port, clientKey: sshd.clientKey }, 'echo public')
    expect(answer.output).toBe('public\n')
    expect((await terminal.farport('connections')).output).toMatch(/Shell .*Public proxy/)
    expect((await terminal.farport('disconnect', service)).code).toBe(0)
  })

  it.each([
    ['--route', 'sideways', '--route takes adaptive, p2p, proxy.'],
    ['--port', '70000', '"70000" is no port'],
    ['--bind', 'here', '"here" is no address to bind to.'],
    ['--bind', '0.0.0.0', 'Say who of your network may use it'],
    ['--lan', '10.0.0.0/9', '--lan takes A, B or C'],
  ])('%s %s is refused with a sentence', async (option, value, sentence) => {
    const { code, output } = await terminal.farport('connect', service, option, value)
    expect(output).toContain(sentence)
    expect(code).toBe(2)
  })
})
