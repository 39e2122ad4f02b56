// Work that is done again and again, never twice at once, until it is stopped.

import type { Log } from './log.ts'

export interface RepeatedWorkOptions {
  name: string
  /** From the end of one time to the beginning of the next. */
  everyMs: number
  log: Log
  work: () => Promise<unknown>
}

/** A fault is logged, and the work is tried again at its next time. Closing waits for what is under way. */
export function repeatWork({ name, everyMs, log, work }: RepeatedWorkOptions): AsyncDisposable {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let running = Promise.resolve()

  async function once(): Promise<void> {
    try {
      await work()
    } catch (error) {
      log.error({ err: error, work: name }, 'repeated work failed; it is tried again')
    }
    if (!isStopped) timer = setTimeout(begin, everyMs)
  }
  const begin = () => {
    running = once()
  }
  timer = setTimeout(begin, everyMs)

  return {
    async [Symbol.asyncDispose]() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
