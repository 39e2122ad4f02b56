// Two ends of a session in one process, for the tests of this package.

import { randomBytes } from 'node:crypto'
import { accept, refuse } from '@farport/basics'
import {
  encodeFrame,
  FrameReader,
  frameHeadBytes,
  frameType,
  generatePrivateKey,
  protocolVersion,
  proxyClaims,
  writeFrameHead,
  type ControlFrame,
  type ProxyClaims,
} from '@farport/protocol'
import { createIdentity, createMemoryPair, createTlsTransport, type Link } from '@farport/transport'
import { startSession } from './start-session.ts'
import type { Session, SessionOptions, SessionStream, StreamEnd, StreamRequest } from './session.ts'

export const goodTicket = 'farport1.good'

export const claims: ProxyClaims = proxyClaims.parse({
  purpose: 'proxy',
  connectionId: '00000000-0000-4000-8000-000000000001',
  accountId: 'a-0000000000000001',
  deviceId: 'd-0000000000000001',
  serviceId: 's-0000000000000001',
  relayId: 'r-0000000000000001',
  initiatorKey: 'A'.repeat(43),
  allowed: { rule: 'anyone' },
  idleTimeoutMs: 0,
  expiresAt: Date.now() + 86_400_000,
})

export interface SessionEnds extends AsyncDisposable {
  readonly initiator: Session
  readonly acceptor: Session
  /** Streams that the acceptor was asked for, oldest first. */
  readonly requests: StreamRequest[]
  request(index: number): Promise<StreamRequest>
  /** An accepted stream, both its ends. */
  stream(): Promise<{ near: Talker; far: Talker }>
}

export type LinkPair = () => Promise<[Link, Link]>

export const memoryLinks: LinkPair = () => Promise.resolve(createMemoryPair())

export const tlsLinks: LinkPair = async () => {
  const [left, right] = await Promise.all([createIdentity(generatePrivateKey()), createIdentity(generatePrivateKey())])
  const arrival = Promise.withResolvers<Link>()
  await using listener = await createTlsTransport({ identity: left, peerKey: right.publicKey }).listen(
    { host: '127.0.0.1', port: 0 },
    arrival.resolve,
  )
  const link = await createTlsTransport({ identity: right, peerKey: left.publicKey }).connect(listener.place)
  if (!link.ok) throw new Error(link.refusal.message)
  return [link.value, await arrival.promise]
}

interface EndsOptions {
  readonly links?: LinkPair
  readonly initiator?: Partial<SessionOptions>
  readonly acceptor?: Partial<SessionOptions>
}

export async function connectSessions({
  links = memoryLinks,
  initiator,
  acceptor,
}: EndsOptions = {}): Promise<SessionEnds> {
  const [nearLink, farLink] = await links()
  const requests: StreamRequest[] = []
  const far = startSession({
    link: farLink,
    role: 'acceptor',
    verifyGrant: (ticket) => (ticket === goodTicket ? accept(claims) : refuse('not ours')),
    onStream: (request) => requests.push(request),
    ...acceptor,
  })
  const near = startSession({ link: nearLink, role: 'initiator', ...initiator })
  const grant = near.grant(goodTicket)
  let asked = 0
  return {
    initiator: near,
    acceptor: far,
    requests,
    async request(index) {
      await until(() => requests.length > index)
      return requests[index] ?? missing('request')
    },
    async stream() {
      const index = asked++
      const opened = grant.open('192.0.2.7:1')
      await until(() => requests.length > index)
      const accepted = requests[index]?.accept() ?? missing('request')
      const stream = await opened
      if (!stream.ok) throw new Error(stream.refusal.message)
      return { near: new Talker(stream.value), far: new Talker(accepted) }
    },
    async [Symbol.asyncDispose]() {
      near.close()
      far.close()
      await Promise.all([near.closed, far.closed])
    },
  }
}

/** One end of a stream, which reads at once unless it is told to hold. */
export class Talker {
  readonly stream: SessionStream
  readonly pieces: Buffer[] = []
  readonly datagrams: Buffer[] = []
  receivedBytes = 0
  hasEnded = false
  end: StreamEnd | undefined
  #isHolding = false
  #heldBytes = 0
  #onDrain: () => void = () => undefined

  constructor(stream: SessionStream) {
    this.stream = stream
    stream.start({
      onBytes: (bytes) => {
        this.pieces.push(Buffer.from(bytes))
        this.receivedBytes += bytes.length
        if (this.#isHolding) this.#heldBytes += bytes.length
        else stream.consumed(bytes.length)
      },
      onDrain: () => this.#onDrain(),
      onEnd: () => (this.hasEnded = true),
      onClose: (end) => {
        this.end = end
        this.#onDrain()
      },
      onDatagram: (bytes) => this.datagrams.push(Buffer.from(bytes)),
    })
  }

  get received(): Buffer {
    return Buffer.concat(this.pieces)
  }

  /** Reads nothing any more: what comes fills the window. */
  hold(): void {
    this.#isHolding = true
  }

  /** Reads on, what was held first. */
  release(): void {
    this.#isHolding = false
    const held = this.#heldBytes
    this.#heldBytes = 0
    this.stream.consumed(held)
  }

  async send(bytes: Uint8Array): Promise<void> {
    if (!this.stream.write(bytes)) await new Promise<void>((resolve) => (this.#onDrain = resolve))
  }

  /** Sends so much, in pieces, until there is no room at all for so long. Answers how much it could send. */
  async fill(byteCount: number, pieceBytes = 65_536): Promise<number> {
    const before = this.stream.sentBytes
    const piece = randomBytes(pieceBytes)
    for (let sent = 0; sent < byteCount; sent += pieceBytes) {
      const hasStalled = await Promise.race([this.send(piece).then(() => false), turns(200).then(() => true)])
      if (hasStalled) break
    }
    return this.stream.sentBytes - before
  }
}

/** The other end of a link, which says whatever a test wants. */
export interface RawPeer {
  readonly frames: ControlFrame[]
  readonly dataBytes: number
  readonly hasEnded: boolean
  send(...frames: (ControlFrame | Uint8Array)[]): void
  link: Link
}

export function startRawPeer(link: Link): RawPeer {
  const frames: ControlFrame[] = []
  let dataBytes = 0
  let hasEnded = false
  const reader = new FrameReader({
    onFrame: (frame) => frames.push(frame),
    onData: (_streamId, bytes) => (dataBytes += bytes.length),
    onDatagram: () => undefined,
    onGarbage: (refusal) => {
      throw new Error(`this end was sent garbage: ${refusal}`)
    },
  })
  link.start({
    onBytes: (bytes) => reader.push(bytes),
    onDrain: () => undefined,
    onEnd: () => (hasEnded = true),
    onClose: () => (hasEnded = true),
  })
  return {
    link,
    frames,
    get dataBytes() {
      return dataBytes
    },
    get hasEnded() {
      return hasEnded
    },
    send: (...sent) =>
      void link.write(Buffer.concat(sent.map((frame) => (frame instanceof Uint8Array ? frame : encodeFrame(frame))))),
  }
}

export const hello: ControlFrame = {
  type: 'hello',
  hello: { protocol: protocolVersion, windowBytes: 1_048_576, streamsMax: 100 },
}

export function dataFrame(streamId: number, payload: Uint8Array, type: number = frameType.data): Buffer {
  const frame = Buffer.alloc(frameHeadBytes + payload.length)
  writeFrameHead(frame, 0, type === frameType.data ? frameType.data : frameType.datagram, payload.length, streamId)
  frame.set(payload, frameHeadBytes)
  return frame
}

const deadlineMs = 20_000

export async function until(condition: () => boolean): Promise<void> {
  const startedAtMs = performance.now()
  while (!condition()) {
    if (performance.now() - startedAtMs > deadlineMs) throw new Error(`never: ${condition.toString()}`)
    await turns(1)
  }
}

/** So many turns of the event loop. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

function missing(what: string): never {
  throw new Error(`there is no ${what}`)
}

/** Sends so much from near, and looks that it comes to far as it was. */
export async function carries({ near, far }: { near: Talker; far: Talker }, byteCount = 1000): Promise<void> {
  const before = far.received
  const bytes = randomBytes(byteCount)
  await near.send(bytes)
  await until(() => far.receivedBytes === before.length + byteCount)
  if (!far.received.equals(Buffer.concat([before, bytes]))) throw new Error('other bytes came than were sent')
}
