import { describe, expect, it } from 'vitest'
import { mailState, matchingMails } from './outbox-list.ts'

const mail = { to: 'ann@example.com', subject: 'Verify your address', text: 'Open the link', sent: null, error: null }

describe('a mail', () => {
  it.each([
    ['that waits is kept', mail, 'kept'],
    ['that was sent', { ...mail, sent: '2026-11-20T00:00:00Z' }, 'sent'],
    ['that was sent at last', { ...mail, sent: '2026-11-20T00:00:00Z', error: 'refused' }, 'sent'],
    ['that nobody takes has failed', { ...mail, error: 'refused' }, 'failed'],
  ])('%s', (_, known, state) => {
    expect(mailState(known)).toBe(state)
  })
})

describe('a search in the outbox', () => {
  const bob = { ...mail, to: 'bob@example.com', subject: 'アドレスの確認' }
  it.each([
    ['', 2],
    ['ann', 1],
    ['ANN verify', 1],
    ['ann bob', 0],
    ['link', 2],
    ['確認', 1],
    ['  ', 2],
  ])('for %o finds %i', (search, count) => {
    expect(matchingMails([mail, bob], search)).toHaveLength(count)
  })
})
