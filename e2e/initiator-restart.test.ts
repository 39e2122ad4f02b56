// A local agent that is killed, or told to stop, as programs are: what was to stay open is there again with the next one,
// which is started at once where the command line has started the one before.

import { join } from 'node:path'
import { createTempDir, eventually, startEcho, startProgram } from '@farport/testkit'
import { expect, test, vi } from 'vitest'
import { findLocalAgent, requireLocalAgent, type LocalAgent } from '../apps/cli/src/agent/local-agent.ts'
import { readConfig } from '../apps/cli/src/config.ts'
import { dial, startDataPlane } from './support/data-plane.ts'
import { killProcess, processesWith } from './support/processes.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

async function startLocalAgent(environment: Record<string, string>) {
  const module = join(import.meta.dirname, '../apps/agent/src/main.ts')
  const program = startProgram({ module, args: ['initiate', '--keep'], environment })
  await program.message((message) => (JSON.stringify(message).includes('"ready"') ? true : undefined))
  const agent = await findLocalAgent(readConfig(environment, false))
  if (agent === undefined) throw new Error('it answers once it is ready')
  return { program, agent }
}

const openAt = async (agent: LocalAgent) => (await agent.ask({ type: 'list' }, 'connections')).connections

test('a connection that stays comes back at its port after a kill, and after a restart in order', async () => {
  await using world = await startDataPlane()
  await using echo = await startEcho()
  await using folder = await createTempDir('restart')
  const { plane } = world
  const { planned } = await world.addDevice()
  const service = plane.addService(planned, echo)
  const environment = { FARPORT_STATE_DIR: folder.path }
  const first = await startLocalAgent(environment)
  const order = plane.orderPeer(planned, service, first.agent.publicKey)
  const { connection } = await first.agent.ask(
    { type: 'open', serverUrl: plane.url, order, isHeld: false },
    'connection',
  )
  const { port, connectionId } = connection
  const talks = async (text: string) => {
    using client = dial(port)
    client.say(text)
    await client.hears(text)
  }
  await talks('before')

  first.program.signal('SIGKILL')
  await first.program.exit
  const second = await startLocalAgent(environment)
  await eventually(async () => (await openAt(second.agent)).length === 1, { what: 'it is back after a kill' })
  expect(await openAt(second.agent)).toMatchObject([{ connectionId, port }])
  await talks('after a kill')

  second.program.signal('SIGTERM')
  expect(await second.program.exit).toEqual({ code: 0, signal: null })
  expect(plane.peers.get(connectionId)?.ended).toBeUndefined()
  const third = await startLocalAgent(environment)
  await eventually(async () => (await openAt(third.agent)).length === 1, { what: 'it is back after a restart' })
  await talks('after a restart')

  await third.agent.ask({ type: 'stop' }, 'done')
  expect(await third.program.exit).toEqual({ code: 0, signal: null })
  expect(plane.peers.get(connectionId)?.ended).toBe('initiator')
  const fourth = await startLocalAgent(environment)
  await using _ = fourth.program
  expect(await openAt(fourth.agent)).toEqual([])
})

test.runIf(process.platform === 'linux')(
  'one that is killed is started again, and ends when it is told to',
  async () => {
    await using stack = new AsyncDisposableStack()
    const world = stack.use(await startDataPlane())
    const echo = stack.use(await startEcho())
    const folder = stack.use(await createTempDir('kept'))
    const { plane } = world
    const { planned } = await world.addDevice()
    const service = plane.addService(planned, echo)
    const setting = { name: 'FARPORT_STATE_DIR', value: folder.path }
    /** Its keeper first. */
    const processes = () => processesWith('main.ts initiate', setting)
    stack.defer(async () => {
      for (const pid of await processes()) await killProcess(pid)
    })
    const environment = { ...process.env, [setting.name]: setting.value, FARPORT_CONFIG_DIR: folder.path }
    const config = readConfig(environment, false)
    const first = stack.use(await requireLocalAgent(config))
    const order = plane.orderPeer(planned, service, first.publicKey)
    const { connection } = await first.ask({ type: 'open', serverUrl: plane.url, order, isHeld: false }, 'connection')

    await killProcess((await processes()).at(-1) ?? expect.unreachable('it runs'))
    const second = stack.use(await eventually(() => findLocalAgent(config), { what: 'it is started again' }))
    await eventually(async () => (await openAt(second)).length === 1, { what: 'its connection is back' })
    using client = dial(connection.port)
    client.say('after a kill')
    await client.hears('after a kill')

    await second.ask({ type: 'stop' }, 'done')
    await eventually(async () => (await processes()).length === 0, { what: 'it has ended, and is not started again' })
  },
)
