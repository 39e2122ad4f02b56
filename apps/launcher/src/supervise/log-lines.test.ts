import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLineCutter, createWarningSummary, parseWarning } from './log-lines.ts'

describe('a line of a log', () => {
  it.each([
    ['a warning', '{"level":40,"msg":"slow"}', { severity: 'warning', text: 'slow' }],
    ['an error', '{"level":50,"msg":"broken"}', { severity: 'error', text: 'broken' }],
    ['an error without words', '{"level":50,"err":{"message":"gone"}}', { severity: 'error', text: 'gone' }],
    [
      'a warning that would paint the screen',
      '{"level":40,"msg":"a\\u001b[2Jb\\nc"}',
      { severity: 'warning', text: 'a [2Jb c' },
    ],
    [
      'an error with its cause',
      '{"level":50,"msg":"broken","err":{"message":"gone"}}',
      { severity: 'error', text: 'broken: gone' },
    ],
    ['information', '{"level":30,"msg":"fine"}', undefined],
    ['plain text', 'hello', undefined],
    ['half a line', '{"level":50,"ms', undefined],
    ['null', '{"level":null}', undefined],
  ])('with %s', (_, line, warning) => {
    expect(parseWarning(line)).toEqual(warning)
  })
})

describe('the output of a program', () => {
  it('is cut into lines, wherever the chunks end', () => {
    const lines: string[] = []
    const cut = createLineCutter((line) => lines.push(line), 8)
    for (const chunk of ['on', 'e\ntwo\nth', 'ree\n', 'endlessly long\n']) cut(Buffer.from(chunk))
    expect(lines).toEqual(['one', 'two', 'three', 'endlessly long'])
    cut(Buffer.from('no end of it'))
    cut(Buffer.from('x\n'))
    expect(lines.slice(4)).toEqual(['no end of it', 'x'])
  })
})

describe('the summary', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('says equal warnings once, leaves many out, and rests', () => {
    const printed: string[] = []
    using summary = createWarningSummary((line) => printed.push(line))
    for (const text of ['a', 'b', 'a', 'c', 'd', 'e']) summary.add('relay', { severity: 'warning', text })
    vi.advanceTimersByTime(1000)
    expect(printed).toEqual(['relay: a (2 times)', 'relay: b', 'relay: c', '2 further warnings are in the logs.'])
    summary.add('server', { severity: 'error', text: 'f' })
    vi.advanceTimersByTime(29_000)
    expect(printed).toHaveLength(4)
    vi.advanceTimersByTime(1000)
    expect(printed[4]).toBe('server: error: f')
  })
})
