import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDownloads, type Downloads } from './downloads.ts'
import { addInstallRoutes } from './install-routes.ts'
import { readInstallTemplate } from './install-script.ts'

// An agent of three lines, so that this tests the script. The real one is bundled below, and run in the stories.
const agentSource = `
import { appendFileSync } from 'node:fs'
appendFileSync(process.env.FARPORT_STATE_DIR + '/calls', process.argv.slice(2).join(' ') + ' ' + process.env.FARPORT_SERVER_URL + '\\n')
if (process.argv[2] === 'register' && process.argv[3] === 'refused') { console.error('No such code.'); process.exit(4) }
if (process.argv[2] === 'run' && !process.env.ENDS) setInterval(() => {}, 1000)
`
const agent = { bytes: Buffer.from(agentSource), sha256: createHash('sha256').update(agentSource).digest('hex') }

let dir: string
let app: FastifyInstance
let url: string
let downloads: Downloads

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'farport-install-'))
  downloads = { agent: async () => agent, node: createDownloads('').node }
  app = Fastify()
  addInstallRoutes(app, {
    publicUrl: 'http://localhost:1',
    template: await readInstallTemplate(),
    downloads: { agent: () => downloads.agent(), node: () => downloads.node() },
    openCode: async (text) => (['good', 'refused'].includes(text) ? text : undefined),
  })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  const pid = Number(await readFile(join(dir, 'state/agent.pid'), 'utf8').catch(() => '0'))
  if (pid > 0 && existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL')
  await app.close()
  await rm(dir, { recursive: true })
})

/** As a person does it, in a shell. `path`: where programs are looked for. */
async function install(
  code: string,
  environment: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const shell = spawn('sh', ['-c', `curl -fsSL ${url}/install/${code} | sh`], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: dir,
      FARPORT_PREFIX: join(dir, 'prefix'),
      FARPORT_STATE_DIR: join(dir, 'state'),
      ...environment,
    },
  })
  let output = ''
  shell.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
  shell.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const [exitCode] = (await once(shell, 'exit')) as [number]
  return { code: exitCode, output }
}

const calls = () => readFile(join(dir, 'state/calls'), 'utf8').catch(() => '')

/** A PATH with everything that the script uses, and the given programs instead of the system's. */
async function pathWith(programs: Record<string, string>): Promise<string> {
  const bin = join(dir, 'bin')
  await mkdir(bin)
  for (const name of [
    'sh',
    'curl',
    'id',
    'uname',
    'mktemp',
    'rm',
    'mkdir',
    'chmod',
    'cp',
    'mv',
    'cat',
    'cut',
    'sed',
    'tr',
    'grep',
    'sleep',
    'sha256sum',
    'setsid',
  ]) {
    await symlink(['/usr/bin', '/bin'].map((folder) => join(folder, name)).find(existsSync)!, join(bin, name))
  }
  for (const [name, source] of Object.entries(programs)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${source}\n`)
    await chmod(join(bin, name), 0o755)
  }
  return bin
}

describe('the install command', () => {
  it('installs, registers and starts the agent in the background', async () => {
    const { code, output } = await install('good')
    expect(output).toContain('runs in the background, as process')
    expect(code).toBe(0)
    expect(await calls()).toBe(`register good ${url}\nrun  ${url}\n`.replace('  ', ' '))
    const pid = Number(await readFile(join(dir, 'state/agent.pid'), 'utf8'))
    expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).toContain(join(dir, 'prefix/lib/farport/agent.mjs'))
  })

  it('upgrades when it is run again, and ends the older agent', async () => {
    await install('good')
    const before = Number(await readFile(join(dir, 'state/agent.pid'), 'utf8'))
    expect((await install('good')).code).toBe(0)
    expect(existsSync(`/proc/${before}`)).toBe(false)
  })

  it('runs the agent itself when it is told to', async () => {
    const { code } = await install('good', { FARPORT_FOREGROUND: '1', ENDS: '1' })
    expect(code).toBe(0)
    expect(await calls()).toContain('run ')
    expect(existsSync(join(dir, 'state/agent.pid'))).toBe(false)
  })

  it('says why when the code is refused, by the server or by the agent', async () => {
    expect(await install('nonsense')).toEqual({
      code: 1,
      output: expect.stringContaining('unknown, used up or expired') as string,
    })
    expect(await install('refused')).toEqual({
      code: 1,
      output: expect.stringMatching(/No such code[\s\S]*not registered/) as string,
    })
  })

  it('says so when what arrives is not what was promised', async () => {
    downloads = { ...downloads, agent: async () => ({ ...agent, sha256: '0'.repeat(64) }) }
    expect(await install('good')).toEqual({ code: 1, output: expect.stringContaining('arrived damaged') as string })
    expect(existsSync(join(dir, 'prefix'))).toBe(false)
  })

  it('says so where it may not write', async () => {
    await writeFile(join(dir, 'file'), '')
    expect(await install('good', { FARPORT_PREFIX: join(dir, 'file') })).toEqual({
      code: 1,
      output: expect.stringContaining('cannot be written') as string,
    })
  })

  it("brings the server's own Node where there is none that is recent", async () => {
    const path = await pathWith({ node: 'exit 1' })
    const { code, output } = await install('good', { PATH: path })
    expect(output).toContain('Fetching Node.js')
    expect(code).toBe(0)
    expect(await readFile(join(dir, 'prefix/bin/farport-agent'), 'utf8')).toContain('prefix/lib/farport/node')
  })

  it('says what to do on a machine that the server has no Node for', async () => {
    const path = await pathWith({ node: 'exit 1' })
    await rm(join(path, 'uname'))
    await writeFile(join(path, 'uname'), '#!/bin/sh\n[ "$1" = -s ] && echo Linux || echo riscv64\n', { mode: 0o755 })
    expect(await install('good', { PATH: path })).toEqual({
      code: 1,
      output: expect.stringContaining('has none for linux-riscv64') as string,
    })
  })
})

describe('the downloads', () => {
  it('hold the whole agent in one module, which runs', async () => {
    const { bytes, sha256 } = await createDownloads(join(import.meta.dirname, '../../../agent/src/main.ts')).agent()
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    await writeFile(join(dir, 'agent.mjs'), bytes)
    const program = spawn(process.execPath, [join(dir, 'agent.mjs'), 'status'], {
      env: { FARPORT_STATE_DIR: join(dir, 'state') },
    })
    let output = ''
    program.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    program.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await once(program, 'close')
    expect(output).toContain('not registered')
  })

  it('are told when there is none', async () => {
    expect((await fetch(`${url}/install/node/windows-x64`)).status).toBe(404)
  })
})
