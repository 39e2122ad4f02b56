import { generatePrivateKey, parseDirectSignal, type DirectSignal } from '@farport/protocol'
import { eventually } from '@farport/testkit'
import { createIdentity } from '@farport/transport'
import { expect, it } from 'vitest'
import { createDirectPaths } from './create-direct-paths.ts'
import type { DirectOptions } from './direct-paths.ts'

const identity = await createIdentity(generatePrivateKey())

/** One end; what it says is kept, and the other end is the test. */
function startEnd(role: DirectOptions['role'], allows: Partial<DirectOptions['allows']> = {}) {
  const said: DirectSignal[] = []
  const paths = createDirectPaths({
    role,
    identity,
    peerKey: 'A'.repeat(43),
    stun: [],
    allows: { lan: true, tcp: true, udp: true, portMapping: false, ...allows },
    send: (signal) => {
      const parsed = parseDirectSignal(signal)
      if (parsed.ok) said.push(parsed.value)
      else expect.fail(`unreadable: ${signal}`)
    },
    onLink: (link) => link.destroy(),
  })
  const rounds = (): number[] => [...new Set(said.flatMap((signal) => (signal.type === 'look' ? [signal.round] : [])))]
  return { paths, said, rounds, [Symbol.asyncDispose]: () => paths[Symbol.asyncDispose]() }
}

const look = (round: number, kinds: readonly string[] = ['lan', 'tcp', 'udp'], nonce = 'B'.repeat(43)): string =>
  JSON.stringify({ type: 'look', round, nonce, kinds, nat: 'cone', candidates: [], isComplete: true })

it('the initiator begins, and the acceptor waits for it', async () => {
  await using initiator = startEnd('initiator')
  await using acceptor = startEnd('acceptor')
  await eventually(() => initiator.rounds().length > 0, { what: 'it looks' })
  expect([initiator.rounds(), acceptor.said]).toEqual([[1], []])
  acceptor.paths.onSignal(look(1))
  await eventually(() => acceptor.rounds().length > 0, { what: 'it looks, too' })
  expect(acceptor.rounds()).toEqual([1])
})

it('the acceptor asks for another round, and the initiator begins one', async () => {
  await using initiator = startEnd('initiator')
  await using acceptor = startEnd('acceptor')
  acceptor.paths.lookAgain()
  expect(acceptor.said).toEqual([{ type: 'again' }])
  await eventually(() => initiator.rounds().length === 1, { what: 'the first round' })
  initiator.paths.onSignal('{"type":"again"}')
  await eventually(() => initiator.rounds().length === 2, { what: 'the second round' })
})

it('an initiator that begins a thousand rounds at once is followed in very few of them', async () => {
  await using acceptor = startEnd('acceptor')
  for (let round = 1; round <= 1000; round += 1) acceptor.paths.onSignal(look(round))
  await eventually(() => acceptor.rounds().includes(1000), { what: 'the last one is followed' })
  expect(acceptor.rounds()).toEqual([1, 1000])
})

it('a round that is over does not come back', async () => {
  await using acceptor = startEnd('acceptor')
  acceptor.paths.onSignal(look(7))
  await eventually(() => acceptor.rounds().includes(7), { what: 'it is followed' })
  for (const round of [7, 6, 1]) acceptor.paths.onSignal(look(round, ['udp'], 'C'.repeat(43)))
  expect(acceptor.rounds()).toEqual([7])
})

it('what cannot be read changes nothing', async () => {
  await using acceptor = startEnd('acceptor')
  for (const signal of ['', '{', '{"type":"go"}', look(0), 'x'.repeat(20_000)]) acceptor.paths.onSignal(signal)
  expect([acceptor.said, acceptor.paths.findings.failures]).toEqual([[], {}])
})

it('a way that this end does not allow is not offered, nor one that the other does not want', async () => {
  await using acceptor = startEnd('acceptor', { tcp: false })
  acceptor.paths.onSignal(look(1, ['tcp', 'udp']))
  await eventually(() => acceptor.rounds().length > 0, { what: 'it looks' })
  expect(acceptor.said[0]).toMatchObject({ type: 'look', kinds: ['udp'] })
})

it('a way that the other end does not offer is known to fail at once, with a sentence', async () => {
  await using initiator = startEnd('initiator')
  await eventually(() => initiator.rounds().length > 0, { what: 'it looks' })
  initiator.paths.onSignal(look(1, ['lan', 'tcp']))
  await eventually(() => initiator.paths.findings.failures.udp, { what: 'udp has failed' })
  expect(initiator.paths.findings.failures).toEqual({ udp: 'The other device does not offer this way.' })
})

it('nothing is said any more after the end', async () => {
  const initiator = startEnd('initiator')
  await initiator.paths[Symbol.asyncDispose]()
  const { length } = initiator.said
  initiator.paths.lookAgain()
  initiator.paths.onSignal('{"type":"again"}')
  await initiator.paths[Symbol.asyncDispose]()
  expect(initiator.said).toHaveLength(length)
})
