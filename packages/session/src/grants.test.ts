import { accept } from '@farport/basics'
import { describe, expect, it } from 'vitest'
import { claims, connectSessions, goodTicket, until } from './session-ends.ts'
import { streamCode } from './session.ts'

describe('a grant', () => {
  it('is judged once, however many streams are opened under it', async () => {
    let judged = 0
    const verifyGrant = () => {
      judged += 1
      return accept(claims)
    }
    await using ends = await connectSessions({ acceptor: { verifyGrant } })
    await ends.stream()
    await ends.stream()
    expect(judged).toBe(1)
  })

  it('that does not hold refuses its streams, and harms no other', async () => {
    await using ends = await connectSessions()
    expect(await ends.initiator.grant('farport1.stolen').open('x')).toEqual({
      ok: false,
      refusal: { code: streamCode.ticketRefused, message: 'not ours' },
    })
    await ends.stream()
    expect(ends.requests).toHaveLength(1)
  })

  it('that is revoked ends its streams at both ends, open or not yet, and opens no more', async () => {
    await using ends = await connectSessions()
    const { near: other } = await ends.stream()
    const grant = ends.initiator.grant(goodTicket)
    const [opened, asked] = [grant.open('one'), grant.open('two')]
    const far = (await ends.request(1)).accept()
    const stream = await opened
    grant.revoke()
    expect(await asked).toMatchObject({ ok: false, refusal: { code: streamCode.revoked } })
    expect(stream.ok && (await stream.value.closed)).toMatchObject({ code: streamCode.revoked })
    expect(await far.closed).toMatchObject({ code: streamCode.revoked })
    await until(() => ends.requests[2]?.isOver === true)
    expect(await grant.open('three')).toMatchObject({ ok: false, refusal: { code: streamCode.revoked } })
    expect(other.end).toBeUndefined()
    expect([ends.initiator.streams, ends.acceptor.streams]).toEqual([1, 1])
  })

  it('that expires ends its streams and opens no more, without a word from the initiator', async () => {
    let nowMs = claims.expiresAt - 30
    await using ends = await connectSessions({ acceptor: { now: () => nowMs } })
    const { near, far } = await ends.stream()
    await until(() => near.end !== undefined)
    expect(near.end).toEqual({ code: streamCode.ticketRefused, message: 'the ticket has expired' })
    expect(far.end).toEqual(near.end)
    nowMs = claims.expiresAt
    expect(await ends.initiator.grant(goodTicket).open('x')).toMatchObject({
      ok: false,
      refusal: { code: streamCode.ticketRefused },
    })
  })

  it('beyond the limit opens nothing, and room comes back with a revoked one', async () => {
    await using ends = await connectSessions({ initiator: { limits: { grantsMax: 2 } } })
    const second = ends.initiator.grant(goodTicket)
    expect(await ends.initiator.grant(goodTicket).open('x')).toMatchObject({
      ok: false,
      refusal: { code: streamCode.tooManyStreams },
    })
    second.revoke()
    const opened = ends.initiator.grant(goodTicket).open('x')
    ;(await ends.request(0)).accept()
    expect(await opened).toMatchObject({ ok: true })
  })
})

describe('a stream', () => {
  it('that nobody answers is given up, and the late answer does no harm', async () => {
    await using ends = await connectSessions({ initiator: { limits: { openTimeoutMs: 20 } } })
    const opened = ends.initiator.grant(goodTicket).open('x')
    const request = await ends.request(0)
    expect(await opened).toMatchObject({ ok: false, refusal: { code: streamCode.targetUnreachable } })
    await until(() => request.isOver)
    const late = request.accept()
    expect(await late.closed).toMatchObject({ code: streamCode.targetUnreachable })
    expect(ends.initiator.end).toBeUndefined()
  })

  it('beyond the limit of either end is refused, and room comes back', async () => {
    await using ends = await connectSessions({ acceptor: { limits: { streamsMax: 2 } } })
    const [first] = [await ends.stream(), await ends.stream()]
    const grant = ends.initiator.grant(goodTicket)
    expect(await grant.open('x')).toMatchObject({ ok: false, refusal: { code: streamCode.tooManyStreams } })
    first.near.stream.reset({ code: streamCode.broken, message: '' })
    await until(() => ends.acceptor.streams === 1)
    const opened = grant.open('x')
    ;(await ends.request(2)).accept()
    expect(await opened).toMatchObject({ ok: true })
  })

  it('is refused by an end that connects nothing', async () => {
    await using ends = await connectSessions()
    expect(() => ends.acceptor.grant(goodTicket)).toThrow('only the initiator')
  })
})
