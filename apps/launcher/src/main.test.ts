import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createTempDir, runProgram, type TempDir } from '@farport/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeLock } from './lock.ts'

let dir: TempDir
beforeEach(async () => {
  dir = await createTempDir('launcher')
})
afterEach(() => dir[Symbol.asyncDispose]())

/** Everything here ends before a program is started. */
const start = (args: string[], environment = {}) =>
  runProgram({ module: join(import.meta.dirname, 'main.ts'), args: ['--data-dir', dir.path, ...args], environment })

describe('npm start', () => {
  it('shows its options', async () => {
    const { code, output } = await start(['--help'])
    expect(code).toBe(0)
    expect(output).toContain('--relay-port <number>')
  })

  it.each([
    ['an unknown option', ['--prot', '1'], 2, 'There is no option --prot. Try --help.'],
    ['a data directory that is a file', ['--data-dir', '/etc/hostname'], 1, 'a file stands in its way'],
    ['a data directory nobody can make', ['--data-dir', '/proc/farport'], 1, 'cannot be made there'],
  ])('refuses %s in one sentence', async (_, args, exitCode, sentence) => {
    const { code, output } = await start(args)
    expect(code).toBe(exitCode)
    expect(output.trim().split('\n')).toEqual([expect.stringContaining(sentence)])
  })

  it('refuses a taken port, and names another', async () => {
    const taken = createServer().listen(0)
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const { code, output } = await start(['--port', String(port)])
    taken.close()
    expect(code).toBe(1)
    expect(output.trim()).toBe(
      `Port ${port} is taken by another program. Stop that one, or choose another: --port ${port + 1}`,
    )
  })

  it('refuses to listen where this machine is not', async () => {
    const { code, output } = await start([], { FARPORT_HOST: '192.0.2.1' })
    expect(code).toBe(1)
    expect(output).toContain('192.0.2.1 is no address of this machine')
  })

  it('refuses to run twice on one data directory', async () => {
    const lock = await takeLock(dir.path)
    if (!lock.ok) throw new Error(lock.refusal)
    await using _ = lock.value
    const { code, output } = await start([])
    expect(code).toBe(1)
    expect(output.trim()).toContain(`Farport is already running on ${dir.path} (process ${process.pid})`)
  })

  it('refuses a damaged secret rather than make another', async () => {
    await writeFile(join(dir.path, 'secret'), 'damaged')
    const { code, output } = await start([])
    expect(code).toBe(1)
    expect(output).toContain('is damaged. Bring it back from a backup.')
  })
})
