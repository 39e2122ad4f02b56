// Agents by the thousand in threads of this process, so that one core's work on them does not hold up what they come to.

import type { KeyObject } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { RelayPlace } from '@farport/protocol'
import { eventually } from '@farport/testkit'
import type { Agents } from './agents.ts'
import type { FleetDevice } from './fleet.ts'

/** What a thread is told: whose agents to start, and where. */
export interface AgentsOrder {
  readonly ticketKey: KeyObject
  readonly relay: RelayPlace
  readonly devices: readonly FleetDevice[]
}

/** What a thread tells, from time to time. */
export type AgentsReport = Readonly<Record<'online' | 'arrivals', number>>

/** Resolves when all are in. */
export async function startAgentThreads(order: AgentsOrder, timeoutMs: number): Promise<Agents> {
  const parts = partsOf(order.devices, availableParallelism())
  const threads = parts.map((devices) => startThread({ ...order, devices }))
  const sum = (of: keyof AgentsReport): number => threads.reduce((total, { report }) => total + report[of], 0)
  await eventually(() => sum('online') === order.devices.length, { timeoutMs, what: 'all agents are in' })
  return {
    get online() {
      return sum('online')
    },
    get arrivals() {
      return sum('arrivals')
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(threads.map(({ worker }) => worker.terminate()))
    },
  }
}

function startThread(order: AgentsOrder): { readonly worker: Worker; readonly report: AgentsReport } {
  const thread = {
    worker: new Worker(new URL('agents-thread.ts', import.meta.url), { workerData: order }),
    report: { online: 0, arrivals: 0 },
  }
  thread.worker.on('message', (report: AgentsReport) => (thread.report = report))
  return thread
}

function partsOf<Item>(items: readonly Item[], count: number): (readonly Item[])[] {
  const length = Math.ceil(items.length / count)
  return Array.from({ length: count }, (_, at) => items.slice(at * length, (at + 1) * length))
}
