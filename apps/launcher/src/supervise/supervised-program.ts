// One program of ours as a child process: started, listened to, started again after any death, and ended in order.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { createLineCutter, parseWarning, plain, type Warning } from './log-lines.ts'
import type { LogFile } from './log-file.ts'
import { parseProgramMessage, type ProgramMessage } from '../program-messages.ts'
import { decideRestart } from './restart-policy.ts'

export interface ProgramPlan {
  name: string
  nodeFlags?: readonly string[]
  /** The module that Node runs. */
  module: string
  args?: string[]
  environment: Record<string, string>
}

export type ReadyMessage = Extract<ProgramMessage, { type: 'ready' }>

export type Wish = Exclude<ProgramMessage, { type: 'ready' | 'failed' }>

export interface SupervisionEvents {
  /** It serves; once for every life of it. */
  onReady(message: ReadyMessage): void
  /** It wants something of us, beside serving. */
  onWish?(wish: Wish): void
  onWarning(warning: Warning): void
  /** It died and is started again after a while. */
  onDeath(how: string): void
  /** Nothing more is tried. `how` is its own sentence where it had one. */
  onGiveUp(how: string): void
}

export interface SupervisedProgram {
  readonly name: string
  /** Asks it to end, and ends it by force after the time. Resolves when no process is left. */
  stop(timeoutMs: number): Promise<void>
}

/** What our programs exit with when their configuration is refused; the sentence is on standard error. */
const exitCodesOfRefusal = new Set([2, 78])

const outputTimeoutMs = 300

export function superviseProgram(plan: ProgramPlan, log: LogFile, events: SupervisionEvents): SupervisedProgram {
  let child: ChildProcess | undefined
  let restartTimer: NodeJS.Timeout | undefined
  let quickDeaths = 0
  let hasServed = false
  let isStopping = false
  let canWriteLog = true

  const keep = (bytes: Buffer) => {
    const written = log.write(bytes)
    if (!written && canWriteLog) events.onWarning({ severity: 'error', text: `its log ${log.path} cannot be written` })
    canWriteLog = written
  }

  const start = () => {
    const startedAtMs = performance.now()
    let sentence: string | undefined
    let lastWords = ''
    let thrown = ''
    const started = spawnProgram(plan)
    child = started
    readLines(started, keep, {
      output(line) {
        const warning = parseWarning(line)
        if (warning !== undefined) events.onWarning(warning)
      },
      error(line) {
        if (line.trim() !== '') lastWords = plain(line)
        // As Node prints what nobody caught, above its stack.
        if (/^\w*Error\b.*: /.test(line)) thrown = `: ${plain(line)}`
      },
    })
    started.on('message', (value) => {
      const message = parseProgramMessage(value)
      if (message === undefined) return
      if (message.type === 'failed') sentence = plain(message.message)
      else if (message.type === 'ready') {
        hasServed = true
        events.onReady(message)
      } else events.onWish?.(message)
    })
    void untilEnded(started).then((how) => {
      if (how.code !== null && exitCodesOfRefusal.has(how.code) && lastWords !== '') sentence ??= lastWords
      died(how.text + thrown, sentence, startedAtMs)
    })
  }

  const died = (how: string, sentence: string | undefined, startedAtMs: number) => {
    if (isStopping) return
    const decision = decideRestart({
      livedMs: performance.now() - startedAtMs,
      quickDeathsBefore: quickDeaths,
      hasServed,
      hasExplained: sentence !== undefined,
      random: Math.random(),
    })
    quickDeaths = decision.quickDeaths
    if (decision.kind === 'give-up') {
      isStopping = true
      events.onGiveUp(sentence ?? how)
      return
    }
    events.onDeath(sentence ?? how)
    restartTimer = setTimeout(start, decision.delayMs)
  }

  start()
  return {
    name: plan.name,
    async stop(timeoutMs) {
      isStopping = true
      clearTimeout(restartTimer)
      if (child !== undefined) await endProcess(child, timeoutMs)
    },
  }
}

/**
 * In a process group of its own, so that Ctrl-C reaches only the launcher and the programs end in order. The IPC channel
 * is the leash: a program ends itself when it breaks.
 */
function spawnProgram({ nodeFlags = [], module, args = [], environment }: ProgramPlan): ChildProcess {
  return spawn(process.execPath, [...nodeFlags, module, ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
}

function readLines(
  child: ChildProcess,
  keep: (bytes: Buffer) => void,
  onLine: { output(line: string): void; error(line: string): void },
): void {
  const streams = [
    { stream: child.stdout, cut: createLineCutter((line) => onLine.output(line)) },
    { stream: child.stderr, cut: createLineCutter((line) => onLine.error(line)) },
  ]
  for (const { stream, cut } of streams) {
    stream?.on('data', (bytes: Buffer) => {
      keep(bytes)
      cut(bytes)
    })
  }
}

/**
 * After its output has ended too, so that its last words are known; but not for long, since a process that it started
 * may hold its output open.
 */
async function untilEnded(child: ChildProcess): Promise<{ code: number | null; text: string }> {
  const exited = Promise.withResolvers<{ code: number | null; text: string }>()
  const closed = once(child, 'close').catch(() => undefined) // what fails is told below
  child.once('exit', (code, signal) => exited.resolve({ code, text: signal ?? `exit code ${code}` }))
  // Spawning itself failed: there is no process, and `exit` never comes.
  child.once('error', (error) => exited.resolve({ code: null, text: error.message }))
  const how = await exited.promise
  await Promise.race([closed, pause(outputTimeoutMs)])
  return how
}

async function endProcess(child: ChildProcess, timeoutMs: number): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  await exited
  clearTimeout(force)
}
