// The agent API of the test control plane.

import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import {
  assignmentPath,
  claimPath,
  claimRequest,
  enrolPath,
  enrolRequest,
  requestAgeMsMax,
  requestText,
  verifyText,
  type AgentRefusal,
  type Assignment,
  type ClaimOffer,
  type ServiceOrder,
} from '@farport/protocol'
import type { AccountId, DeviceId } from '@farport/vocabulary'

export interface PlannedDevice {
  readonly accountId: AccountId
  readonly deviceId: DeviceId
  readonly name: string
  readonly code: string
  /** Undefined until it has enrolled. */
  key: string | undefined
  services: ServiceOrder[]
  revision: number
  isDeleted: boolean
}

export interface AgentApiOptions {
  devices: Map<DeviceId, PlannedDevice>
  /** The keys of agents that wait to be claimed, by the codes that they show. */
  claims: Map<string, string>
  now: () => number
  assign: (device: PlannedDevice) => Assignment
}

export type AgentAnswer = { status: number; body: Assignment | ClaimOffer | AgentRefusal }

export const newCode = (): string => randomBytes(8).toString('hex').toUpperCase()

export async function answerAgent(request: IncomingMessage, options: AgentApiOptions): Promise<AgentAnswer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding is set
  const body = Buffer.concat(chunks)
  const refuse = (code: AgentRefusal['code']): AgentAnswer => ({
    status: 403,
    body: { code, message: `Refused: ${code}.`, serverTime: options.now() },
  })
  const key = String(request.headers['farport-key'])
  const timeMs = Number(request.headers['farport-time'])
  const signature = String(request.headers['farport-signature'])
  const { method = '', url: path = '' } = request
  const bodySha256 = createHash('sha256').update(body).digest('hex')
  if (!verifyText(key, requestText({ method, path, timeMs, bodySha256 }), signature)) return refuse('signature')
  if (Math.abs(timeMs - options.now()) > requestAgeMsMax) return refuse('clock')
  const devices = [...options.devices.values()]
  const known = devices.find((device) => device.key === key && !device.isDeleted)
  if (method === 'GET' && path === assignmentPath) {
    return known ? { status: 200, body: options.assign(known) } : refuse('not-enrolled')
  }
  if (method === 'POST' && path === claimPath) {
    if (!claimRequest.safeParse(JSON.parse(body.toString())).success) return refuse('invalid')
    if (known) return refuse('already-enrolled')
    const code = newCode().slice(0, 8)
    options.claims.set(code, key)
    return { status: 200, body: { code, expiresAt: options.now() + 3_600_000 } }
  }
  if (method !== 'POST' || path !== enrolPath) return refuse('invalid')
  const enrol = enrolRequest.safeParse(JSON.parse(body.toString()))
  if (!enrol.success) return refuse('invalid')
  if (known) return refuse('already-enrolled')
  const planned = devices.find((device) => device.code === enrol.data.code && device.key === undefined)
  if (planned === undefined) return refuse('code-unknown')
  planned.key = key
  return { status: 200, body: options.assign(planned) }
}
