import { stat } from 'node:fs/promises'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { createTempDir, eventually, type TempDir } from '@farport/testkit'
import { generatePrivateKey, localSocketPath } from '@farport/protocol'
import { parseConnectionId, type ConnectionId } from '@farport/vocabulary'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createInitiator, type Initiator } from '../initiator.ts'
import { sessionParts } from '../session-parts.ts'
import { startControlServer } from './control-server.ts'
import { Holds } from './holds.ts'
import { LineReader } from './line-reader.ts'

let folder: TempDir
let initiator: Initiator
beforeEach(async () => {
  folder = await createTempDir('control')
  initiator = await createInitiator({
    ...sessionParts({ isAllowed: false, mayMapPorts: false }),
    privateKey: generatePrivateKey(),
    version: '1.2.3',
    log: pino({ level: 'silent' }),
    ports: new Map(),
    keepPorts: () => Promise.resolve(),
    kept: [],
    keepConnections: () => Promise.resolve(),
  })
})
afterEach(async () => {
  await initiator[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const pathIn = () => localSocketPath(folder.path, process.platform)
async function listening(onStop: () => void = () => undefined) {
  const server = await startControlServer({ path: pathIn(), initiator, version: '1.2.3', onStop })
  if (!server.ok) throw new Error(server.refusal)
  return server.value
}

async function interfaceAt(path: string): Promise<{ socket: Socket; heard: object[] }> {
  const socket = connect(path)
  await once(socket, 'connect')
  const heard: object[] = []
  const lines = new LineReader(1_000_000)
  socket.on('data', (bytes: Buffer) => {
    const read = lines.read(bytes)
    if (read.ok) for (const line of read.value) heard.push(JSON.parse(line) as object)
  })
  socket.on('error', () => socket.destroy())
  return { socket, heard }
}

describe('the control socket', () => {
  it('belongs to its user alone', async () => {
    await using _ = await listening()
    expect((await stat(pathIn())).mode & 0o777).toBe(0o600)
    expect((await stat(dirname(pathIn()))).mode & 0o777).toBe(0o700)
  })

  it('answers each request with its number', async () => {
    await using _ = await listening()
    const { socket, heard } = await interfaceAt(pathIn())
    const unknown = parseConnectionId('11111111-1111-4111-8111-111111111111')
    const requests = [
      { id: 7, type: 'hello' },
      { id: 8, type: 'list' },
      { id: 9, type: 'close', connectionId: unknown },
    ]
    socket.write(requests.map((request) => `${JSON.stringify(request)}\n`).join(''))
    await eventually(() => heard.length === 3)
    expect(heard).toEqual([
      { id: 7, type: 'hello', version: '1.2.3', publicKey: initiator.publicKey },
      { id: 8, type: 'connections', connections: [] },
      { id: 9, type: 'refused', message: 'There is no such connection on this machine.' },
    ])
    socket.destroy()
  })

  it.each([
    ['what is no JSON', '{\n'],
    ['a request that there is not', '{"id":1,"type":"fly"}\n'],
    ['a request without a number', '{"type":"list"}\n'],
    ['a line without an end', 'x'.repeat(200_000)],
  ])('hangs up on %s, and goes on for others', async (_, text) => {
    await using _server = await listening()
    const { socket } = await interfaceAt(pathIn())
    const hungUp = new Promise((resolve) => socket.once('close', resolve))
    socket.write(text)
    await hungUp
    const { socket: other, heard } = await interfaceAt(pathIn())
    other.write('{"id":1,"type":"hello"}\n')
    await eventually(() => heard.length === 1)
    other.destroy()
  })

  it('ends the program when it is asked to', async () => {
    const stopped = Promise.withResolvers<void>()
    await using _ = await listening(stopped.resolve)
    const { socket } = await interfaceAt(pathIn())
    socket.write('{"id":1,"type":"stop"}\n')
    await stopped.promise
    socket.destroy()
  })

  it('is one at a time; what a fallen one left behind is taken over', async () => {
    const first = await listening()
    expect(await startControlServer({ path: pathIn(), initiator, version: '', onStop: () => undefined })).toEqual({
      ok: false,
      refusal: 'A local agent runs already.',
    })
    await first[Symbol.asyncDispose]()
    await using _ = await listening()
  })

  it('refuses a path that no system takes', async () => {
    const path = `${folder.path}/${'x'.repeat(100)}/control.sock`
    expect(await startControlServer({ path, initiator, version: '', onStop: () => undefined })).toMatchObject({
      ok: false,
      refusal: expect.stringContaining('FARPORT_STATE_DIR') as string,
    })
  })
})

describe('what an interface holds', () => {
  const id = 'c' as ConnectionId // any text will do here
  it('ends when the last of its holders hangs up', () => {
    const holds = new Holds()
    const [ada, bob] = [{}, {}]
    holds.hold(id, ada)
    holds.hold(id, bob)
    expect(holds.release(ada)).toEqual([])
    expect(holds.release(bob)).toEqual([id])
    expect(holds.release(bob)).toEqual([])
  })

  it('stays when somebody wanted it to stay', () => {
    const holds = new Holds()
    const ada = {}
    holds.hold(id, ada)
    holds.keep(id)
    expect(holds.release(ada)).toEqual([])
  })
})

it('lines are cut anywhere, and too long ones refused', () => {
  const lines = new LineReader(5)
  expect(lines.read(Buffer.from('ab'))).toEqual({ ok: true, value: [] })
  expect(lines.read(Buffer.from('c\n\nde'))).toEqual({ ok: true, value: ['abc', ''] })
  expect(lines.read(Buffer.from('fgh\n'))).toEqual({ ok: true, value: ['defgh'] })
  expect(lines.read(Buffer.from('123456'))).toEqual({ ok: false, refusal: 'too-long' })
})
