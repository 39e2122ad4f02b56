// The program as a person or an installer runs it: commands, sentences, exit codes.

import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  createTempDir,
  eventually,
  runProgram,
  startControlPlane,
  startProgram,
  type ControlPlane,
} from '@farport/testkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const module = fileURLToPath(new URL('main.ts', import.meta.url))
const stack = new AsyncDisposableStack()
let plane: ControlPlane
let folder: string

// Each command is a program of its own, which a busy machine starts slowly.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

beforeAll(async () => {
  plane = stack.use(await startControlPlane())
  folder = stack.use(await createTempDir('agent')).path
})
afterAll(() => stack.disposeAsync())

const isReady = (message: unknown) => (JSON.stringify(message).includes('"ready"') ? true : undefined)

let states = 0
function machine() {
  states += 1
  const stateDir = join(folder, `machine-${states}`)
  const environment = { FARPORT_STATE_DIR: stateDir, FARPORT_SERVER_URL: plane.url }
  const agent = async (args: string[], more: Record<string, string> = {}) => {
    const { code, output } = await runProgram({ module, args, environment: { ...environment, ...more } })
    expect(output).not.toMatch(/\n\s+at .*:\d+:\d+/)
    return { code, output: output.trim() }
  }
  return { stateDir, environment, agent }
}

test('a machine is registered with a code, once, and keeps its key to itself', async () => {
  const { agent, stateDir } = machine()
  const planned = plane.planDevice('workbench')
  expect(await agent(['status'])).toMatchObject({ code: 3, output: expect.stringContaining('not registered') })
  const first = await agent(['register', planned.code])
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('Registered as "workbench"') })
  // An installer that runs twice must not fail the second time.
  expect(await agent(['register', planned.code])).toEqual(first)
  for (const name of await readdir(stateDir)) expect((await stat(join(stateDir, name))).mode & 0o077).toBe(0)
  const { seed } = JSON.parse(await readFile(join(stateDir, 'agent-key.json'), 'utf8'))
  expect(seed).toHaveLength(43)

  const status = await agent(['status', '--json'])
  expect(JSON.parse(status.output)).toMatchObject({
    state: 'not-running',
    deviceName: 'workbench',
    deviceId: planned.deviceId,
  })
  expect(await agent(['unregister'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('no longer "workbench"'),
  })
  expect(await agent(['unregister'])).toMatchObject({ code: 3 })
  expect(await readdir(stateDir)).toEqual([])
})

test('a machine whose device was deleted is registered anew, with another key', async () => {
  const { agent } = machine()
  const deleted = plane.planDevice('first')
  await agent(['register', deleted.code])
  deleted.isDeleted = true
  const planned = plane.planDevice('second')
  expect(await agent(['register', planned.code])).toMatchObject({
    code: 0,
    output: expect.stringContaining('"second"'),
  })
  expect(planned.key).not.toBe(deleted.key)
})

test('a registration whose answer was lost is found again', async () => {
  const { agent, stateDir } = machine()
  const planned = plane.planDevice('lost and found')
  await agent(['register', planned.code])
  const key = await readFile(join(stateDir, 'agent-key.json'))
  await agent(['unregister'])
  await writeFile(join(stateDir, 'agent-key.json'), key)
  expect(await agent(['register', plane.planDevice().code])).toMatchObject({
    code: 0,
    output: expect.stringContaining(planned.deviceId),
  })
})

test.each<[string, string[], Record<string, string>, number, string]>([
  ['a code that nobody made', ['register', 'WRONG'], {}, 4, 'does not know this registration code'],
  ['a server that is not there', ['register', 'X', '--server', 'http://127.0.0.1:9'], {}, 5, 'cannot be reached'],
  ['an address that is none', ['register', 'X', '--server', 'farport'], {}, 2, '--server must be the address'],
  ['a variable that there is not', ['status'], { FARPORT_STATEDIR: '/x' }, 2, 'FARPORT_STATEDIR'],
  ['running unregistered, with no server', ['run'], { FARPORT_SERVER_URL: '' }, 3, 'not registered'],
  [
    'running with a wrong code',
    ['run'],
    { FARPORT_REGISTRATION_CODE: 'WRONG' },
    4,
    'does not know this registration code',
  ],
  ['a command that there is not', ['fly'], {}, 2, 'unknown command'],
  ['a state directory that is a file', ['register', 'X'], { FARPORT_STATE_DIR: '/dev/null' }, 1, '/dev/null'],
])('%s is told in a sentence', async (_name, args, environment, code, sentence) => {
  const { agent } = machine()
  expect(await agent(args, environment)).toMatchObject({ code, output: expect.stringContaining(sentence) })
})

test('a damaged file is named', async () => {
  const { agent, stateDir } = machine()
  await mkdir(stateDir)
  await writeFile(join(stateDir, 'enrolment.json'), '{"serverUrl":')
  expect(await agent(['status'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('enrolment.json is damaged'),
  })
})

test('an agent that runs says so, keeps others out, and stops when it is told', async () => {
  const { agent, environment } = machine()
  const planned = plane.planDevice('runner')
  const start = (more: Record<string, string> = {}) =>
    startProgram({ module, args: ['run'], environment: { ...environment, ...more } })
  await using running = start({ FARPORT_REGISTRATION_CODE: planned.code })
  await running.message(isReady)
  const status = await eventually(async () => {
    const { output } = await agent(['status', '--json'])
    return output.includes('offline') ? output : undefined
  })
  expect(JSON.parse(status)).toMatchObject({
    state: 'offline',
    pid: running.pid,
    deviceName: 'runner',
    reason: 'there is no relay',
  })
  await using second = start()
  expect(await second.exit).toMatchObject({ code: 3 })
  expect(second.output).toContain(`process ${running.pid}`)
  expect(await agent(['unregister'])).toMatchObject({ code: 3, output: expect.stringContaining('Stop it first') })

  running.signal('SIGKILL')
  await running.exit
  await using again = start()
  await again.message(isReady)
  again.signal('SIGTERM')
  expect(await again.exit).toEqual({ code: 0, signal: null })
})

test('a server that is still starting is waited for', async () => {
  const { environment } = machine()
  const planned = plane.planDevice('early')
  await plane.goAway()
  await using running = startProgram({
    module,
    args: ['run'],
    environment: { ...environment, FARPORT_REGISTRATION_CODE: planned.code },
  })
  await running.printed('cannot be reached')
  await plane.comeBack()
  await running.message(isReady)
  expect(planned.key).toBeDefined()
})

test('an agent without a code shows one, and runs once somebody has claimed it', async () => {
  const { agent, environment } = machine()
  await using running = startProgram({ module, args: ['run'], environment })
  await running.printed('Claim this machine at')
  const code = /with the code (\S+)\./.exec(running.output)?.[1] ?? ''
  expect(running.output).toContain(`${plane.url}/claim/${code} `)
  const planned = plane.planDevice('claimed', plane.claims.get(code))
  expect(planned.key).toBeDefined()
  await running.message(isReady)
  expect(running.output).toContain(`Claimed as "claimed" (${planned.deviceId}).`)
  expect(JSON.parse((await agent(['status', '--json'])).output)).toMatchObject({ deviceName: 'claimed' })
})

test('an agent that waits to be claimed stops when it is told', async () => {
  const { environment } = machine()
  await using running = startProgram({ module, args: ['run'], environment })
  await running.printed('Claim this machine at')
  running.signal('SIGTERM')
  expect(await running.exit).toEqual({ code: 0, signal: null })
})

test('the service unit can be printed', async () => {
  const { agent } = machine()
  const { code, output } = await agent(['install-service', '--print'])
  expect(code).toBe(0)
  expect(output).toContain(`ExecStart="${process.execPath}" "${module}" run`)
})
