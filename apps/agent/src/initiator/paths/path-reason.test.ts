import type { PathWhy } from '@farport/protocol'
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
  it.each<[string, Partial<ReasonFacts>, PathWhy | undefined, string?]>([
    ['there is none better than the local network', { carrier: 'lan' }, undefined],
    ['nothing stands against a direct path', { carrier: 'udp' }, undefined],
    ['nothing carries', { carrier: undefined, trouble: 'the relay is away' }, 'unreachable', 'the relay is away'],
    ['nothing is heard', { carrier: 'lan', trouble: 'it does not answer' }, 'unreachable', 'it does not answer'],
    ['a person wants it so', { route: 'proxy' }, 'relay-only', 'The connection is set to go by relay only.'],
    ['this machine cannot', { canLook: false }, 'switched-off', 'Direct ways are switched off on this machine.'],
    [
      'it is too early to say',
      { lookedMs: 1000, findings: { nat: 'none', peerNat: 'none', failures: { lan: 'Not in one network.' } } },
      'looking',
      'A direct way is being looked for.',
    ],
    ['nothing was found', {}, 'none-found', 'No direct way was found yet.'],
    [
      'both networks are hard',
      { findings: { nat: 'symmetric', peerNat: 'symmetric', failures: {} } },
      'both-symmetric',
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
      'blocked-here',
      'UDP is blocked here. TCP did not connect. No UDP came.',
    ],
    [
      'only what would be better counts',
      {
        carrier: 'tcp',
        findings: { nat: 'none', peerNat: 'none', failures: { lan: 'Not in one network.', udp: 'No UDP came.' } },
      },
      'other-network',
      'Not in one network.',
    ],
    [
      'what was tried has failed between plain networks',
      { findings: { nat: 'cone', peerNat: 'cone', failures: { udp: 'No UDP came.' } } },
      'failed',
      'No UDP came.',
    ],
    [
      'what was tried has failed for one reason',
      { findings: { nat: 'cone', peerNat: 'cone', failures: { lan: 'Nothing came.', udp: 'Nothing came.' } } },
      'failed',
      'Nothing came.',
    ],
    [
      'the network there is hard',
      { findings: { nat: 'cone', peerNat: 'udp-blocked', failures: { udp: 'No UDP came.' } } },
      'blocked-there',
      'UDP is blocked at the device. No UDP came.',
    ],
    [
      'it was lost too often',
      { heldForMs: 3200 },
      'was-lost',
      'A direct way was there and was lost; it is used again in 4 s if it holds.',
    ],
  ])('%s', (_, changes, why, sentence) => {
    expect(reasonOf(facts(changes))).toEqual(why && { why, sentence })
  })
})
