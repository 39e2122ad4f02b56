// `register <code>`: this machine becomes a device of the account that made the code. Registering a machine that is a
// device of that server already changes nothing, so that an installer may run twice.

import type { Assignment } from '@farport/protocol'
import { readMachine } from '../machine.ts'
import { ServerApi, type ApiRefusal } from '../server/server-api.ts'
import type { AgentState, Enrolment } from '../state/agent-state.ts'
import { runningAgent } from '../state/run-lock.ts'
import { CommandRefusal, exitCode } from './outcome.ts'

export interface Registration {
  state: AgentState
  serverUrl: URL | undefined
  code: string
  version: string
  now: () => number
}

/** Throws a CommandRefusal when it cannot be. */
export async function register({ state, serverUrl, code, version, now }: Registration): Promise<Enrolment> {
  if (serverUrl === undefined) {
    throw new CommandRefusal(exitCode.usage, 'Which server? Add --server https://… or set FARPORT_SERVER_URL.')
  }
  const present = await state.enrolment()
  if (present && (await isStillDevice(state, present, serverUrl, now))) return present
  const api = new ServerApi({ serverUrl, privateKey: await state.key(), now })
  const { hostname, platform, hardwareId, internalAddress } = readMachine()
  const answer = await api.enrol({
    code,
    hostname,
    platform,
    agentVersion: version,
    ...(hardwareId !== undefined && { hardwareId }),
    ...(internalAddress !== undefined && { internalAddress }),
  })
  const assignment = answer.ok ? answer.value : await alreadyEnrolled(api, serverUrl, answer.refusal)
  const enrolment: Enrolment = {
    serverUrl,
    accountId: assignment.accountId,
    deviceId: assignment.deviceId,
    deviceName: assignment.deviceName,
    enrolledAt: api.now(),
  }
  await state.enrol(enrolment, assignment)
  return enrolment
}

/** A device that was deleted at the server is forgotten here, too, so that the machine can become a new one. */
async function isStillDevice(
  state: AgentState,
  present: Enrolment,
  serverUrl: URL,
  now: () => number,
): Promise<boolean> {
  if (present.serverUrl.origin !== serverUrl.origin) {
    throw new CommandRefusal(
      exitCode.registration,
      `This machine is registered already, as "${present.deviceName}" at ${present.serverUrl.origin}. To register it elsewhere, run "unregister" first.`,
    )
  }
  const answer = await new ServerApi({ serverUrl, privateKey: await state.key(), now }).assignment()
  if (answer.ok) return true
  if (answer.refusal.kind !== 'refused' || answer.refusal.code !== 'not-enrolled') {
    throw registrationRefusal(serverUrl, answer.refusal)
  }
  if ((await runningAgent(state.directory)) !== undefined) {
    throw new CommandRefusal(
      exitCode.registration,
      'This device was deleted, and its agent still runs. Stop it, and register again.',
    )
  }
  await state.forget()
  return false
}

/** The server knows this key: an earlier registration succeeded there, and its answer was lost on the way. */
async function alreadyEnrolled(api: ServerApi, serverUrl: URL, refusal: ApiRefusal): Promise<Assignment> {
  if (refusal.kind === 'refused' && refusal.code === 'already-enrolled') {
    const assignment = await api.assignment()
    if (assignment.ok) return assignment.value
  }
  throw registrationRefusal(serverUrl, refusal)
}

function registrationRefusal(serverUrl: URL, refusal: ApiRefusal): CommandRefusal {
  if (refusal.kind === 'unreachable') {
    return new CommandRefusal(
      exitCode.unreachable,
      `The server ${serverUrl.host} cannot be reached: ${refusal.message}. Check the address and the network, and try again.`,
    )
  }
  if (refusal.code === 'code-unknown') {
    return new CommandRefusal(
      exitCode.refused,
      'The server does not know this registration code, or it is used up. Get a new one in the portal under "Add device".',
    )
  }
  return new CommandRefusal(exitCode.refused, `The server ${serverUrl.host} refused: ${refusal.message}`)
}
