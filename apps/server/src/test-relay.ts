// For tests: a relay at the other end of the server's WebSocket, an agent that asks the server over HTTP, and one that
// people connect with.

import { createHash, createHmac, randomBytes } from 'node:crypto'
import {
  assignmentPath,
  claimPath,
  endPath,
  enrolPath,
  generatePrivateKey,
  joinText,
  protocolVersion,
  publicKeyText,
  relayPath,
  renewPath,
  reportPath,
  requestText,
  serverToRelay,
  signText,
  type RelayToServer,
  type ServerToRelay,
} from '@farport/protocol'
import { createIdFactory, type RelayId } from '@farport/vocabulary'
import { WebSocket } from 'ws'

const ids = createIdFactory({ now: Date.now, randomBytes: () => randomBytes(8) })

export interface RelaySecrets {
  readonly id: RelayId
  readonly key: ReturnType<typeof generatePrivateKey>
}

export const newRelaySecrets = (): RelaySecrets => ({ id: ids('r'), key: generatePrivateKey() })

export interface TestRelay extends Disposable {
  readonly id: RelayId
  readonly told: ServerToRelay[]
  readonly isOpen: boolean
  send(message: RelayToServer): void
  sendText(text: string): void
  /** As a power cut: nothing more, not even a goodbye. */
  cut(): void
}

/** Dials and sends a join; whether the server takes it is in `told`. */
export async function dialServer(
  serverUrl: string,
  joinSecret: string,
  { secrets = newRelaySecrets(), change = {} }: { secrets?: RelaySecrets; change?: object } = {},
): Promise<TestRelay> {
  const { id, key } = secrets
  const told: ServerToRelay[] = []
  const socket = new WebSocket(serverUrl.replace('http', 'ws') + relayPath)
  const greeted = Promise.withResolvers<string>()
  socket.on('message', (data) => {
    // ws gives a Buffer unless it is told otherwise.
    const message = serverToRelay.parse(JSON.parse((data as Buffer).toString()))
    if (message.type === 'hello') greeted.resolve(message.nonce)
    else told.push(message)
  })
  socket.on('error', (error) => greeted.reject(error))
  const nonce = await greeted.promise
  const place = { relayId: id, publicKey: publicKeyText(key), host: 'relay.example', port: 443 }
  const text = joinText({ nonce, ...place })
  const proof = createHmac('sha256', joinSecret).update(text).digest('base64url')
  const join = {
    type: 'join',
    protocol: protocolVersion,
    ...place,
    version: '0.1.0',
    signature: signText(key, text),
    proof,
  }
  socket.send(JSON.stringify({ ...join, ...change }))
  return {
    id,
    told,
    get isOpen() {
      return socket.readyState === WebSocket.OPEN
    },
    send: (message) => socket.send(JSON.stringify(message)),
    sendText: (raw) => socket.send(raw),
    cut: () => socket.terminate(),
    [Symbol.dispose]: () => socket.close(),
  }
}

export interface AgentAnswer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** An agent with a key of its own. `change` spoils its requests. */
export function createTestAgent(serverUrl: string, change: Spoiled = {}) {
  const { ask } = createSigner(serverUrl, change)
  return {
    enrol: (code: string, wish: object = {}) =>
      ask(
        'POST',
        enrolPath,
        JSON.stringify({ code, hostname: 'lab-pi', platform: 769, agentVersion: '0.1.0', ...wish }),
      ),
    /** Asks for a code to show. */
    claim: (wish: object = {}) =>
      ask('POST', claimPath, JSON.stringify({ hostname: 'lab-pi', platform: 769, agentVersion: '0.1.0', ...wish })),
    assignment: () => ask('GET', assignmentPath),
  }
}

/** An agent that people connect with. `change` spoils its requests. */
export function createTestInitiator(serverUrl: string, change: Spoiled = {}) {
  const { key, ask } = createSigner(serverUrl, change)
  return {
    /** Its public key, as `connectPeer` takes it. */
    key,
    renew: (connectionId: string) => ask('POST', renewPath, JSON.stringify({ connectionId })),
    report: (...reports: object[]) => ask('POST', reportPath, JSON.stringify({ reports })),
    end: (connectionId: string) => ask('POST', endPath, JSON.stringify({ connectionId })),
    ask,
  }
}

interface Spoiled {
  clockMs?: number
  headers?: Record<string, string>
}

/** Signs what it asks with a key of its own. */
function createSigner(serverUrl: string, change: Spoiled) {
  const key = generatePrivateKey()

  async function ask(method: 'GET' | 'POST', path: string, body?: string): Promise<AgentAnswer> {
    const timeMs = Date.now() + (change.clockMs ?? 0)
    const bodySha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const headers = {
      'farport-key': publicKeyText(key),
      'farport-time': String(timeMs),
      'farport-signature': signText(key, requestText({ method, path, timeMs, bodySha256 })),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...change.headers,
    }
    const response = await fetch(serverUrl + path, { method, headers, ...(body !== undefined && { body }) })
    return { status: response.status, body: (await response.json()) as AgentAnswer['body'] } // an object by the wire
  }

  return { key: publicKeyText(key), ask }
}
