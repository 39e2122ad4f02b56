// Rows under a heading, in columns; numbers stand to the right.

export function printTable(heading: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = heading.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of [heading, ...rows]) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    process.stdout.write(`${cells.join('  ')}\n`)
  }
}
