import { accept } from '@farport/basics'
import { encodeFrame, frameType, writeFrameHead, type ControlFrame, type FrameType } from '@farport/protocol'
import { createMemoryPair } from '@farport/transport'
import { describe, expect, it, test } from 'vitest'
import { claims, dataFrame, hello, startRawPeer, until, type RawPeer } from './session-ends.ts'
import { sessionEndCode, type Session, type SessionOptions } from './session.ts'
import { startSession } from './start-session.ts'

const { protocol, limit, silent, version, linkLost } = sessionEndCode

function against(options: Partial<SessionOptions> = {}): { session: Session; peer: RawPeer } {
  const [near, far] = createMemoryPair()
  const session = startSession({
    link: near,
    role: 'acceptor',
    verifyGrant: () => accept(claims),
    onStream: (request) => void request.accept(),
    ...options,
  })
  return { session, peer: startRawPeer(far) }
}

const head = (type: number, length: number, streamId: number): Buffer => {
  const bytes = Buffer.alloc(8)
  writeFrameHead(bytes, 0, type as FrameType, length, streamId) // some rows want a type that is none
  return bytes
}

const grant: ControlFrame = { type: 'grant', grantId: 1, ticket: 'any' }
const open = (streamId: number): ControlFrame => ({ type: 'open', streamId, grantId: 1, window: 65_536, source: 'x' })
const opened = [hello, grant, open(1)]
const window = (streamId: number, consumed: number): ControlFrame => ({ type: 'window', streamId, consumed, window: 1 })

type Row = [why: string, code: number, frames: (ControlFrame | Uint8Array)[]]

const rows: Row[] = [
  ['garbage', protocol, [Buffer.from('GET / HTTP/1.1\r\n\r\n')]],
  ['an unknown type', protocol, [hello, head(15, 0, 0)]],
  ['an oversized frame', protocol, [hello, head(frameType.data, 0xffffff, 1)]],
  ['an unreadable greeting', protocol, [head(frameType.hello, 2, 0), Buffer.from('{]')]],
  [
    'a greeting in another version',
    version,
    [{ type: 'hello', hello: { protocol: 2, windowBytes: 1, streamsMax: 1 } }],
  ],
  ['a frame before the greeting', protocol, [grant]],
  ['a second greeting', protocol, [hello, hello]],
  ['the id of a revoked grant', protocol, [hello, grant, { type: 'revoke', grantId: 1 }, grant]],
  ['the revoking of a grant that never was', protocol, [hello, { type: 'revoke', grantId: 7 }]],
  [
    'more grants than the limit',
    limit,
    [hello, ...[1, 2, 3, 4].map((grantId): ControlFrame => ({ type: 'grant', grantId, ticket: 'any' }))],
  ],
  ['an even stream id', protocol, [hello, grant, open(2)]],
  ['a stream id again', protocol, [hello, grant, open(3), open(3)]],
  ['a lower stream id', protocol, [hello, grant, open(3), open(1)]],
  ['an answer to the end that answers', protocol, [hello, { type: 'accept', streamId: 1, window: 1 }]],
  ['data for a stream that never was', protocol, [...opened, dataFrame(3, Buffer.from('x'))]],
  ['a datagram for a stream that never was', protocol, [...opened, dataFrame(3, Buffer.from('x'), frameType.datagram)]],
  ['a window for a stream that never was', protocol, [...opened, window(3, 0)]],
  ['the end of a stream that never was', protocol, [...opened, { type: 'fin', streamId: 3 }]],
  ['the reset of a stream that never was', protocol, [...opened, { type: 'reset', streamId: 3, code: 0, message: '' }]],
  ['more data than the window', limit, [...opened, dataFrame(1, Buffer.alloc(1025))]],
  [
    'more data than the window, bit by bit',
    limit,
    [...opened, ...Array.from({ length: 205 }, () => dataFrame(1, Buffer.alloc(5)))],
  ],
  ['data after the end', protocol, [...opened, { type: 'fin', streamId: 1 }, dataFrame(1, Buffer.from('x'))]],
  ['two ends', protocol, [...opened, { type: 'fin', streamId: 1 }, { type: 'fin', streamId: 1 }]],
  ['a window over bytes that were never sent', protocol, [...opened, window(1, 1)]],
  ['a pong that nobody asked for', protocol, [hello, { type: 'pong', nonce: 77n }]],
]

const limits = { grantsMax: 3, windowBytesFirst: 1024, windowBytesMin: 1024 }

describe('a session ends with a reason, told to the other end, when it is sent', () => {
  test.each(rows)('%s', async (_why, code, frames) => {
    const { session, peer } = against({ limits })
    peer.send(...frames)
    const end = await session.closed
    expect(end).toMatchObject({ by: 'us', code })
    expect(end.message).not.toBe('')
    await until(() => peer.hasEnded)
    expect(peer.frames.at(-1)).toEqual({ type: 'goaway', code, message: end.message })
  })

  test.each<Row>([
    ['an OPEN', protocol, [hello, open(1)]],
    ['a GRANT', protocol, [hello, grant]],
    ['an answer for a stream that it did not open', protocol, [hello, { type: 'accept', streamId: 1, window: 1 }]],
  ])('as initiator: %s', async (_why, code, frames) => {
    const { session, peer } = against({ role: 'initiator' })
    peer.send(...frames)
    expect(await session.closed).toMatchObject({ by: 'us', code })
  })

  it('as initiator: data, an end or a window before a stream is accepted', async () => {
    for (const frame of [
      dataFrame(1, Buffer.from('x')),
      dataFrame(1, Buffer.from('x'), frameType.datagram),
      { type: 'fin', streamId: 1 } as const,
      window(1, 0),
    ]) {
      const { session, peer } = against({ role: 'initiator' })
      const asked = session.grant('any').open('x')
      await until(() => peer.frames.some(({ type }) => type === 'open'))
      peer.send(hello, frame)
      expect(await session.closed).toMatchObject({ by: 'us', code: protocol })
      expect(await asked).toMatchObject({ ok: false })
    }
  })
})

describe('late frames for a stream that is over do no harm', () => {
  test.each<[string, (ControlFrame | Uint8Array)[]]>([
    ['data', [dataFrame(1, Buffer.alloc(1_000_0))]],
    ['a datagram', [dataFrame(1, Buffer.from('x'), frameType.datagram)]],
    ['a window', [window(1, 1_000_000)]],
    ['an end', [{ type: 'fin', streamId: 1 }]],
    ['a reset', [{ type: 'reset', streamId: 1, code: 4, message: '' }]],
  ])('%s', async (_what, frames) => {
    const { session, peer } = against({ limits })
    peer.send(...opened, { type: 'reset', streamId: 1, code: 4, message: 'gone' }, ...frames, {
      type: 'ping',
      nonce: 5n,
    })
    await until(() => peer.frames.some((frame) => frame.type === 'pong' && frame.nonce === 5n))
    expect(session.end).toBeUndefined()
    session.close()
  })
})

describe('a session ends when the other end', () => {
  it('does not greet in time', async () => {
    const { session, peer } = against({ limits: { helloTimeoutMs: 20 } })
    expect(await session.closed).toMatchObject({ by: 'us', code: silent })
    await until(() => peer.frames.at(-1)?.type === 'goaway')
  })

  it('falls silent', async () => {
    const { session, peer } = against({ limits: { pingIntervalMs: 10, silenceMsMax: 40 } })
    peer.send(hello)
    expect(await session.closed).toMatchObject({ by: 'us', code: silent })
    expect(peer.frames.filter(({ type }) => type === 'ping').length).toBeGreaterThan(1)
  })

  it('says so, and a code that we do not know is in order', async () => {
    const { session, peer } = against()
    peer.send(hello, { type: 'goaway', code: 999, message: 'because' })
    expect(await session.closed).toEqual({ by: 'them', code: sessionEndCode.done, message: 'because' })
  })

  it('ends or breaks the link', async () => {
    const first = against()
    first.peer.link.end()
    expect(await first.session.closed).toMatchObject({ by: 'them', code: linkLost })
    const second = against()
    second.peer.link.destroy()
    expect(await second.session.closed).toMatchObject({ by: 'them', code: linkLost })
  })

  it('ends the link in the middle of a frame', async () => {
    const { session, peer } = against()
    peer.send(hello, encodeFrame(grant).subarray(0, 9))
    peer.link.end()
    expect(await session.closed).toMatchObject({
      by: 'us',
      code: protocol,
      message: 'the link ended in the middle of a frame',
    })
    await until(() => peer.frames.at(-1)?.type === 'goaway')
  })

  it('asks much and reads nothing of the answers', async () => {
    const { session, peer } = against({ limits: { outboxBytesMax: 20_000 } })
    peer.send(hello)
    peer.link.pause()
    const pings = Array.from({ length: 1000 }, (): ControlFrame => ({ type: 'ping', nonce: 1n }))
    while (session.end === undefined) {
      peer.send(...pings)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(session.end).toMatchObject({ by: 'us', code: limit })
  })
})
