// Tries several ways one after the other, and does not wait long for one before it tries the next as well.

import { refuse, type Result } from '@farport/basics'

export interface InTurnOptions<Value, Refusal> {
  /** The next one begins when the one before was refused, or after so long. */
  readonly staggerMs: number
  /** One that comes although another was faster. */
  readonly onLate: (value: Value) => void
  /** Of the refusals of all of them the one to tell. */
  readonly choose: (refusals: readonly Refusal[]) => Refusal
}

/** The first that succeeds; refused when all have failed. */
export async function firstInTurn<Value, Refusal>(
  attempts: readonly (() => Promise<Result<Value, Refusal>>)[],
  { staggerMs, onLate, choose }: InTurnOptions<Value, Refusal>,
): Promise<Result<Value, Refusal>> {
  const settled = Promise.withResolvers<Result<Value, Refusal>>()
  const refusals: Refusal[] = []
  let begun = 0
  let isSettled = false
  let timer: NodeJS.Timeout | undefined
  const next = (): void => {
    clearTimeout(timer)
    const attempt = attempts[begun]
    if (isSettled || attempt === undefined) return
    begun += 1
    timer = setTimeout(next, staggerMs)
    attempt().then(take, settled.reject)
  }
  const take = (result: Result<Value, Refusal>): void => {
    if (result.ok && isSettled) return onLate(result.value)
    if (result.ok) isSettled = true
    else refusals.push(result.refusal)
    if (result.ok) settled.resolve(result)
    else if (refusals.length === attempts.length) settled.resolve(refuse(choose(refusals)))
    else next()
  }
  if (attempts.length === 0) settled.resolve(refuse(choose(refusals)))
  next()
  const result = await settled.promise
  clearTimeout(timer)
  return result
}
