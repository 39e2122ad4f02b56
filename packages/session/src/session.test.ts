import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { connectSessions, goodTicket, memoryLinks, tlsLinks, until, turns, claims } from './session-ends.ts'
import { sessionEndCode, streamCode } from './session.ts'

describe.each([
  { name: 'memory', links: memoryLinks },
  { name: 'TLS', links: tlsLinks },
])('a session over $name', ({ links }) => {
  it('carries a stream both ways, with its source and its claims', async () => {
    await using ends = await connectSessions({ links })
    const { near, far } = await ends.stream()
    expect(ends.requests[0]).toMatchObject({ source: '192.0.2.7:1', claims })
    const [question, answer] = [randomBytes(300_000), randomBytes(2_000_000)]
    await Promise.all([near.send(question), far.send(answer)])
    near.stream.end()
    far.stream.end()
    await until(() => near.end !== undefined && far.end !== undefined)
    expect(near.received.equals(answer)).toBe(true)
    expect(far.received.equals(question)).toBe(true)
    expect(near.stream).toMatchObject({ sentBytes: question.length, receivedBytes: answer.length })
    expect([await near.stream.closed, await far.stream.closed]).toEqual([
      { code: streamCode.none, message: '' },
      { code: streamCode.none, message: '' },
    ])
    expect([ends.initiator.streams, ends.acceptor.streams]).toEqual([0, 0])
  })

  it('carries many streams at once without mixing them', async () => {
    await using ends = await connectSessions({ links })
    const talks = await Promise.all(Array.from({ length: 40 }, () => ends.stream()))
    const payloads = talks.map((_, index) => randomBytes(1 + index * 9973))
    await Promise.all(talks.map(({ near }, index) => near.send(payloads[index] ?? Buffer.alloc(0))))
    for (const { near } of talks) near.stream.end()
    await until(() => talks.every(({ far }) => far.hasEnded))
    for (const [index, { far }] of talks.entries())
      expect(far.received.equals(payloads[index] ?? Buffer.alloc(0))).toBe(true)
  })

  it('lets one direction end and the other go on', async () => {
    await using ends = await connectSessions({ links })
    const { near, far } = await ends.stream()
    near.stream.end()
    await until(() => far.hasEnded)
    await far.send(Buffer.from('still here'))
    await until(() => near.receivedBytes === 10)
    expect([near.end, far.end]).toEqual([undefined, undefined])
    expect(near.stream.write(Buffer.from('no more'))).toBe(false)
  })

  it('delivers all that was written before the end, past a slow reader', async () => {
    await using ends = await connectSessions({ links })
    const { near, far } = await ends.stream()
    far.hold()
    const bytes = randomBytes(700_000)
    near.stream.write(bytes)
    near.stream.end()
    await turns(20)
    expect(far.hasEnded).toBe(false)
    far.release()
    await until(() => far.hasEnded)
    expect(far.received.equals(bytes)).toBe(true)
  })

  it('resets a stream for both ends, and only that one', async () => {
    await using ends = await connectSessions({ links })
    const [first, second] = [await ends.stream(), await ends.stream()]
    first.far.stream.reset({ code: streamCode.broken, message: 'the service went away' })
    await until(() => first.near.end !== undefined)
    expect(first.near.end).toEqual({ code: streamCode.broken, message: 'the service went away' })
    await second.near.send(Buffer.from('hello'))
    await until(() => second.far.receivedBytes === 5)
  })

  it('answers a refused stream with its reason', async () => {
    await using ends = await connectSessions({ links })
    const opened = ends.initiator.grant(goodTicket).open('192.0.2.7:1')
    const request = await ends.request(0)
    request.refuse({ code: streamCode.targetUnreachable, message: 'nothing listens on port 22' })
    expect(await opened).toEqual({
      ok: false,
      refusal: { code: streamCode.targetUnreachable, message: 'nothing listens on port 22' },
    })
    expect([ends.initiator.streams, ends.acceptor.streams]).toEqual([0, 0])
  })

  it('carries datagrams whole', async () => {
    await using ends = await connectSessions({ links })
    const { near, far } = await ends.stream()
    const sent = [Buffer.alloc(0), Buffer.from('one'), randomBytes(65_507)]
    for (const datagram of sent) {
      expect(near.stream.sendDatagram(datagram)).toBe(true)
      await until(() => far.datagrams.length > sent.indexOf(datagram))
    }
    expect(far.datagrams).toEqual(sent)
  })

  it('measures the way there and back', async () => {
    await using ends = await connectSessions({ links })
    expect(await ends.initiator.ping()).toBeGreaterThan(0)
    expect(await ends.acceptor.ping()).toBeLessThan(5000)
  })

  it('that one end closes ends every stream, at both ends, with the reason', async () => {
    await using ends = await connectSessions({ links })
    const [first, second] = [await ends.stream(), await ends.stream()]
    ends.acceptor.close(sessionEndCode.leaving, 'the agent is stopping')
    expect(await ends.initiator.closed).toEqual({
      by: 'them',
      code: sessionEndCode.leaving,
      message: 'the agent is stopping',
    })
    expect(await ends.acceptor.closed).toEqual({
      by: 'us',
      code: sessionEndCode.leaving,
      message: 'the agent is stopping',
    })
    for (const talker of [first.near, first.far, second.near, second.far]) {
      expect(await talker.stream.closed).toEqual({ code: streamCode.sessionEnded, message: 'the agent is stopping' })
    }
    expect(await ends.initiator.grant(goodTicket).open('x')).toMatchObject({
      ok: false,
      refusal: { code: streamCode.sessionEnded },
    })
    await expect(ends.initiator.ping()).rejects.toThrow('the session has ended')
  })
})
