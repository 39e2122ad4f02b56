// The same over sockets and TLS, through a hop that stops or breaks at will: a relay, a NAT, a radio.

import { createHash, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { connectOver } from './resumable-ends.ts'
import { turns, until, type Talker } from './session-ends.ts'
import { tlsThroughHop } from './tls-hop.ts'

const megabyte = 1_048_576

async function pump(talker: Talker, blocks: number): Promise<string> {
  const sent = createHash('sha256')
  for (let block = 0; block < blocks; block += 1) {
    const bytes = randomBytes(megabyte / 4)
    sent.update(bytes)
    await talker.send(bytes)
  }
  talker.stream.end()
  return sent.digest('hex')
}

const digestOf = ({ pieces }: Talker): string => {
  const received = createHash('sha256')
  for (const piece of pieces) received.update(piece)
  return received.digest('hex')
}

it('over TLS, both ways at full speed, nothing is lost while links are cut, stalled and changed', async () => {
  await using ends = await connectOver(await tlsThroughHop(), {
    // No move is given up here, however busy the machine is.
    begin: { moveTimeoutMs: 20_000 },
    door: { moveMsMax: 25_000 },
  })
  const talk = await ends.stream()
  const sums = Promise.all([pump(talk.near, 240), pump(talk.far, 240)])
  let weather = ends.first.weather
  for (const what of ['cut', 'nothing', 'stall', 'stall', 'cut', 'nothing', 'cut', 'stall', 'nothing'] as const) {
    const before = talk.far.receivedBytes + talk.near.receivedBytes
    await until(() => talk.far.receivedBytes + talk.near.receivedBytes > before + 5 * megabyte || talk.near.hasEnded)
    if (what !== 'nothing') weather[what]()
    await turns(3)
    const next = await tlsThroughHop()
    ends.door.answer(next.far)
    expect(await ends.link.moveTo(next.near)).toEqual({ ok: true, value: true })
    weather = next.weather
  }
  const [up, down] = await sums
  await until(() => talk.near.hasEnded && talk.far.hasEnded)
  expect([digestOf(talk.far), digestOf(talk.near)]).toEqual([up, down])
})
