import { describe, expect, test } from 'vitest'
import { decideReturn, type Return, type ReturnFacts, type TunnelEnd } from './return-rules.ts'

type Ended = Exclude<TunnelEnd, { end: 'stopped' }>
const facts: ReturnFacts = { failures: 1, relays: 1, backoffMs: 400, random: 0.5, isAwaited: false }
const refused = (code: Extract<TunnelEnd, { end: 'refused' }>['code'], retryAfterMs?: number): Ended => ({
  end: 'refused',
  code,
  message: '',
  retryAfterMs,
})
const unreachable: Ended = { end: 'unreachable', message: '' }

describe('an agent returns', () => {
  const rows: [string, Ended, Partial<ReturnFacts>, Partial<Return>][] = [
    [
      'soon, to the next relay, when one is unreachable',
      unreachable,
      {},
      { waitMs: 400, relay: 'next', isAssignmentDoubted: false },
    ],
    [
      'to the nearest relay when a tunnel broke',
      { end: 'lost', livedMs: 9000, message: '' },
      {},
      { waitMs: 400, relay: 'nearest' },
    ],
    ['to another when it was never let in', { end: 'lost', livedMs: 0, message: '' }, {}, { relay: 'next' }],
    [
      'with a new assignment when its ticket has expired',
      refused('ticket-expired'),
      {},
      { relay: 'same', isAssignmentDoubted: true },
    ],
    ['with a new assignment when it was dropped', refused('dropped'), {}, { isAssignmentDoubted: true }],
    ['when the relay says, and not all at once', refused('busy', 2000), {}, { waitMs: 2500, relay: 'next' }],
    ['no sooner than its backoff when the relay is busy', refused('busy', 100), {}, { waitMs: 400 }],
    ['much later when another machine holds its key', refused('duplicate'), {}, { waitMs: 75_000 }],
    ['after the relay has restarted', { end: 'drained', returnAfterMs: 1000 }, {}, { waitMs: 1500, relay: 'same' }],
    [
      'at once to another relay when one drains',
      { end: 'drained', returnAfterMs: 1000 },
      { relays: 2 },
      { waitMs: 250, relay: 'next' },
    ],
    ['soon while streams wait for it', unreachable, { backoffMs: 8000, failures: 5, isAwaited: true }, { waitMs: 375 }],
    [
      'soon, too, where its tunnel broke',
      { end: 'lost', livedMs: 9000, message: '' },
      { backoffMs: 8000, isAwaited: true },
      { waitMs: 375 },
    ],
    ['no later than its backoff', unreachable, { backoffMs: 100, isAwaited: true }, { waitMs: 100 }],
    ['in its turn after many tries', unreachable, { backoffMs: 8000, failures: 21, isAwaited: true }, { waitMs: 8000 }],
    ['with a new assignment after two rounds', unreachable, { failures: 2 }, { isAssignmentDoubted: true }],
    ['without one after three', unreachable, { failures: 3 }, { isAssignmentDoubted: false }],
    [
      'with one after four rounds through two relays',
      unreachable,
      { failures: 8, relays: 2 },
      { isAssignmentDoubted: true },
    ],
    ['without one in the middle of a round', unreachable, { failures: 5, relays: 2 }, { isAssignmentDoubted: false }],
  ]
  test.each(rows)('%s', (_name, end, changed, expected) => {
    expect(decideReturn(end, { ...facts, ...changed })).toMatchObject(expected)
  })
})
