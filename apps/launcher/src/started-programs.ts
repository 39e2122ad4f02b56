// The running programs of one installation: each with its log, ended together, the last started first.

import { join } from 'node:path'
import type { Screen } from './screen.ts'
import { openLogFile, type LogFile } from './supervise/log-file.ts'
import { createWarningSummary } from './supervise/log-lines.ts'
import {
  superviseProgram,
  type ProgramPlan,
  type ReadyMessage,
  type SupervisedProgram,
  type Wish,
} from './supervise/supervised-program.ts'

/** Why everything is to end: the person wants it, or a program that Farport cannot be without does not go on. */
export type End = { kind: 'ended' } | { kind: 'failed'; sentence: string }

export type StartOutcome = { kind: 'ready'; message: ReadyMessage } | End

export interface StartedPrograms extends AsyncDisposable {
  /** Resolves when it serves, or when everything is to end. */
  start(plan: ProgramPlan, listener?: ProgramListener): Promise<StartOutcome>
  /** A program that Farport can be without. Resolves also when it does not serve; the person was told. */
  startOptional(plan: ProgramPlan): Promise<StartOutcome | { kind: 'missing' }>
  /** A program that comes and goes while the others run. Nobody waits for it, and nobody misses it. */
  startPassing(plan: ProgramPlan): PassingProgram
  readonly end: Promise<End>
}

export interface ProgramListener {
  /** It died, and serves again. */
  onServingAgain(message: ReadyMessage): void
  onWish(wish: Wish): void
}

export interface PassingProgram {
  stop(): Promise<void>
}

/** The embedded database closes within this; then force is used. */
const stopTimeoutMs = 20_000

/** The welcome waits no longer for a program that it can be without. */
const optionalStartTimeoutMs = 15_000

export function startPrograms(context: { logsFolder: string; screen: Screen; ending: AbortSignal }): StartedPrograms {
  const { logsFolder, screen, ending } = context
  const running: { program: SupervisedProgram; log: LogFile }[] = []
  const end = Promise.withResolvers<End>()
  const wantsEnd = () => end.resolve({ kind: 'ended' })
  if (ending.aborted) wantsEnd()
  ending.addEventListener('abort', wantsEnd, { once: true })
  const warnings = createWarningSummary((line) => screen.error(line))

  const supervise = (
    plan: ProgramPlan,
    tell: {
      ready(message: ReadyMessage): void
      lost(sentence: string): void
      wish?: ((wish: Wish) => void) | undefined
    },
  ) => {
    const log = openLogFile(join(logsFolder, `${plan.name}.log`))
    const program = superviseProgram(plan, log, {
      onReady: (message) => tell.ready(message),
      onWish: (wish) => tell.wish?.(wish),
      onWarning: (warning) => warnings.add(plan.name, warning),
      onDeath: (how) => screen.error(`The ${plan.name} ended (${how}) and is started again.`),
      onGiveUp: (how) => tell.lost(`The ${plan.name} does not run: ${how} (Its log: ${log.path})`),
    })
    const entry = { program, log }
    running.push(entry)
    return entry
  }

  return {
    end: end.promise,

    start(plan, listener) {
      const served = Promise.withResolvers<StartOutcome>()
      let hasServed = false
      supervise(plan, {
        ready(message) {
          if (hasServed) listener?.onServingAgain(message)
          hasServed = true
          served.resolve({ kind: 'ready', message })
        },
        lost: (sentence) => end.resolve({ kind: 'failed', sentence }),
        wish: (wish) => listener?.onWish(wish),
      })
      return Promise.race([served.promise, end.promise])
    },

    async startOptional(plan) {
      const served = Promise.withResolvers<StartOutcome | { kind: 'missing' }>()
      const timeout = setTimeout(() => {
        screen.error(`The ${plan.name} takes long to start. Its log: ${join(logsFolder, `${plan.name}.log`)}`)
        served.resolve({ kind: 'missing' })
      }, optionalStartTimeoutMs)
      supervise(plan, {
        ready: (message) => served.resolve({ kind: 'ready', message }),
        lost(sentence) {
          screen.error(`${sentence} Farport goes on without it.`)
          served.resolve({ kind: 'missing' })
        },
      })
      const outcome = await Promise.race([served.promise, end.promise])
      clearTimeout(timeout)
      return outcome
    },

    startPassing(plan) {
      const entry = supervise(plan, { ready: () => undefined, lost: (sentence) => screen.error(sentence) })
      return {
        async stop() {
          const at = running.indexOf(entry)
          if (at !== -1) running.splice(at, 1)
          await entry.program.stop(stopTimeoutMs)
          entry.log[Symbol.dispose]()
        },
      }
    },

    async [Symbol.asyncDispose]() {
      ending.removeEventListener('abort', wantsEnd)
      for (const { program, log } of running.toReversed()) {
        await program.stop(stopTimeoutMs)
        log[Symbol.dispose]()
      }
      warnings[Symbol.dispose]()
    },
  }
}
