import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { portState, recallPorts } from './ports.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'farport-ports-'))
})
afterEach(() => rm(dir, { recursive: true }))

async function listenOn(port: number) {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port, // a TCP server has no other kind of address
    [Symbol.asyncDispose]: async () => void (await once(server.close(), 'close')),
  }
}

describe('ports', () => {
  it('are told free from taken', async () => {
    const { port, ...server } = await listenOn(0)
    expect(await portState(port, '127.0.0.1')).toBe('taken')
    await server[Symbol.asyncDispose]()
    expect(await portState(port, '127.0.0.1')).toBe('free')
  })

  it('stay the same from start to start', async () => {
    const first = await recallPorts(dir, undefined)
    expect(new Set(Object.values(first)).size).toBe(3)
    expect(await recallPorts(dir, undefined)).toEqual(first)
  })

  it('change when something else took them', async () => {
    const first = await recallPorts(dir, undefined)
    await using _ = await listenOn(first.demoSsh)
    const second = await recallPorts(dir, undefined)
    expect(second).toEqual({ ...first, demoSsh: second.demoSsh })
    expect(second.demoSsh).not.toBe(first.demoSsh)
  })

  it('are chosen anew when what was kept is damaged', async () => {
    await writeFile(join(dir, 'ports.json'), '{"relay":70000,"demoSsh"')
    expect(await recallPorts(dir, undefined)).toMatchObject({ relay: expect.any(Number) as number })
  })

  it('obey the given relay port', async () => {
    expect(await recallPorts(dir, 7123)).toMatchObject({ relay: 7123 })
  })
})
