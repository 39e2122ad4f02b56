// Work that is expensive and asked for by strangers: so much at once, the rest waits, and everybody who asks has their
// turn, so that one who asks a thousand times does not keep the others waiting.

import { accept, BoundedQueue, refuse, type Result } from '@farport/basics'

export interface FairQueue {
  /** Refused when too much waits already, of all or of this one. */
  run<Answer>(asker: string, work: () => Promise<Answer>): Promise<Result<Answer, 'busy'>>
}

export interface FairQueueOptions {
  atOnce: number
  waitingMax: number
  waitingPerAskerMax: number
}

type Start = () => void

export function createFairQueue({ atOnce, waitingMax, waitingPerAskerMax }: FairQueueOptions): FairQueue {
  // Askers in the order of their turns; there is an entry only while something of theirs waits.
  const waiting = new Map<string, BoundedQueue<Start>>()
  let waitingCount = 0
  let runningCount = 0

  /** False when there is no room. */
  function wait(asker: string, start: Start): boolean {
    if (waitingCount >= waitingMax) return false
    const own = waiting.get(asker) ?? new BoundedQueue<Start>(waitingPerAskerMax)
    if (!own.push(start)) return false
    waiting.set(asker, own)
    waitingCount += 1
    return true
  }

  function startNext(): void {
    const [turn] = waiting
    if (turn === undefined) return
    const [asker, own] = turn
    const start = own.shift()
    waiting.delete(asker)
    if (own.length > 0) waiting.set(asker, own) // at the end of the line
    waitingCount -= 1
    start?.()
  }

  return {
    async run(asker, work) {
      if (runningCount < atOnce) runningCount += 1
      else {
        // Whoever ends hands its place on, so that nobody comes in between.
        const place = Promise.withResolvers<void>()
        if (!wait(asker, place.resolve)) return refuse('busy')
        await place.promise
      }
      try {
        return accept(await work())
      } finally {
        if (waitingCount > 0) startNext()
        else runningCount -= 1
      }
    },
  }
}
