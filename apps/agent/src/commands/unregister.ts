// `unregister`: this machine forgets that it is a device, and its key with it.

import type { AgentState } from '../state/agent-state.ts'
import { runningAgent } from '../state/run-lock.ts'
import { CommandRefusal, exitCode } from './outcome.ts'

/** Returns the sentence to print. */
export async function unregister(state: AgentState): Promise<string> {
  const enrolment = await state.enrolment()
  if (enrolment === undefined) throw new CommandRefusal(exitCode.registration, 'This machine is not registered.')
  const pid = await runningAgent(state.directory)
  if (pid !== undefined) {
    throw new CommandRefusal(
      exitCode.registration,
      `The agent runs (process ${pid}). Stop it first, for example with "uninstall-service".`,
    )
  }
  await state.forget()
  return `This machine is no longer "${enrolment.deviceName}". The device stays in the portal, offline, until you delete it there: ${enrolment.serverUrl.origin}`
}
