// Whatever comes, in whatever order: a session goes on or ends with a reason, and keeps no more than it may.

import { accept } from '@farport/basics'
import { encodeFrame, encodeLinkHead, frameType, type ControlFrame, type LinkHead } from '@farport/protocol'
import { createMemoryPair } from '@farport/transport'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createAcceptorDoor } from './acceptor-door.ts'
import { acceptorKey, initiatorKey } from './resumable-ends.ts'
import { claims, dataFrame, hello, turns } from './session-ends.ts'
import type { Session } from './session.ts'
import { startSession } from './start-session.ts'

const runs = Number(process.env['FARPORT_TEST_FUZZ_RUNS'] ?? 300)

// Few ids and small numbers, so that frames meet.
const streamId = fc.constantFrom(1, 3, 5, 7, 2, 0xffff_ffff)
const grantId = fc.constantFrom(1, 2, 3)
const size = fc.constantFrom(0, 1, 1000, 70_000, 0xffff_ffff)
const count = fc.constantFrom(0, 1, 100, 1_000_000, Number.MAX_SAFE_INTEGER)
const frame: fc.Arbitrary<ControlFrame | Uint8Array> = fc.oneof(
  fc.record({ type: fc.constant('grant' as const), grantId, ticket: fc.constantFrom('good', 'bad') }),
  fc.record({ type: fc.constant('revoke' as const), grantId }),
  fc.record({ type: fc.constant('open' as const), streamId, grantId, window: size, source: fc.constant('x') }),
  fc.record({ type: fc.constant('accept' as const), streamId, window: size }),
  fc.record({ type: fc.constant('window' as const), streamId, consumed: count, window: size }),
  fc.record({ type: fc.constant('fin' as const), streamId }),
  fc.record({ type: fc.constant('reset' as const), streamId, code: size.map((n) => n % 7), message: fc.string() }),
  fc.record({ type: fc.constantFrom('ping' as const, 'pong' as const), nonce: fc.constantFrom(0n, 1n, 2n) }),
  fc.record({ type: fc.constant('ack' as const), receivedBytes: count }),
  fc.record({ type: fc.constant('signal' as const), text: fc.constantFrom('{}', 'no JSON') }),
  fc
    .tuple(streamId, fc.constantFrom(1, 900, 66_000), fc.constantFrom(frameType.data, frameType.datagram))
    .map(([id, length, type]) => dataFrame(id, Buffer.alloc(Math.min(length, 60_000)), type)),
)

const head: fc.Arbitrary<LinkHead> = fc
  .tuple(
    fc.constantFrom('probe' as const, 'begin' as const, 'resume' as const, 'answer' as const, 'unknown' as const),
    fc.constantFrom(1, 2),
    count,
    fc.constantFrom(1, 2, 3),
  )
  .map(([type, id, offset, move]) => ({
    type,
    sessionId: new Uint8Array(16).fill(id),
    offset,
    move: type === 'resume' ? move : 0,
  }))

const bytesOf = (frames: readonly (ControlFrame | Uint8Array)[]): Buffer =>
  Buffer.concat(frames.map((each) => (each instanceof Uint8Array ? each : encodeFrame(each))))

it('wild heads and frames over many links', { timeout: 3_600_000 }, async () => {
  const link = fc.record({
    heads: fc.array(head, { maxLength: 3 }),
    frames: fc.array(frame, { maxLength: 20 }),
    wild: fc.uint8Array({ maxLength: 40 }),
    isCut: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(link, { minLength: 1, maxLength: 5 }), async (links) => {
      const sessions: Session[] = []
      const door = createAcceptorDoor({
        limits: { sessionsMax: 4, replayBytesMax: 100_000 },
        onBegin: (begun) => {
          const session = startSession({
            link: begun,
            role: 'acceptor',
            verifyGrant: () => accept(claims),
            onStream: (request) => {
              const stream = request.accept()
              stream.start({
                onBytes: (bytes) => {
                  stream.consumed(bytes.length)
                  stream.write(bytes)
                },
                onDrain: () => undefined,
                onEnd: () => stream.end(),
                onClose: () => undefined,
                onDatagram: (bytes) => stream.sendDatagram(bytes),
              })
            },
            limits: { streamsMax: 3, grantsMax: 2, unsentBytesMax: 10_000_000 },
          })
          sessions.push(session)
        },
      })
      for (const { heads, frames, wild, isCut } of links) {
        const [near, far] = createMemoryPair({ left: initiatorKey, right: acceptorKey })
        near.start({
          onBytes: () => undefined,
          onDrain: () => undefined,
          onEnd: () => undefined,
          onClose: () => undefined,
        })
        door.answer(far)
        near.write(Buffer.concat([...heads.map(encodeLinkHead), bytesOf([hello, ...frames]), wild]))
        await turns(3)
        if (isCut) near.destroy()
      }
      await turns(3)
      for (const session of sessions) {
        if (session.end !== undefined) expect(session.end.message).toBeTypeOf('string')
        expect(session.streams).toBeLessThanOrEqual(3)
      }
      expect(door.sessions).toBeLessThanOrEqual(4)
      for (const session of sessions) session.close()
      door[Symbol.dispose]()
    }),
    { numRuns: runs },
  )
})
