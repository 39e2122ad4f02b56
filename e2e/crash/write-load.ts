// Writers that ask the API without a pause, whatever happens to it, and remember what was acknowledged.

import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { nameOf, type Deed, type Lane } from './lanes.ts'

export interface WriteLoad {
  readonly lanes: readonly Lane[]
  readonly acknowledgedCount: number
  /** When the newest of the acknowledged writes was asked for. */
  readonly lastAskedAt: number
  /** Resolves when the last write has been answered, or will never be. */
  stop(): Promise<void>
}

export interface LaneOwner {
  readonly token: string
  readonly deviceId: string
}

const answerMsMax = 20_000
const pauseAfterFailureMs = 20

/** Of a question's six writes, each in a transaction of its own: reading questions must not keep the server from writing. */
const changesEach = 5
const places = Array.from({ length: changesEach }, (_, place) => place)

const question = `mutation ($id: String!, $name: String!${places.map((place) => `, $to${place}: Object!`).join('')}) {
  renameService(serviceId: $id, name: $name)
  ${places.map((place) => `change${place}: setAttributes(serviceId: $id, attributes: $to${place})`).join('\n  ')} }`

export function startWriteLoad(url: string, owners: readonly LaneOwner[]): WriteLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: owners.length })
  let isOver = false
  let acknowledgedCount = 0
  let lastAskedAt = 0

  async function write(lane: Lane, token: string): Promise<void> {
    for (let number = 1; !isOver; number += 1) {
      const rename: Deed = { kind: 'rename', number, outcome: 'unknown' }
      const changes = places.map((place): Deed => {
        return { kind: 'attributes', number: number * changesEach + place, outcome: 'unknown' }
      })
      const deeds = [rename, ...changes]
      lane.deeds.push(...deeds)
      const askedAt = performance.now()
      if (await isDone(bodyOf(lane, rename, changes), token)) {
        for (const deed of deeds) deed.outcome = 'acknowledged'
        acknowledgedCount += deeds.length
        lastAskedAt = Math.max(lastAskedAt, askedAt)
      } else await pause(pauseAfterFailureMs)
    }
  }

  function isDone(body: string, token: string): Promise<boolean> {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: `Bearer ${token}`,
    }
    return new Promise((resolve) => {
      const sent = request(`${url}/graphql/v1`, { method: 'POST', agent, headers, timeout: answerMsMax }, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => (text += chunk))
        answer.on('close', () => resolve(answer.complete && isAcknowledgement(text)))
        answer.on('error', () => resolve(false))
      })
      sent.on('timeout', () => sent.destroy())
      sent.on('error', () => resolve(false))
      sent.end(body)
    })
  }

  const lanes = owners.map(({ deviceId }): Lane => ({ deviceId, deeds: [] }))
  const writing = Promise.all(lanes.map((lane, index) => write(lane, owners[index]?.token ?? '')))
  return {
    lanes,
    get acknowledgedCount() {
      return acknowledgedCount
    },
    get lastAskedAt() {
      return lastAskedAt
    },
    async stop() {
      isOver = true
      await writing
      agent.destroy()
    },
  }
}

function bodyOf(lane: Lane, rename: Deed, changes: readonly Deed[]): string {
  const variables: Record<string, unknown> = { id: lane.deviceId, name: nameOf(lane, rename) }
  for (const [place, { number }] of changes.entries()) variables[`to${place}`] = { counter: number }
  return JSON.stringify({ query: question, variables })
}

/** Whatever else it says, nobody may rely on. */
function isAcknowledgement(text: string): boolean {
  try {
    const answer = JSON.parse(text) as { data?: object | null; errors?: unknown } // as GraphQL answers
    return answer.errors === undefined && answer.data !== undefined && answer.data !== null
  } catch {
    return false // half an answer
  }
}
