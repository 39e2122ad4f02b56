import { describe, expect, it } from 'vitest'
import type { LogEvent } from './log-sentence.ts'
import { logView, type LogPage } from './log-view.ts'

const page = (ids: string[], hasMore: boolean): LogPage => ({
  hasMore,
  last: ids.at(-1) ?? null,
  items: ids.map((id) => ({ id }) as unknown as LogEvent),
})

describe('a log', () => {
  it.each([
    ['before its first page', [], false, { kind: 'loading' }],
    ['whose first page fails', [], true, { kind: 'failed' }],
    ['in which nothing happened', [page([], false)], false, { kind: 'empty' }],
    [
      'that goes on',
      [page(['e-2', 'e-1'], true)],
      false,
      { kind: 'lines', events: [{ id: 'e-2' }, { id: 'e-1' }], after: 'e-1' },
    ],
    ['that ends', [page(['e-1'], false)], false, { kind: 'lines', events: [{ id: 'e-1' }], after: undefined }],
    [
      'with a line on two pages',
      [page(['e-3', 'e-2'], true), page(['e-2', 'e-1'], false)],
      false,
      { kind: 'lines', events: [{ id: 'e-3' }, { id: 'e-2' }, { id: 'e-1' }], after: undefined },
    ],
  ])('%s', (_, pages, hasError, view) => {
    expect(logView(pages, hasError)).toEqual(view)
  })
})
