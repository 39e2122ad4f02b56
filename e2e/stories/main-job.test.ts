// The main job, end to end, with nothing faked: from a stranger's sign-up to a file copied over SSH through the relay.

import { join } from 'node:path'
import {
  createTempDir,
  eventually,
  openSsh,
  runProgram,
  runScp,
  runSsh,
  sha256Of,
  startOpensshServer,
  startSmtpSink,
  type OpensshTarget,
} from '@farport/testkit'
import { expect, it } from 'vitest'
import { addDevice } from '../support/device.ts'
import { startInstallation } from '../support/installation.ts'
import { signUp } from '../support/person.ts'
import { addSshService, connectTo } from '../support/service.ts'

interface LiveSession {
  id: string
  source: string | null
  rxBytes: string
  target: { name: string }
  user: { email: string }
}

interface LogLine {
  type: string
  state: string | null
  action: string | null
  actor: { email: string } | null
  target: { name: string | null }[]
}

it('a stranger signs up, adds a device, and reaches its SSH through the relay', { timeout: 300_000 }, async () => {
  await using mails = await startSmtpSink()
  await using farport = await startInstallation({ environment: { SMTP_URL: mails.url } })
  await using sshd = await startOpensshServer()
  await using folder = await createTempDir('copies')

  const person = await signUp(farport.url, mails, 'stranger@example.com')
  await using device = await addDevice(person)

  const service = await addSshService(person, device, sshd.port)
  const connection = await connectTo(person, service)
  const target: OpensshTarget = { host: connection.host, port: connection.port, clientKey: sshd.clientKey }

  // A command, by the real client. The agent may learn of the new service a moment after the connection is there.
  const greeting = await eventually(
    async () => {
      const answer = await runSsh(target, 'echo "hello from the device"')
      return answer.code === 0 ? answer.output : false
    },
    { timeoutMs: 20_000, what: 'ssh logs in' },
  )
  expect(greeting.trim()).toBe('hello from the device')

  // A file of 1 GiB, there and its digest back.
  const original = join(folder.path, 'original')
  const arrived = join(folder.path, 'arrived')
  const made = await runProgram({
    command: 'sh',
    args: [
      '-c',
      'openssl enc -aes-128-ctr -nosalt -pass pass:farport -pbkdf2 </dev/zero 2>/dev/null | head -c 1073741824 >"$0"',
      original,
    ],
  })
  expect(made.code).toBe(0)
  const copied = await runScp(target, original, `remote:${arrived}`)
  expect(copied).toEqual({ code: 0, output: '' })
  expect(await sha256Of(arrived)).toBe(await sha256Of(original))

  // Listed while it lives.
  const sessions = async () =>
    (
      await person.ask<{ login: { account: { sessions: LiveSession[] } } }>(
        'query { login { account { sessions { id source rxBytes target { name } user { email } } } } }',
      )
    ).login.account.sessions
  const [session] = await eventually(
    async () => {
      const found = await sessions()
      return found[0]?.source === null ? false : found
    },
    { what: 'the session knows its source' },
  )
  expect(session).toMatchObject({
    id: connection.id,
    source: '127.0.0.1',
    target: { name: 'Shell' },
    user: { email: person.email },
  })

  // Cut within two seconds, while a client is in it.
  await using inside = openSsh(target, 'echo inside; sleep 600')
  await inside.printed('inside')
  const cutAt = performance.now()
  await person.ask(
    'mutation ($service: String!, $connection: String!) { disconnect(serviceId: $service, connectionId: $connection) }',
    { service, connection: connection.id },
  )
  await inside.exit
  expect(performance.now() - cutAt).toBeLessThan(2_000)
  await eventually(async () => (await sessions()).length === 0, { what: 'the session is gone' })
  expect((await runSsh(target, 'true')).code).toBe(255)

  // And the log tells all of it.
  const log = async () => {
    const { login } = await person.ask<{ login: { account: { events: { items: LogLine[] } } } }>(
      'query { login { account { events { items { type state action actor { email } target { name } } } } } }',
    )
    return login.account.events.items.map(told)
  }
  await eventually(async () => (await log())[0]?.includes('disconnected'), { what: 'the log tells of the end' })
  expect(await log()).toEqual([
    'DEVICE_CONNECT disconnected disconnected stranger@example.com Shell',
    'DEVICE_CONNECT connected stranger@example.com Shell',
    'DEVICE_REFRESH service-added stranger@example.com Shell',
    `DEVICE_STATE active ${device.name}`,
    `DEVICE_REFRESH device-registered stranger@example.com ${device.name}`,
    'AUTH_LOGIN success stranger@example.com',
  ])
})

function told({ type, state, action, actor, target }: LogLine): string {
  return [type, state, action, actor?.email, target[0]?.name].filter((word) => word != null).join(' ')
}
