import { randomBytes } from 'node:crypto'
import { encodeLinkHead, linkHeadBytes } from '@farport/protocol'
import { createMemoryPair, type Link } from '@farport/transport'
import { describe, expect, it, test } from 'vitest'
import { beginOver } from './movable-link.ts'
import { acceptorKey, connectResumable, initiatorKey, memoryLink, type ResumableEnds } from './resumable-ends.ts'
import { carries, turns, until } from './session-ends.ts'
import { sessionEndCode } from './session.ts'

const isClosed = (link: Link): boolean => !link.write(Buffer.alloc(0))

const deaf = { onBytes: () => undefined, onDrain: () => undefined, onEnd: () => undefined, onClose: () => undefined }

/** What has come so far. */
function listenTo(link: Link): () => Buffer {
  const pieces: Uint8Array[] = []
  link.start({ ...deaf, onBytes: (bytes) => void pieces.push(Uint8Array.from(bytes)) })
  return () => Buffer.concat(pieces)
}

const moved = { ok: true, value: true }
const quick = { pingActiveMs: 5, answerMsMax: 20 }

describe('a session over a resumable link', () => {
  it('begins at once, and carries streams', async () => {
    await using ends = await connectResumable()
    const { near, far } = await ends.stream()
    const [question, answer] = [randomBytes(3_000_000), randomBytes(2_000_000)]
    await Promise.all([near.send(question), far.send(answer)])
    await until(() => far.receivedBytes === question.length && near.receivedBytes === answer.length)
    expect(far.received.equals(question)).toBe(true)
    expect(near.received.equals(answer)).toBe(true)
  })

  it('moves while both links live', async () => {
    await using ends = await connectResumable()
    const { near, far } = await ends.stream()
    const bytes = randomBytes(4_000_000)
    const sending = near.send(bytes)
    const other = ends.another()
    expect(await ends.link.moveTo(other.near)).toEqual(moved)
    await sending
    await until(() => far.receivedBytes === bytes.length)
    expect(far.received.equals(bytes)).toBe(true)
    expect(ends.states).toEqual(['carrying'])
    await until(() => isClosed(ends.first.far))
  })

  it('outlives its link, and goes on over another', async () => {
    await using ends = await connectResumable()
    const { near, far } = await ends.stream()
    const bytes = randomBytes(4_000_000)
    const sending = near.send(bytes)
    await until(() => far.receivedBytes > 100_000)
    ends.first.weather.cut()
    await until(() => ends.initiator.carrierState === 'lost')
    expect(await ends.link.moveTo(ends.another().near)).toEqual(moved)
    await sending
    await until(() => far.receivedBytes === bytes.length)
    expect(far.received.equals(bytes)).toBe(true)
    expect(ends.states).toEqual(['lost', 'carrying'])
  })

  it('opens streams, and closes them, while nothing carries it: the other end learns later', async () => {
    await using ends = await connectResumable()
    const first = await ends.stream()
    ends.first.weather.cut()
    await until(() => ends.initiator.carrierState === 'lost')
    first.near.stream.end()
    const second = ends.stream()
    await turns(20)
    expect(await ends.link.moveTo(ends.another().near)).toEqual(moved)
    await carries(await second)
    await until(() => first.far.hasEnded)
  })

  it('ends at both ends when one closes it', async () => {
    await using ends = await connectResumable()
    ends.initiator.close(sessionEndCode.leaving, 'enough')
    expect(await ends.acceptor.closed).toEqual({ by: 'them', code: sessionEndCode.leaving, message: 'enough' })
    await until(() => ends.door.sessions === 0)
    expect(await ends.link.moveTo(ends.another().near)).toEqual({ ok: false, refusal: 'the session has ended' })
  })

  it('ends at both ends when no other link comes in time', async () => {
    await using ends = await connectResumable({ begin: { absenceMsMax: 20 }, door: { absenceMsMax: 30 } })
    const { near } = await ends.stream()
    ends.first.weather.cut()
    for (const session of [ends.initiator, ends.acceptor])
      expect(await session.closed).toMatchObject({ code: sessionEndCode.linkLost })
    expect(near.end).toMatchObject({ message: 'the link was lost, and no other came within 0.02 s' })
    expect(ends.door.sessions).toBe(0)
  })

  it('ends when the other end has forgotten it', async () => {
    await using ends = await connectResumable()
    ends.first.weather.cut()
    ends.acceptor.close()
    await until(() => ends.door.sessions === 0)
    expect(await ends.link.moveTo(ends.another().near)).toEqual({
      ok: false,
      refusal: 'the other end has forgotten the session',
    })
    expect(await ends.initiator.closed).toMatchObject({
      code: sessionEndCode.linkLost,
      message: 'the other end has forgotten the session',
    })
  })
})

it('a link that is moved to brings every byte again, also those that have come meanwhile over the former', async () => {
  const first = memoryLink()
  const link = beginOver(first.near)
  link.start(deaf)
  const bytes = randomBytes(600_000)
  const firstBytes = listenTo(first.far)
  link.write(bytes)
  await until(() => firstBytes().length === linkHeadBytes + bytes.length)
  const { sessionId } = link
  const second = memoryLink({ bufferBytes: 1 })
  const secondBytes = listenTo(second.far)
  const moving = link.moveTo(second.near)
  await until(() => secondBytes().length === linkHeadBytes)
  second.far.write(encodeLinkHead({ type: 'resumed', sessionId, offset: 1000, move: 0 }))
  expect(await moving).toEqual(moved)
  second.weather.stall()
  expect(link.acknowledged(590_000)).toBe(true)
  expect(link.acknowledged(600_001)).toBe(false)
  second.weather.clear()
  await until(() => secondBytes().length === linkHeadBytes + bytes.length - 1000)
  expect(secondBytes().subarray(linkHeadBytes).equals(bytes.subarray(1000))).toBe(true)
  link.destroy()
})

describe('a move that comes to nothing leaves what carried', () => {
  const patience = { begin: { moveTimeoutMs: 30 }, door: { moveMsMax: 40 } }

  test.each<[what: string, refusal: string, (ends: ResumableEnds) => Promise<unknown>]>([
    [
      'a link that is silent',
      'no answer came over the other link in 30 ms',
      async (ends) => {
        const other = ends.another()
        other.weather.stall()
        return ends.link.moveTo(other.near)
      },
    ],
    [
      'a link that the acceptor could still read, and the initiator not any more',
      'no answer came over the other link in 30 ms',
      async (ends) => {
        const other = ends.another()
        const moving = ends.link.moveTo(other.near)
        await until(() => ends.farLink.carrier !== ends.first.far && ends.farLink.queuedBytes >= 0)
        other.weather.stall()
        return moving
      },
    ],
    [
      'a link that breaks',
      'the link was cut',
      async (ends) => {
        const other = ends.another()
        const moving = ends.link.moveTo(other.near)
        other.weather.cut()
        return moving
      },
    ],
    [
      'a link to somebody else',
      'the link leads to another end than the session',
      (ends) => ends.link.moveTo(createMemoryPair({ right: 'somebody' })[0]),
    ],
    [
      'a link whose other end talks of something else',
      'what came over the other link is no answer',
      (ends) => {
        const [near, far] = createMemoryPair({ right: acceptorKey })
        far.write(Buffer.from('HTTP/1.1 400 Bad Request, and so on'))
        return ends.link.moveTo(near)
      },
    ],
  ])('%s', async (_what, refusal, move) => {
    await using ends = await connectResumable({ ...patience, initiator: { limits: quick } })
    const talk = await ends.stream()
    expect(await move(ends)).toEqual({ ok: false, refusal })
    await carries(talk, 300_000)
    await carries({ near: talk.far, far: talk.near }, 300_000)
    expect([ends.initiator.end, ends.acceptor.end]).toEqual([undefined, undefined])
  })

  it('another move begun meanwhile takes its place', async () => {
    await using ends = await connectResumable()
    const talk = await ends.stream()
    const moves = [ends.another(), ends.another(), ends.another()].map(({ near }) => ends.link.moveTo(near))
    expect(await Promise.all(moves)).toEqual([
      { ok: false, refusal: 'another link was chosen meanwhile' },
      { ok: false, refusal: 'another link was chosen meanwhile' },
      moved,
    ])
    await carries(talk, 500_000)
  })
})

describe('silence', () => {
  it('makes what carries suspect, and what is heard again trusted', async () => {
    await using ends = await connectResumable({ initiator: { limits: quick } })
    const talk = await ends.stream()
    ends.first.weather.stall()
    talk.near.stream.write(Buffer.from('is anybody there?'))
    await until(() => ends.initiator.carrierState === 'silent')
    ends.first.weather.clear()
    await until(() => ends.initiator.carrierState === 'carrying')
    expect(ends.states).toEqual(['silent', 'carrying'])
    await until(() => talk.far.receivedBytes === 17)
  })

  it('of what comes is noticed, too', async () => {
    await using ends = await connectResumable({ initiator: { limits: quick } })
    const talk = await ends.stream()
    await carries({ near: talk.far, far: talk.near })
    ends.first.weather.stall()
    await until(() => ends.initiator.carrierState === 'silent')
    expect(await ends.link.moveTo(ends.another().near)).toEqual(moved)
    await carries(talk)
    expect(ends.initiator.carrierState).toBe('carrying')
  })

  it('that lasts drops what carries, at both ends', async () => {
    const limits = { ...quick, pingIntervalMs: 20, silenceMsMax: 60 }
    await using ends = await connectResumable({ initiator: { limits }, acceptor: { limits } })
    const talk = await ends.stream()
    ends.first.weather.stall()
    await until(() => ends.initiator.carrierState === 'lost' && ends.acceptor.carrierState === 'lost')
    expect(await ends.link.moveTo(ends.another().near)).toEqual(moved)
    await carries(talk)
  })

  it('of an end that has nothing to say is asked about rarely', async () => {
    await using ends = await connectResumable({ initiator: { limits: { pingActiveMs: 2, pingIntervalMs: 60_000 } } })
    await carries(await ends.stream())
    const startedAtMs = performance.now()
    const before = ends.link.sentBytes
    await until(() => performance.now() - startedAtMs > 300)
    // A ping has 16 bytes, and each waits twice as long as the one before.
    expect(ends.link.sentBytes - before).toBeLessThan(16 * 12)
  })
})

describe('what is kept', () => {
  it('is let go soon after the last bytes, and then nothing is said any more', async () => {
    await using ends = await connectResumable({ initiator: { limits: { pingActiveMs: 60_000 } } })
    const talk = await ends.stream()
    await carries(talk, 5_000_000)
    await carries({ near: talk.far, far: talk.near }, 10)
    const said = (): number => ends.link.sentBytes + ends.farLink.sentBytes
    let [last, lastAtMs] = [said(), performance.now()]
    await until(() => {
      if (said() !== last) [last, lastAtMs] = [said(), performance.now()]
      return performance.now() - lastAtMs > 150
    })
    expect(ends.link.unacknowledgedBytes + ends.farLink.unacknowledgedBytes).toBeLessThan(200)
  })

  it('stays within the bound while the other end says nothing', async () => {
    await using ends = await connectResumable({
      begin: { replayBytesMax: 1_000_000 },
      conditions: { bufferBytes: 100_000_000 },
    })
    const talks = [await ends.stream(), await ends.stream(), await ends.stream(), await ends.stream()]
    for (const { near } of talks) await near.fill(4_000_000, 50_000)
    for (const { near } of talks) void near.fill(4_000_000)
    ends.first.weather.stall()
    await turns(300)
    expect(ends.link.unacknowledgedBytes).toBeLessThanOrEqual(1_000_000)
    ends.first.weather.clear()
    await until(() => talks.every(({ near, far }) => far.receivedBytes === near.stream.sentBytes))
  })
})

describe('the door', () => {
  it('gives a session to nobody but its initiator', async () => {
    await using ends = await connectResumable()
    const [near, far] = createMemoryPair({ left: 'somebody', right: acceptorKey })
    ends.door.answer(far)
    expect(await ends.link.moveTo(near)).toEqual({ ok: false, refusal: 'the other end has forgotten the session' })
    await carries(await ends.stream())
  })

  it('lets nobody in who has proven no key', async () => {
    await using ends = await connectResumable()
    const [near, far] = createMemoryPair({ right: acceptorKey })
    ends.door.answer(far)
    expect(await ends.link.moveTo(near)).toMatchObject({ ok: false })
    expect(ends.door.sessions).toBe(1)
  })

  it('takes no more sessions than it may, and no more links that wait', async () => {
    await using ends = await connectResumable({ door: { sessionsMax: 1, waitingLinksMax: 2 } })
    const links = [ends.another(), ends.another(), ends.another()]
    await until(() => links.some(({ near }) => isClosed(near)))
    expect(links[0]?.near.write(Buffer.alloc(1))).toBe(true)
  })

  it('ends the session that has waited longest when too many wait for a link', async () => {
    await using ends = await connectResumable({ door: { absentSessionsMax: 0 } })
    ends.first.weather.cut()
    expect(await ends.acceptor.closed).toMatchObject({ message: 'too many sessions wait for a link' })
  })

  it('closes a link over which nothing comes', async () => {
    await using ends = await connectResumable({ door: { waitingMsMax: 20 } })
    const { near } = ends.another()
    await until(() => isClosed(near))
  })

  it('closes a link over which no head comes', async () => {
    await using ends = await connectResumable()
    const { near } = ends.another()
    near.write(Buffer.from('GET / HTTP/1.1\r\nHost: example.com\r\n\r\n'))
    await until(() => isClosed(near))
  })

  it('that is shut takes no links, and leaves the sessions alone', async () => {
    await using ends = await connectResumable()
    const waiting = ends.another()
    ends.door[Symbol.dispose]()
    await until(() => isClosed(waiting.near))
    await until(() => isClosed(ends.another().near))
    await carries(await ends.stream())
  })
})

it('keys are seen at both ends', () => {
  const { near, far } = memoryLink()
  expect([near.peerKey, far.peerKey]).toEqual([acceptorKey, initiatorKey])
})
