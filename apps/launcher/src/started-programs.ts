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
} from './supervise/supervised-program.ts'

/** Why everything is to end: the person wants it, or a program that Farport cannot be without does not go on. */
export type End = { kind: 'ended' } | { kind: 'failed'; sentence: string }

export type StartOutcome = { kind: 'ready'; message: ReadyMessage } | End

export interface StartedPrograms extends AsyncDisposable {
  /** Resolves when it serves, or when everything is to end. `onServingAgain`: it died, and serves again. */
  start(plan: ProgramPlan, onServingAgain?: (message: ReadyMessage) => void): Promise<StartOutcome>
  /** A program that Farport can be without. Resolves also when it does not serve; the person was told. */
  startOptional(plan: ProgramPlan): Promise<StartOutcome | { kind: 'missing' }>
  readonly end: Promise<End>
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

  const supervise = (plan: ProgramPlan, tell: { ready(message: ReadyMessage): void; lost(sentence: string): void }) => {
    const log = openLogFile(join(logsFolder, `${plan.name}.log`))
    const program = superviseProgram(plan, log, {
      onReady: (message) => tell.ready(message),
      onWarning: (warning) => warnings.add(plan.name, warning),
      onDeath: (how) => screen.error(`The ${plan.name} ended (${how}) and is started again.`),
      onGiveUp: (how) => tell.lost(`The ${plan.name} does not run: ${how} (Its log: ${log.path})`),
    })
    running.push({ program, log })
  }

  return {
    end: end.promise,

    start(plan, onServingAgain = () => undefined) {
      const served = Promise.withResolvers<StartOutcome>()
      let hasServed = false
      supervise(plan, {
        ready(message) {
          if (hasServed) onServingAgain(message)
          hasServed = true
          served.resolve({ kind: 'ready', message })
        },
        lost: (sentence) => end.resolve({ kind: 'failed', sentence }),
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
