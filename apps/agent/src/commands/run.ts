// `run`: the agent in the foreground, until it is told to stop. A machine that belongs to nobody waits to be claimed.

import { createBackoff } from '@farport/basics'
import pino from 'pino'
import { startAgent } from '../agent.ts'
import type { AgentConfig } from '../config.ts'
import type { AgentState, Enrolment } from '../state/agent-state.ts'
import { takeRunLock } from '../state/run-lock.ts'
import { StatusFile } from '../state/status-file.ts'
import { waitForClaim } from './claim.ts'
import { CommandRefusal, exitCode } from './outcome.ts'
import { register } from './register.ts'

export interface Run {
  config: AgentConfig
  state: AgentState
  version: string
  /** Resolves when the agent should stop. */
  stopped: Promise<string>
  onReady: () => void
}

export async function run({ config, state, version, stopped, onReady }: Run): Promise<void> {
  const log = pino({ level: config.logLevel, base: { program: 'agent' } })
  const lock = await takeRunLock(state.directory)
  if (!lock.ok) {
    throw new CommandRefusal(
      exitCode.registration,
      `The agent runs already, as process ${lock.refusal.pid}, with ${state.directory}.`,
    )
  }
  await using _ = lock.value
  const stopping = new AbortController()
  void stopped.then(() => stopping.abort())
  const enrolment =
    (await state.enrolment()) ?? (await registerByCode({ config, state, version, log, signal: stopping.signal }))
  if (enrolment === undefined) return
  const statusFile = new StatusFile(state.directory)
  const agent = await startAgent(state, enrolment, {
    log,
    version,
    direct: config.direct,
    onStatus: (status) => statusFile.write(status, (error) => log.error({ error }, 'the status could not be written')),
  })
  log.info({ device: enrolment.deviceName, server: enrolment.serverUrl.host }, 'agent runs')
  onReady()
  log.info({ reason: await stopped }, 'agent stops')
  await agent[Symbol.asyncDispose]()
  statusFile.write({ state: 'offline', since: Date.now(), reason: 'the agent was stopped' }, () => undefined)
  await statusFile.settled()
}

interface ByCode {
  config: AgentConfig
  state: AgentState
  version: string
  log: pino.Logger
  signal: AbortSignal
}

/** A server that is just starting is waited for. Undefined when the agent was stopped meanwhile. */
async function registerByCode({ config, state, version, log, signal }: ByCode): Promise<Enrolment | undefined> {
  const code = config.registrationCode?.reveal()
  if (code === undefined) return claimed({ config, state, version, log, signal })
  const backoff = createBackoff({ delayMsFirst: 500, delayMsMax: 10_000, random: Math.random })
  while (!signal.aborted) {
    try {
      return await register({ state, serverUrl: config.serverUrl, code, version, now: Date.now })
    } catch (error) {
      if (!(error instanceof CommandRefusal) || error.exitCode !== exitCode.unreachable) throw error
      log.warn(error.message)
    }
    await aborted(signal, backoff.next())
  }
  return undefined
}

async function claimed({ config, state, version, log, signal }: ByCode): Promise<Enrolment | undefined> {
  const { serverUrl } = config
  if (serverUrl === undefined) {
    throw new CommandRefusal(
      exitCode.registration,
      'This machine is not registered. Get a code in the portal under "Add device" and run: register <code> --server https://…',
    )
  }
  return waitForClaim({
    state,
    serverUrl,
    demoWord: config.demoWord,
    version,
    log,
    signal,
    show: (sentence) => console.log(sentence),
    wait: (timeMs) => aborted(signal, timeMs),
  })
}

/** Resolves after the time, or as soon as the signal comes. */
async function aborted(signal: AbortSignal, timeMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, timeMs)
  const onAbort = () => resolve()
  signal.addEventListener('abort', onAbort)
  await promise
  clearTimeout(timer)
  signal.removeEventListener('abort', onAbort)
}
