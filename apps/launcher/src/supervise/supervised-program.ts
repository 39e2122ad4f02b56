// One program of ours as a child process: started, listened to, started again after any death, and ended in order.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createLineCutter, parseWarning, type Warning } from './log-lines.ts'
import type { LogFile } from './log-file.ts'
import { decideRestart } from './restart-policy.ts'

export interface ProgramPlan {
  name: string
  /** The module that Node runs. */
  module: string
  args?: string[]
  environment: Record<string, string>
}

export interface SupervisionEvents {
  /** Whatever the program sends over IPC, unparsed. */
  onMessage(message: unknown): void
  onWarning(warning: Warning): void
  /** It died and is started again after a while. */
  onDeath(how: string): void
  /** It dies again and again: nothing more is tried. */
  onGiveUp(how: string): void
}

export interface SupervisedProgram {
  readonly name: string
  /** Tells the supervisor that the program serves: from then on it is given more patience. */
  hasServed(): void
  /** It is not started again when it ends. */
  abandon(): void
  /** Asks it to end, and ends it by force after the time. Resolves when no process is left. */
  stop(timeoutMs: number): Promise<void>
}

export function superviseProgram(plan: ProgramPlan, log: LogFile, events: SupervisionEvents): SupervisedProgram {
  let child: ChildProcess | undefined
  let restartTimer: NodeJS.Timeout | undefined
  let quickDeaths = 0
  let hasServed = false
  let isStopping = false
  let canWriteLog = true

  const start = () => {
    const startedAtMs = performance.now()
    const started = spawnProgram(plan)
    child = started
    const cut = createLineCutter((line) => {
      const warning = parseWarning(line)
      if (warning !== undefined) events.onWarning(warning)
    })
    const keep = (bytes: Buffer) => {
      const written = log.write(bytes)
      if (!written && canWriteLog)
        events.onWarning({ severity: 'error', text: `its log ${log.path} cannot be written` })
      canWriteLog = written
      cut(bytes)
    }
    started.stdout?.on('data', keep)
    started.stderr?.on('data', keep)
    started.on('message', (message) => events.onMessage(message))
    // Spawning itself failed: there is no process, and `exit` never comes.
    started.once('error', (error) => {
      if (started.pid === undefined) died(error.message, startedAtMs)
    })
    started.once('exit', (code, signal) => died(signal === null ? `exit code ${code}` : signal, startedAtMs))
  }

  const died = (how: string, startedAtMs: number) => {
    if (isStopping) return
    const livedMs = performance.now() - startedAtMs
    const decision = decideRestart({ livedMs, quickDeathsBefore: quickDeaths, hasServed, random: Math.random() })
    quickDeaths = decision.quickDeaths
    if (decision.kind === 'give-up') {
      isStopping = true
      events.onGiveUp(how)
      return
    }
    events.onDeath(how)
    restartTimer = setTimeout(start, decision.delayMs)
  }

  const abandon = () => {
    isStopping = true
    clearTimeout(restartTimer)
  }

  start()
  return {
    name: plan.name,
    hasServed() {
      hasServed = true
    },
    abandon,
    async stop(timeoutMs) {
      abandon()
      if (child !== undefined) await endProcess(child, timeoutMs)
    },
  }
}

/**
 * In a process group of its own, so that Ctrl-C reaches only the launcher and the programs end in order. The IPC channel
 * is the leash: a program ends itself when it breaks.
 */
function spawnProgram({ module, args = [], environment }: ProgramPlan): ChildProcess {
  return spawn(process.execPath, [module, ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
}

async function endProcess(child: ChildProcess, timeoutMs: number): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  await exited
  clearTimeout(force)
}
