// Bad weather: programs that die under way. All come back by themselves, the state of a device is right within 30
// seconds, and no write that was acknowledged is lost.

import { startSmtpSink, eventually, runSsh, startOpensshServer, type OpensshTarget } from '@farport/testkit'
import { describe, expect, it } from 'vitest'
import { addDevice, devicesOf, type AddedDevice } from './support/device.ts'
import { startInstallation, type Installation } from './support/installation.ts'
import { comeAsOperator, signUp, type Person } from './support/person.ts'
import { killProcess } from './support/processes.ts'
import { addSshService, connectTo } from './support/service.ts'
import { writeAllTheWhile } from './support/writer.ts'

/** Within this a device's state must be right after anything died. */
const rightWithinMs = 30_000

async function startWorld() {
  await using disposables = new AsyncDisposableStack()
  const mails = disposables.use(await startSmtpSink())
  const farport = disposables.use(await startInstallation({ environment: { SMTP_URL: mails.url } }))
  const sshd = disposables.use(await startOpensshServer())
  const person = await signUp(farport.url, mails, 'sailor@example.com')
  const device = disposables.use(await addDevice(person))
  const connection = await connectTo(person, await addSshService(person, device, sshd.port))
  const target: OpensshTarget = { host: connection.host, port: connection.port, clientKey: sshd.clientKey }
  await eventually(() => canLogIn(target), { timeoutMs: 20_000, what: 'ssh logs in' })
  const owned = disposables.move()
  return { farport, person, device, target, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const canLogIn = async (target: OpensshTarget) => (await runSsh(target, 'true', 10_000)).code === 0

async function stateOf(person: Person, device: AddedDevice): Promise<string | undefined> {
  return (await devicesOf(person)).find(({ id }) => id === device.id)?.state
}

async function killOnly(farport: Installation, app: string): Promise<void> {
  const [pid] = await farport.pidsOf(app)
  if (pid === undefined) throw new Error(`no ${app} runs`)
  await killProcess(pid)
}

describe('after kill -9', { timeout: 240_000 }, () => {
  it('of the relay, the agent comes back, and the connection has its old address', async () => {
    await using world = await startWorld()
    await killOnly(world.farport, 'relay')
    const startedAt = performance.now()
    await eventually(() => canLogIn(world.target), { timeoutMs: rightWithinMs, what: 'ssh logs in again' })
    expect(await stateOf(world.person, world.device)).toBe('active')
    expect(performance.now() - startedAt).toBeLessThan(rightWithinMs)
  })

  it('of the server, connections go on, and no acknowledged write is lost', async () => {
    await using world = await startWorld()
    await using writer = writeAllTheWhile(world.person, world.device)
    for (let round = 0; round < 3; round += 1) {
      const enough = writer.acknowledgedCount + 20
      writer.allow(250)
      await eventually(() => writer.acknowledgedCount >= enough, { timeoutMs: 30_000, what: 'writes are made' })
      await killOnly(world.farport, 'server')
      // The relay needs no server to carry what it carries already.
      expect(await canLogIn(world.target)).toBe(true)
      await eventually(async () => (await fetch(`${world.farport.url}/readyz`)).ok, {
        timeoutMs: rightWithinMs,
        what: 'the server serves again',
      })
    }
    const acknowledged = await writer.stop()
    expect(acknowledged.length).toBeGreaterThanOrEqual(60)
    const { login } = await world.person.ask<{
      login: { account: { device: { services: { id: string }[] }[] } }
    }>('query ($id: [String!]!) { login { account { device(id: $id) { services { id } } } } }', {
      id: [world.device.id],
    })
    const kept = new Set(login.account.device[0]?.services.map(({ id }) => id))
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
    await eventually(async () => (await stateOf(world.person, world.device)) === 'active', {
      timeoutMs: rightWithinMs,
      what: 'the device is online',
    })
  })

  it('of the agent, the device is offline in time, and online again once the agent is started', async () => {
    await using world = await startWorld()
    await world.device.agent.killAgent()
    await eventually(async () => (await stateOf(world.person, world.device)) === 'inactive', {
      timeoutMs: 10_000,
      what: 'the device is offline',
    })
    world.device.agent.startAgain()
    await eventually(async () => (await stateOf(world.person, world.device)) === 'active', {
      timeoutMs: rightWithinMs,
      what: 'the device is online',
    })
    await eventually(() => canLogIn(world.target), { timeoutMs: rightWithinMs, what: 'ssh logs in again' })
  })
  it('of everything at once, the demo device is online again without a hand, and its page is served', async () => {
    await using farport = await startInstallation({ hasDemo: true })
    const operator = await comeAsOperator(farport)
    const device = await eventually(async () => (await devicesOf(operator)).find(({ state }) => state === 'active'), {
      what: 'the demo device is online',
    })
    const { login } = await operator.ask<{
      login: { account: { device: { services: { id: string; name: string }[] }[] } }
    }>('query ($id: [String!]!) { login { account { device(id: $id) { services { id name } } } } }', {
      id: [device.id],
    })
    const page = login.account.device[0]?.services.find(({ name }) => name === 'Web page')
    if (page === undefined) throw new Error('the demo device has no web page')
    const connection = await connectTo(operator, page.id)
    const address = `http://${connection.host}:${connection.port}/`
    const serves = async () => (await fetch(address)).ok
    expect(await serves()).toBe(true)

    const pids = await Promise.all(['server', 'relay', 'agent'].map((app) => farport.pidsOf(app)))
    await Promise.all(pids.flat().map(killProcess))
    await eventually(async () => (await devicesOf(operator))[0]?.state === 'active' && (await serves()), {
      timeoutMs: rightWithinMs,
      what: 'the device is online, and its page served',
    })
    expect((await farport.pidsOf('relay')).some((pid) => pids.flat().includes(pid))).toBe(false)
  })
})
