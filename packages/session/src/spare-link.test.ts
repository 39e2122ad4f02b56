import { encodeLinkHead, noSession } from '@farport/protocol'
import { createMemoryPair } from '@farport/transport'
import { expect, it } from 'vitest'
import { acceptorKey, connectResumable, memoryLink } from './resumable-ends.ts'
import { until } from './session-ends.ts'
import { createSpareLink } from './spare-link.ts'

it('a spare link is asked whether it would carry, and then carries', async () => {
  await using ends = await connectResumable()
  const spare = createSpareLink(ends.another({ delayMs: 5 }).near)
  expect(spare.roundTripMs).toBeUndefined()
  expect(await spare.probe(1000)).toBeGreaterThanOrEqual(9)
  expect(spare.roundTripMs).toBeGreaterThanOrEqual(9)
  expect(await ends.link.moveTo(spare.take())).toEqual({ ok: true, value: true })
  const { near, far } = await ends.stream()
  await near.send(Buffer.from('over the spare'))
  await until(() => far.receivedBytes === 14)
  await expect(spare.probe(10)).rejects.toThrow('does not wait any more')
})

it('carries although the answer to a probe is still on its way', async () => {
  await using ends = await connectResumable()
  const spare = createSpareLink(ends.another({ delayMs: 5 }).near)
  const probed = spare.probe(1000).catch(String)
  expect(await ends.link.moveTo(spare.take())).toEqual({ ok: true, value: true })
  expect(await probed).toContain('does not wait any more')
})

it('a spare link that does not answer says so, and one that closes is lost', async () => {
  await using ends = await connectResumable()
  const { near, weather } = ends.another()
  const spare = createSpareLink(near)
  weather.stall()
  await expect(spare.probe(10)).rejects.toThrow('no answer came in 10 ms')
  weather.clear()
  weather.cut()
  await spare.lost
  await expect(spare.probe(10)).rejects.toThrow('does not wait any more')
})

it('asks by itself, which keeps the link open at the door, and closes it when nobody answers', async () => {
  await using ends = await connectResumable({ door: { waitingMsMax: 100 } })
  const { near, weather } = ends.another()
  const spare = createSpareLink(near, { probeEveryMs: 20, answerMsMax: 30 })
  const startedAtMs = performance.now()
  await until(() => performance.now() - startedAtMs > 250)
  await spare.probe(1000)
  weather.stall()
  await spare.lost
})

it.each<[what: string, said: Buffer]>([
  ['what is no head', Buffer.from('SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u7')],
  ['an answer that nobody asked for', encodeLinkHead({ type: 'answer', sessionId: noSession, offset: 7, move: 0 })],
  ['what only an initiator says', encodeLinkHead({ type: 'probe', sessionId: noSession, offset: 1, move: 0 })],
])('closes when it is told %s', async (_what, said) => {
  const [near, far] = createMemoryPair({ right: acceptorKey })
  const spare = createSpareLink(near)
  far.write(said)
  await spare.lost
})

it('a link to nobody is lost', async () => {
  const { near, far } = memoryLink()
  const spare = createSpareLink(near)
  far.destroy()
  await spare.lost
})
