// How far a long piece of work is: one line that is written over on a terminal, a line a few seconds elsewhere.

export interface Progress {
  told(done: number): void
  end(): void
}

const everyMs = { terminal: 200, file: 5000 } as const

export function showProgress(what: string, total: number): Progress {
  const { isTTY } = process.stderr
  const startedAtMs = performance.now()
  let shownAtMs = startedAtMs
  const line = (done: number) => {
    const seconds = (performance.now() - startedAtMs) / 1000
    return `${what}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}, ${seconds.toFixed(0)} s`
  }
  return {
    told(done) {
      if (done === total || performance.now() - shownAtMs < (isTTY ? everyMs.terminal : everyMs.file)) return
      shownAtMs = performance.now()
      process.stderr.write(isTTY ? `\r${line(done)}` : `${line(done)}\n`)
    },
    end() {
      process.stderr.write(`${isTTY ? '\r' : ''}${line(total)}\n`)
    },
  }
}
