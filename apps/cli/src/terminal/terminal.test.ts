import { describe, expect, it } from 'vitest'
import { displayWidth } from './display-width.ts'
import { safeText } from './safe-text.ts'
import { formatFacts, formatTable } from './table.ts'

describe('the width of', () => {
  it.each([
    ['nothing', '', 0],
    ['letters', 'device', 6],
    ['Japanese', '機器とサーバー', 14],
    ['Korean', '장치', 4],
    ['halfwidth kana', 'ｱｲ', 2],
    ['fullwidth letters', 'ＡＢ', 4],
    ['a combined letter', 'e\u0301', 1],
    ['an emoji of many parts', '👩‍🚀', 2],
    ['a flag', '🇯🇵', 2],
    ['a joiner alone', '\u200d', 0],
  ])('%s', (_, text, width) => {
    expect(displayWidth(text)).toBe(width)
  })
})

describe('text from elsewhere', () => {
  it.each([
    ['colours', '\u001b[31mred', '\ufffd[31mred'],
    ['a title', '\u001b]0;title\u0007', '\ufffd]0;title\ufffd'],
    ['a one-byte escape', '\u009b2J', '\ufffd2J'],
    ['a line break', 'a\nb\rc', 'a\ufffdb\ufffdc'],
    ['a turned direction', 'a\u202eb', 'a\ufffdb'],
    ['nothing bad', '機器 é 👩‍🚀', '機器 é 👩‍🚀'],
  ])('with %s', (_, text, safe) => {
    expect(safeText(text)).toBe(safe)
  })
})

describe('a table', () => {
  it('is aligned by what the eye sees', () => {
    const rows = [
      { name: '機器', state: 'active' },
      { name: 'router', state: '' },
    ]
    const table = formatTable(
      [
        { heading: 'NAME', cell: (row) => row.name },
        { heading: 'STATE', cell: (row) => row.state },
      ],
      rows,
    )
    expect(table).toBe(['NAME    STATE', '機器    active', 'router'].join('\n'))
  })

  it('paints no names', () => {
    expect(formatTable([{ heading: 'NAME', cell: String }], ['a\u001b[2J'])).toBe('NAME\na\ufffd[2J')
    expect(
      formatFacts([
        ['Server', 'a\u001b'],
        ['You', 'b'],
      ]),
    ).toBe('Server  a\ufffd\nYou     b')
  })
})
