// Shows a claim code, and waits until somebody has typed it in: then this machine is a device of theirs.

import { createBackoff, type Secret } from '@farport/basics'
import type { Assignment } from '@farport/protocol'
import type { Logger } from 'pino'
import { readMachine } from '../machine.ts'
import { ServerApi, type ApiRefusal } from '../server/server-api.ts'
import type { AgentState, Enrolment } from '../state/agent-state.ts'
import { CommandRefusal, exitCode } from './outcome.ts'

export interface ClaimWait {
  state: AgentState
  serverUrl: URL
  demoWord: Secret | undefined
  version: string
  log: Logger
  signal: AbortSignal
  /** For the person at the machine. */
  show: (sentence: string) => void
  wait: (timeMs: number) => Promise<void>
}

/** How often it asks whether it was claimed. */
const askEveryMs = 3000

/** Undefined when the agent was stopped meanwhile. */
export async function waitForClaim({
  state,
  serverUrl,
  demoWord,
  version,
  log,
  signal,
  show,
  wait,
}: ClaimWait): Promise<Enrolment | undefined> {
  const api = new ServerApi({ serverUrl, privateKey: await state.key(), now: Date.now })
  const backoff = createBackoff({ delayMsFirst: 500, delayMsMax: 60_000, random: Math.random })
  let shown = ''
  while (!signal.aborted) {
    const offer = await api.claim({ ...aboutMachine(version), ...(demoWord && { demoWord: demoWord.reveal() }) })
    if (offer.ok) {
      backoff.reset()
      const { code, expiresAt } = offer.value
      if (code !== shown) show(`Claim this machine at ${serverUrl.origin}/claim/${code} or with the code ${code}.`)
      shown = code
      const assignment = await claimedUntil(expiresAt)
      if (assignment !== undefined) return enrol(assignment)
      continue
    }
    // Its registration was forgotten here, but not there.
    const known = isEnrolled(offer.refusal) ? await api.assignment() : undefined
    if (known?.ok === true) return enrol(known.value)
    const waitMs = backoff.next()
    log.warn({ reason: offer.refusal.message, waitMs }, 'no claim code from the server')
    refuseForGood(offer.refusal, serverUrl)
    await wait(waitMs)
  }
  return undefined

  async function claimedUntil(expiresAt: number): Promise<Assignment | undefined> {
    while (!signal.aborted && api.now() < expiresAt) {
      await wait(askEveryMs)
      const answer = signal.aborted ? undefined : await api.assignment()
      if (answer?.ok === true) return answer.value
    }
    return undefined
  }

  async function enrol(assignment: Assignment): Promise<Enrolment> {
    const { accountId, deviceId, deviceName } = assignment
    const enrolment: Enrolment = { serverUrl, accountId, deviceId, deviceName, enrolledAt: api.now() }
    await state.enrol(enrolment, assignment)
    show(`Claimed as "${deviceName}" (${deviceId}).`)
    return enrolment
  }
}

function aboutMachine(agentVersion: string) {
  const { hostname, platform, hardwareId, internalAddress } = readMachine()
  return {
    hostname,
    platform,
    agentVersion,
    ...(hardwareId !== undefined && { hardwareId }),
    ...(internalAddress !== undefined && { internalAddress }),
  }
}

const isEnrolled = (refusal: ApiRefusal): boolean => refusal.kind === 'refused' && refusal.code === 'already-enrolled'

/** A server that is away, busy, or of another time is asked again; one that does not understand is not. */
function refuseForGood(refusal: ApiRefusal, serverUrl: URL): void {
  if (refusal.kind === 'unreachable' || refusal.code === 'busy' || refusal.code === 'clock') return
  throw new CommandRefusal(exitCode.refused, `The server ${serverUrl.host} refused: ${refusal.message}`)
}
