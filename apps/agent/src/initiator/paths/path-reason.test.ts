import { describe, expect, it } from 'vitest'
import { reasonOf, type ReasonFacts } from './path-reason.ts'

const facts = (changes: Partial<ReasonFacts> = {}): ReasonFacts => ({
  route: 'failover',
  carrier: 'relay',
  canLook: true,
  findings: { nat: 'cone', peerNat: 'cone', failures: {} },
  lookedMs: 60_000,
  heldForMs: undefined,
  trouble: undefined,
  ...changes,
})

describe('why there is no better path', () => {
  it.each<[string, Partial<ReasonFacts>, string | undefined]>([
    ['there is none better than the local network', { carrier: 'lan' }, undefined],
    ['nothing stands against a direct path', { carrier: 'udp' }, undefined],
    ['nothing carries', { carrier: undefined, trouble: 'the relay is away' }, 'the relay is away'],
    ['a person wants it so', { route: 'proxy' }, 'The connection is set to go by relay only.'],
    ['this machine cannot', { canLook: false }, 'Direct ways are switched off on this machine.'],
    [
      'it is too early to say',
      { lookedMs: 1000, findings: { nat: 'none', peerNat: 'none', failures: { lan: 'Not in one network.' } } },
      'A direct way is being looked for.',
    ],
    ['nothing was found', {}, 'No direct way was found yet.'],
    [
      'both networks are hard',
      { findings: { nat: 'symmetric', peerNat: 'symmetric', failures: {} } },
      'No direct way was found yet. Both networks give every connection another port.',
    ],
    [
      'what was tried has failed',
      {
        findings: {
          nat: 'udp-blocked',
          peerNat: 'cone',
          failures: { tcp: 'TCP did not connect.', udp: 'No UDP came.' },
        },
      },
      'UDP is blocked here. TCP did not connect. No UDP came.',
    ],
    [
      'only what would be better counts',
      {
        carrier: 'tcp',
        findings: { nat: 'none', peerNat: 'none', failures: { lan: 'Not in one network.', udp: 'No UDP came.' } },
      },
      'Not in one network.',
    ],
    [
      'it was lost too often',
      { heldForMs: 3200 },
      'A direct way was there and was lost; it is used again in 4 s if it holds.',
    ],
  ])('%s', (_, changes, reason) => {
    expect(reasonOf(facts(changes))).toBe(reason)
  })
})
