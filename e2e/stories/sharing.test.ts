// A machine that is claimed, shared, handed over and restored, with a real agent and a real relay, and bytes on the wire.

import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { createTempDir, eventually, startProgram, startSmtpSink, type SmtpSink, type TempDir } from '@farport/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { devicesOf } from '../support/device.ts'
import { clone, startInstallation, type Installation } from '../support/installation.ts'
import { signUp, type Person } from '../support/person.ts'

const opened = new AsyncDisposableStack()
let mails: SmtpSink
let farport: Installation
let folder: TempDir
let owner: Person
let guest: Person
let echoPort: number

beforeAll(async () => {
  mails = opened.use(await startSmtpSink())
  farport = opened.use(await startInstallation({ environment: { SMTP_URL: mails.url } }))
  folder = opened.use(await createTempDir('agents'))
  owner = await signUp(farport.url, mails, 'owner@example.com')
  guest = await signUp(farport.url, mails, 'guest@example.com')
  const echo = createServer((socket) => socket.on('error', () => socket.destroy()).pipe(socket))
  opened.defer(() => void echo.close())
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
  echoPort = (echo.address() as AddressInfo).port // a TCP server that listens has one
})
afterAll(() => opened.disposeAsync())

function startAgent(name: string, environment: Record<string, string> = {}) {
  return opened.use(
    startProgram({
      module: join(clone, 'apps/agent/src/main.ts'),
      args: ['run'],
      environment: { FARPORT_STATE_DIR: join(folder.path, name), FARPORT_SERVER_URL: farport.url, ...environment },
    }),
  )
}

const isOnline = (person: Person, id: string) =>
  eventually(async () => (await devicesOf(person)).some((device) => device.id === id && device.state === 'active'), {
    timeoutMs: 30_000,
    what: 'the device is online',
  })

/** A client of the service, through the port that this person is given. */
async function stream(person: Person, service: string): Promise<Socket> {
  const { connect: connection } = await person.ask<{ connect: { host: string; port: number } }>(
    'mutation ($service: String!) { connect(serviceId: $service) { host port } }',
    { service },
  )
  const socket = connect(connection.port, connection.host)
  socket.on('error', () => socket.destroy())
  opened.defer(() => void socket.destroy())
  await once(socket, 'connect')
  expect(await echoed(socket, 'hello')).toBe('hello')
  return socket
}

async function echoed(socket: Socket, text: string): Promise<string> {
  socket.write(text)
  const [chunk] = (await once(socket, 'data', { signal: AbortSignal.timeout(10_000) })) as [Buffer] // no encoding is set
  return chunk.toString()
}

/** Milliseconds from the deed to the end of the stream. */
async function untilCut(socket: Socket, deed: () => Promise<unknown>): Promise<number> {
  // A reset ends it as well as a goodbye.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const from = performance.now()
  await deed()
  await closed
  return performance.now() - from
}

it('a machine is claimed by its code, shared, cut, handed over and restored', { timeout: 300_000 }, async () => {
  const agent = startAgent('first')
  const [, code] = await agent.printed(/with the code (\S+)\./)
  const { claimDevice: device } = await owner.ask<{ claimDevice: { id: string } }>(
    'mutation ($code: String!) { claimDevice(code: $code) { id } }',
    { code },
  )
  await isOnline(owner, device.id)
  const { addService } = await owner.ask<{ addService: { id: string } }>(
    'mutation ($id: String!, $port: Int!) { addService(deviceId: $id, name: "Echo", application: 1, host: "127.0.0.1", port: $port) { id } }',
    { id: device.id, port: echoPort },
  )
  const share = (action: string) =>
    owner.ask(`mutation { share(deviceId: "${device.id}", email: ["${guest.email}"], action: ${action}) }`)

  await share('ADD')
  await eventually(() => mails.mails.some(({ text }) => text.includes(`/devices/${device.id}`)), {
    timeoutMs: 20_000,
    what: 'the guest is written to',
  })
  const shared = await stream(guest, addService.id)
  const own = await stream(owner, addService.id)
  expect(await untilCut(shared, () => share('REMOVE'))).toBeLessThan(2000)
  expect(await echoed(own, 'still here')).toBe('still here')
  await expect(stream(guest, addService.id)).rejects.toThrow("You don't have access to that service.")

  const cutMs = await untilCut(own, () =>
    owner.ask(`mutation { transfer(deviceId: "${device.id}", email: "${guest.email}") }`),
  )
  expect(cutMs).toBeLessThan(2000)
  expect(await devicesOf(owner)).toEqual([])
  await isOnline(guest, device.id)
  const theirs = await stream(guest, addService.id)

  const { login } = await guest.ask<{ login: { device: { restoreCode: string }[] } }>(
    `{ login { device(id: ["${device.id}"]) { restoreCode } } }`,
  )
  const next = startAgent('second', { FARPORT_REGISTRATION_CODE: login.device[0]?.restoreCode ?? '' })
  await agent.printed(/no device any more/)
  await next.message((message) => (JSON.stringify(message).includes('"ready"') ? true : undefined))
  theirs.destroy()
  const again = await eventually(() => stream(guest, addService.id).catch(() => undefined), {
    timeoutMs: 60_000,
    what: 'the restored device is reached',
  })
  expect(await echoed(again, 'the same device')).toBe('the same device')
})
