import { describe, expect, it } from 'vitest'
import { deletionReasons, isDeletionReason, isDeletionRequestComplete } from './deletion-reasons.ts'

describe('the reasons for a deletion', () => {
  it('are eleven, each once', () => {
    expect(new Set(deletionReasons).size).toBe(11)
  })

  it.each([
    ['cost', true],
    ['weather', false],
    ['', false],
  ])('know %o: %s', (text, isKnown) => {
    expect(isDeletionReason(text)).toBe(isKnown)
  })
})

describe('a request for a deletion', () => {
  it.each([
    ['with a reason', { reasons: ['cost'], text: '' }, true],
    ['with two characters', { reasons: [], text: 'no' }, true],
    ['with one character', { reasons: [], text: 'n' }, false],
    ['with one character among spaces', { reasons: [], text: '  n  ' }, false],
    ['with nothing', { reasons: [], text: '' }, false],
  ])('%s is complete: %s', (_, request, isComplete) => {
    expect(isDeletionRequestComplete(request)).toBe(isComplete)
  })
})
