import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const tools = dirname(import.meta.dirname)
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A clone with the set-up in it and a package.json of its own. */
function createClone(manifest: object): string {
  const clone = mkdtempSync(join(tmpdir(), 'farport-setup-'))
  folders.push(clone)
  cpSync(join(tools, 'setup.mjs'), join(clone, 'tools/setup.mjs'))
  cpSync(join(tools, 'setup'), join(clone, 'tools/setup'), { recursive: true })
  writeManifest(clone, manifest)
  return clone
}

function writeManifest(clone: string, manifest: object): void {
  writeFileSync(join(clone, 'package.json'), JSON.stringify({ name: 'clone', version: '1.0.0', ...manifest }))
}

function startSetup(clone: string, words: string[], environment: Record<string, string> = {}) {
  const all = [join(clone, 'tools/setup.mjs'), '--without-bundles', ...words]
  const child = spawn(process.execPath, all, {
    env: { HOME: clone, PATH: process.env['PATH'], npm_config_offline: 'true', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (bytes) => (output += String(bytes)))
  child.stderr.on('data', (bytes) => (errors += String(bytes)))
  const ended = once(child, 'close').then(([code, signal]: (number | string | null)[]) => {
    return { code, signal, output, errors, installed: errors.includes('installing the dependencies') }
  })
  return { child, ended, hasPrinted: (text: string) => output.includes(text) }
}

const setup = (...start: Parameters<typeof startSetup>) => startSetup(...start).ended

describe('the set-up', () => {
  it('installs once, is silent afterwards, and installs again after a package.json has changed', async () => {
    const clone = createClone({})
    expect(await setup(clone, ['node', '-p', '40 + 2'])).toMatchObject({ installed: true, code: 0, output: '42\n' })
    expect(await setup(clone, ['node', '-p', '40 + 2'])).toMatchObject({ errors: '', code: 0, output: '42\n' })
    writeManifest(clone, { description: 'Something else.' })
    expect(await setup(clone, [])).toMatchObject({ installed: true, code: 0 })
  })

  it('is done by one of two that start together', async () => {
    const clone = createClone({})
    const both = await Promise.all([setup(clone, ['node', '-p', '1']), setup(clone, ['node', '-p', '1'])])
    expect(both.map(({ output }) => output)).toEqual(['1\n', '1\n'])
    expect(both.filter(({ installed }) => installed)).toHaveLength(1)
    expect(existsSync(join(clone, '.cache/setup/lock'))).toBe(false)
  })

  it('takes over from one that died', async () => {
    const clone = createClone({})
    mkdirSync(join(clone, '.cache/setup'), { recursive: true })
    writeFileSync(join(clone, '.cache/setup/lock'), '999999999')
    expect(await setup(clone, ['node', '-p', '1'])).toMatchObject({ installed: true, code: 0 })
  })

  it('puts the installed programs first on the PATH and keeps words as they are', async () => {
    const clone = createClone({})
    await setup(clone, [])
    const program = `console.log(process.env.PATH.split(':')[0], process.argv.slice(1).join('|'))`
    const { output } = await setup(clone, ['node', '-e', program, 'two words', '--for-tests'])
    expect(output).toBe(`${join(clone, 'node_modules/.bin')} two words|--for-tests\n`)
  })

  it('ends as its command ended', async () => {
    const clone = createClone({})
    expect(await setup(clone, ['node', '-e', 'process.exit(7)'])).toMatchObject({ code: 7 })
    expect(await setup(clone, ['node', '-e', 'process.kill(process.pid, "SIGKILL")'])).toMatchObject({
      signal: 'SIGKILL',
    })
  })

  it('passes signals on and waits for the command to end', async () => {
    const clone = createClone({})
    const program = `
      process.on('SIGTERM', () => { console.log('ended in order'); process.exit(3) })
      setInterval(() => {}, 1000)
      console.log('started')`
    const running = startSetup(clone, ['node', '-e', program])
    await expect.poll(() => running.hasPrinted('started'), { timeout: 20_000 }).toBe(true)
    running.child.kill('SIGTERM')
    expect(await running.ended).toMatchObject({ code: 3, output: 'started\nended in order\n' })
  })
})

describe('the set-up says in a sentence, without a stack,', () => {
  it('that npm is missing', async () => {
    const clone = createClone({})
    const bin = join(clone, 'bin')
    mkdirSync(bin)
    symlinkSync(process.execPath, join(bin, 'node'))
    const { code, errors } = await setup(clone, ['node'], { PATH: bin })
    expect(code).toBe(1)
    expect(errors).toContain('npm is missing. It comes with Node')
    expect(errors).not.toContain('    at ')
  })

  it('that there is no network', async () => {
    const clone = createClone({ dependencies: { 'left-pad': '1.3.0' } })
    const { code, errors } = await setup(clone, ['node'], {
      npm_config_offline: 'false',
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_cache: join(clone, 'npm-cache'),
    })
    expect(code).toBe(1)
    expect(errors).toContain('There is no network, or a package registry does not answer.')
    expect(errors).not.toContain('    at ')
  })

  it('that a program does not exist', async () => {
    const clone = createClone({})
    expect(await setup(clone, ['no-such-program'])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('There is no program called no-such-program.') as unknown,
    })
  })

  it('that Node is too old, in syntax that an old Node reads', async () => {
    const source = readFileSync(join(tools, 'setup.mjs'), 'utf8').replace('oldestNode = 18', 'oldestNode = 999')
    const clone = createClone({})
    writeFileSync(join(clone, 'tools/setup.mjs'), source)
    const { code, errors } = await setup(clone, ['node'])
    expect(code).toBe(1)
    expect(errors).toContain('Farport needs Node 999 or later')
    expect(source).not.toMatch(/\?\.|\?\?|=>|`|\b(const|let|await)\b/)
  })
})
