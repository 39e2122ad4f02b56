// A part of the agents, in a thread of their own: tells how many of them are in.

import { parentPort, workerData } from 'node:worker_threads'
import type { AgentsOrder, AgentsReport } from './agent-threads.ts'
import { startAgents } from './agents.ts'

const reportMs = 50

const { ticketKey, relay, devices } = workerData as AgentsOrder // as the one who started it gave it
const left = [...devices]
const agents = await startAgents(
  {
    ticketKey,
    device: () => {
      const device = left.pop()
      if (device === undefined) throw new Error('there are as many devices as agents')
      return device
    },
  },
  relay,
  devices.length,
)
setInterval(() => {
  const report: AgentsReport = { online: agents.online, arrivals: agents.arrivals }
  parentPort?.postMessage(report, []) // a port of Node has no origin to name
}, reportMs)
