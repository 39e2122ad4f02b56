// Where a command's words go: results to standard output, everything else to standard error.

export interface Screen {
  result(text: string): void
  note(text: string): void
  heading: (text: string) => string
}

export function createScreen(isColoured: boolean): Screen {
  return {
    result: (text) => console.log(text),
    note: (text) => console.error(text),
    heading: (text) => (isColoured ? `\u001b[1m${text}\u001b[22m` : text),
  }
}
