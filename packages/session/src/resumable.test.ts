import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { connectResumable } from './resumable-ends.ts'
import { until } from './session-ends.ts'
import { sessionEndCode } from './session.ts'

describe('a session over a resumable link', () => {
  it('begins at once, and carries streams', async () => {
    await using ends = await connectResumable()
    const { near, far } = await ends.stream()
    const [question, answer] = [randomBytes(3_000_000), randomBytes(2_000_000)]
    const sending = Promise.all([near.send(question), far.send(answer)])
    await until(() => far.receivedBytes === question.length && near.receivedBytes === answer.length)
    await sending
    expect(far.received.equals(question)).toBe(true)
    expect(near.received.equals(answer)).toBe(true)
    await until(() => ends.link.unacknowledgedBytes < 100 && ends.farLink.unacknowledgedBytes < 100)
  })

  it('moves while both links live', async () => {
    await using ends = await connectResumable()
    const { near, far } = await ends.stream()
    const bytes = randomBytes(4_000_000)
    const sending = near.send(bytes)
    const other = ends.another()
    expect(await ends.link.moveTo(other.near)).toEqual({ ok: true, value: true })
    await sending
    await until(() => far.receivedBytes === bytes.length)
    expect(far.received.equals(bytes)).toBe(true)
    expect(ends.states).toEqual(['carrying'])
  })

  it('outlives its link, and goes on over another', async () => {
    await using ends = await connectResumable()
    const { near, far } = await ends.stream()
    const bytes = randomBytes(4_000_000)
    const sending = near.send(bytes)
    await until(() => far.receivedBytes > 100_000)
    ends.first.weather.cut()
    await until(() => ends.initiator.carrierState === 'lost')
    expect(await ends.link.moveTo(ends.another().near)).toEqual({ ok: true, value: true })
    await sending
    await until(() => far.receivedBytes === bytes.length)
    expect(far.received.equals(bytes)).toBe(true)
    expect(ends.states).toEqual(['lost', 'carrying'])
  })

  it('ends at both ends when one closes it', async () => {
    await using ends = await connectResumable()
    ends.initiator.close(sessionEndCode.leaving, 'enough')
    expect(await ends.acceptor.closed).toEqual({ by: 'them', code: sessionEndCode.leaving, message: 'enough' })
    await until(() => ends.door.sessions === 0)
  })
})
