// `initiate`: the local agent in the foreground. Interfaces order connections at its control socket; it ends when nothing
// is left to do.

import pino from 'pino'
import { localSocketPath } from '@farport/protocol'
import type { AgentConfig } from '../config.ts'
import { startControlServer } from '../initiator/control/control-server.ts'
import { createInitiator } from '../initiator/initiator.ts'
import { InitiatorState } from '../initiator/initiator-state.ts'
import { sessionParts } from '../initiator/session-parts.ts'
import { CommandRefusal, exitCode } from './outcome.ts'

export interface Initiate {
  config: AgentConfig
  version: string
  /** Goes on without connections and interfaces. */
  staysOn: boolean
  /** Resolves when it should stop. */
  stopped: Promise<string>
  onReady: () => void
}

/** Without a connection and an interface it ends after so long. */
const idleMs = 30_000
const lookMs = 1000

export async function initiate({ config, version, staysOn, stopped, onReady }: Initiate): Promise<void> {
  const log = pino({ level: config.logLevel, base: { program: 'initiator' } })
  const state = new InitiatorState(config.stateDir)
  const asked = Promise.withResolvers<string>()
  await using initiator = await createInitiator({
    ...sessionParts(config.direct),
    privateKey: await state.key(),
    version,
    log,
    ports: await state.ports(),
    keepPorts: (ports) => state.keepPorts(ports),
    kept: await state.connections(),
    keepConnections: (kept) => state.keepConnections(kept),
  })
  // A machine that goes down, or a newer version of this program: it will be back.
  void stopped.then((signal) => {
    initiator.leaveKept()
    asked.resolve(signal)
  })
  const control = await startControlServer({
    path: localSocketPath(config.stateDir, process.platform),
    initiator,
    version,
    onStop: () => asked.resolve('it was asked to'),
  })
  if (!control.ok) throw new CommandRefusal(exitCode.registration, control.refusal)
  await using server = control.value
  initiator.bringBack()
  let busyAtMs = performance.now()
  const timer = setInterval(() => {
    const isBusy = server.clients > 0 || initiator.connections.length > 0 || initiator.returning > 0
    if (staysOn || isBusy) busyAtMs = performance.now()
    else if (performance.now() - busyAtMs >= idleMs) asked.resolve('there is nothing left to do')
  }, lookMs)
  log.info({ key: initiator.publicKey }, 'the local agent runs')
  onReady()
  log.info({ reason: await asked.promise }, 'the local agent stops')
  clearInterval(timer)
}
