import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openLogFile, type LogFile } from './log-file.ts'
import { superviseProgram, type SupervisedProgram } from './supervised-program.ts'

let dir: string
let log: LogFile
let program: SupervisedProgram | undefined
const told: string[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'farport-supervised-'))
  log = openLogFile(join(dir, 'log'))
  told.length = 0
})
afterEach(async () => {
  await program?.stop(0)
  log[Symbol.dispose]()
  rmSync(dir, { recursive: true })
})

function supervise(source: string) {
  const module = join(dir, 'program.mjs')
  writeFileSync(module, source)
  program = superviseProgram({ name: 'program', module, environment: { WORD: 'given' } }, log, {
    onReady: ({ url }) => told.push(`ready ${url}`),
    onWarning: ({ text }) => told.push(`warning ${text}`),
    onDeath: (how) => told.push(`death ${how}`),
    onGiveUp: (how) => told.push(`give-up ${how}`),
  })
  return program
}

const pidsTold = () =>
  told.filter((line) => line.startsWith('ready')).map((line) => Number(line.slice('ready '.length)))
const staying = `process.send({ type: 'ready', url: String(process.pid) }); setInterval(() => {}, 1000); process.on('disconnect', () => process.exit())`
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a supervised program', () => {
  it('gets its environment and no other, and its output goes to the log', async () => {
    supervise(
      `console.log(JSON.stringify({ level: 40, msg: Object.keys(process.env).filter((k) => k !== 'NODE_CHANNEL_FD' && !k.startsWith('NODE_CHANNEL')).join() })); ${staying}`,
    )
    await vi.waitFor(() => expect(told).toContain('warning WORD'))
    expect(readFileSync(log.path, 'utf8')).toContain('"msg":"WORD"')
  })

  it('is started again after it was killed', async () => {
    supervise(staying)
    await vi.waitFor(() => expect(pidsTold()).toHaveLength(1))
    process.kill(pidsTold()[0]!, 'SIGKILL')
    await vi.waitFor(() => expect(pidsTold()).toHaveLength(2), { timeout: 5000 })
    expect(told).toContain('death SIGKILL')
  })

  it('is given up when it dies at every start', async () => {
    supervise('process.exit(7)')
    await vi.waitFor(() => expect(told).toEqual(['death exit code 7', 'death exit code 7', 'give-up exit code 7']), {
      timeout: 5000,
    })
  })

  it('that met a fault is told with its error, without the stack', async () => {
    supervise(`throw new TypeError('no such thing')`)
    await vi.waitFor(() => expect(told).toContain('give-up exit code 1: TypeError: no such thing'), { timeout: 5000 })
  })

  it.each([
    ['over IPC', `process.send({ type: 'failed', message: 'The disk is gone.' }); process.exitCode = 1`],
    ['with a configuration that it refuses', `console.error('The disk is gone.'); process.exitCode = 78`],
  ])('is given up at once when it says why, %s', async (_, source) => {
    supervise(source)
    await vi.waitFor(() => expect(told).toEqual(['give-up The disk is gone.']), { timeout: 5000 })
  })

  it('is asked to end, and stays ended', async () => {
    const { stop } = supervise(`process.on('SIGTERM', () => { process.exit() }); ${staying}`)
    await vi.waitFor(() => expect(pidsTold()).toHaveLength(1))
    await stop(10_000)
    expect(isAlive(pidsTold()[0]!)).toBe(false)
    expect(told).not.toContain('death exit code 0')
  })

  it('is ended by force when it does not listen', async () => {
    const { stop } = supervise(`process.on('SIGTERM', () => {}); ${staying}`)
    await vi.waitFor(() => expect(pidsTold()).toHaveLength(1))
    await stop(50)
    expect(isAlive(pidsTold()[0]!)).toBe(false)
  })
})
