// Rows under headings, aligned by what the eye sees.

import { displayWidth, padToWidth } from './display-width.ts'
import { safeText } from './safe-text.ts'

export interface Column<Row> {
  heading: string
  cell: (row: Row) => string
}

/** Every cell is made safe here, so that no caller can forget it. */
export function formatTable<Row>(columns: Column<Row>[], rows: Row[], heading = (text: string) => text): string {
  const cells = rows.map((row) => columns.map(({ cell }) => safeText(cell(row))))
  const widths = columns.map((column, index) =>
    Math.max(displayWidth(column.heading), ...cells.map((line) => displayWidth(line[index] ?? ''))),
  )
  const format = (line: string[]) =>
    line
      .map((text, index) => padToWidth(text, widths[index] ?? 0))
      .join('  ')
      .trimEnd()
  return [heading(format(columns.map((column) => column.heading))), ...cells.map(format)].join('\n')
}

/** Names and values, one pair to a line. */
export function formatFacts(facts: [name: string, value: string][]): string {
  const width = Math.max(...facts.map(([name]) => displayWidth(name)))
  return facts.map(([name, value]) => `${padToWidth(name, width)}  ${safeText(value)}`).join('\n')
}
