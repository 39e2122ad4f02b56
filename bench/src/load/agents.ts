// Agents by the thousand that do nothing but keep their tunnels, as the agent's program does: its own keeper, each with
// its own key, ticket and address, and all in this process.

import type { KeyObject } from 'node:crypto'
import { generatePrivateKey, publicKeyText, signTicket, type Assignment, type RelayPlace } from '@farport/protocol'
import { createIdentity } from '@farport/transport'
import type { AccountId, DeviceId } from '@farport/vocabulary'
import { runTunnel } from '../../../apps/agent/src/tunnel/tunnel.ts'
import { TunnelKeeper } from '../../../apps/agent/src/tunnel/tunnel-keeper.ts'
import { answerCheck } from '../../../apps/agent/src/work/answer-check.ts'
import { silentLog } from '../../../apps/server/src/platform/log.ts'

/** When they come for the first time. */
const arrivalsAtOnce = 64
const connectTimeoutMs = 10_000
/** Longer than any run. */
const ticketMs = 3_600_000

export interface Agents extends AsyncDisposable {
  /** Those that are in. */
  readonly online: number
  /** How often one of them has come in so far. */
  readonly arrivals: number
}

/** What makes agents those of devices. */
export interface Enrolment {
  readonly ticketKey: KeyObject
  /** Of the device whose agent holds this key. */
  device(agentKey: string): { readonly accountId: AccountId; readonly deviceId: DeviceId }
}

/** Resolves when all are in. */
export async function startAgents(enrolment: Enrolment, relay: RelayPlace, count: number): Promise<Agents> {
  const keepers: TunnelKeeper[] = []
  const online = new Set<TunnelKeeper>()
  let [started, arrivals] = [0, 0]
  const worker = async (): Promise<void> => {
    while (started < count) {
      started += 1
      const entered = Promise.withResolvers<void>()
      // What dials a relay takes the address to dial from along.
      const place = { ...relay, localAddress: loopbackAddress(started) }
      const keeper: TunnelKeeper = await createKeeper(enrolment, place, {
        onOnline: () => {
          online.add(keeper)
          arrivals += 1
          entered.resolve()
        },
        onOffline: () => void online.delete(keeper),
      })
      keepers.push(keeper)
      keeper.start()
      await entered.promise
    }
  }
  await Promise.all(Array.from({ length: arrivalsAtOnce }, worker))
  return {
    get online() {
      return online.size
    },
    get arrivals() {
      return arrivals
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(keepers.map((keeper) => keeper[Symbol.asyncDispose]()))
    },
  }
}

/** From 127.1.0.0 on. A relay admits only so many that are just arriving from one address. */
const loopbackAddress = (index: number): string => `127.${1 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`

async function createKeeper(
  { ticketKey, device }: Enrolment,
  relay: RelayPlace,
  on: { onOnline: () => void; onOffline: () => void },
): Promise<TunnelKeeper> {
  const key = generatePrivateKey()
  const identity = await createIdentity(key)
  const agentKey = publicKeyText(key)
  const { accountId, deviceId } = device(agentKey)
  const expiresAt = Date.now() + ticketMs
  const assignment: Assignment = {
    accountId,
    deviceId,
    deviceName: 'idle',
    revision: 1,
    relays: [relay],
    ticketKeys: [publicKeyText(ticketKey)],
    tunnelTicket: signTicket({ purpose: 'tunnel', accountId, deviceId, agentKey, expiresAt }, ticketKey),
    renewAt: Number.MAX_SAFE_INTEGER,
    services: [],
  }
  return new TunnelKeeper({
    assignment: () => assignment,
    refreshAssignment: () => Promise.resolve(),
    random: Math.random,
    log: silentLog,
    ...on,
    run: (at, ticket, { onEntered, signal }) =>
      runTunnel({
        relay: at,
        ticket,
        identity,
        agentVersion: 'bench',
        bootId: deviceId,
        internalAddress: '192.0.2.7',
        connectTimeoutMs,
        signal,
        onEntered,
        onLink: () => undefined,
        onCheck: (token) => void answerCheck(token, at, connectTimeoutMs),
        onProbe: () => undefined,
        onCut: () => undefined,
        onNudge: () => undefined,
      }),
  })
}
