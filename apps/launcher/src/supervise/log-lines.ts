// What deserves a person's eye in a program's output, and how to say it shortly.

export interface Warning {
  severity: 'warning' | 'error'
  text: string
}

const textLengthMax = 160

/** A line of JSON with a `level` as pino writes it, from `warn` upwards; else undefined. Plain lines stay in the file. */
export function parseWarning(line: string): Warning | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const { level, msg, err } = JSON.parse(line) as { level?: unknown; msg?: unknown; err?: { message?: unknown } } // every use below is checked
    if (typeof level !== 'number' || level < 40) return undefined
    const text = [msg, err?.message].filter((part) => typeof part === 'string' && part !== '').join(': ')
    return { severity: level < 50 ? 'warning' : 'error', text: plain(text || 'no message') }
  } catch {
    // Torn or foreign: the file has it.
    return undefined
  }
}

/** One line that a terminal prints as it stands. */
export function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what this takes out
  const line = text.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim()
  return line.length > textLengthMax ? `${line.slice(0, textLengthMax - 1)}…` : line
}

/** Cuts a stream of bytes into lines. A line longer than the limit is cut there. */
export function createLineCutter(onLine: (line: string) => void, lineBytesMax = 16 * 1024): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      onLine(rest.subarray(0, end).toString())
      rest = rest.subarray(end + 1)
    }
    if (rest.length <= lineBytesMax) return
    onLine(rest.toString())
    rest = Buffer.alloc(0)
  }
}

/** Gathers warnings and tells them in a few lines at a time, so that a storm does not bury the screen. */
export function createWarningSummary(
  print: (line: string) => void,
  { linesMax = 3, waitMs = 1000, restMs = 30_000 } = {},
) {
  const waiting = new Map<string, number>()
  let leftOut = 0
  let timer: NodeJS.Timeout | undefined

  const tell = () => {
    if (waiting.size === 0 && leftOut === 0) {
      timer = undefined
      return
    }
    for (const [text, count] of waiting) print(count === 1 ? text : `${text} (${count} times)`)
    if (leftOut > 0) print(`${leftOut} further warnings are in the logs.`)
    waiting.clear()
    leftOut = 0
    timer = setTimeout(tell, restMs)
    timer.unref()
  }

  return {
    add(program: string, { severity, text }: Warning) {
      const line = `${program}: ${severity === 'error' ? 'error: ' : ''}${text}`
      const count = waiting.get(line)
      if (count === undefined && waiting.size >= linesMax) leftOut += 1
      else waiting.set(line, (count ?? 0) + 1)
      if (timer !== undefined) return
      timer = setTimeout(tell, waitMs)
      timer.unref()
    },
    [Symbol.dispose]() {
      clearTimeout(timer)
    },
  }
}
