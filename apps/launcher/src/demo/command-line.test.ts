import { describe, expect, it } from 'vitest'
import { parseCommandLine } from './command-line.ts'

describe('a command line', () => {
  it.each([
    ['words', 'echo  a b', [{ after: 'always', words: ['echo', 'a', 'b'] }]],
    ['quotes', `echo 'a  b'"c \\" d"\\ e`, [{ after: 'always', words: ['echo', 'a  bc " d e'] }]],
    ['an empty word', `echo ''`, [{ after: 'always', words: ['echo', ''] }]],
    ['a dollar sign', 'echo $HOME', [{ after: 'always', words: ['echo', '$HOME'] }]],
    [
      'several commands',
      'a;b&&c || d;',
      [
        { after: 'always', words: ['a'] },
        { after: 'always', words: ['b'] },
        { after: 'success', words: ['c'] },
        { after: 'failure', words: ['d'] },
      ],
    ],
    ['nothing', '   ', []],
  ])('with %s is understood', (_, line, commands) => {
    expect(parseCommandLine(line)).toEqual({ ok: true, value: commands })
  })

  it.each([
    ['a pipe', 'ls | sh'],
    ['a redirection', 'echo a > b'],
    ['the background', 'ls &'],
    ['a substitution', 'echo $(id)'],
    ['backticks', 'echo `id`'],
    ['an open quote', `echo 'a`],
  ])('with %s is refused', (_, line) => {
    expect(parseCommandLine(line).ok).toBe(false)
  })
})
