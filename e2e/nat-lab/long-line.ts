// A cable of the lab that is slow, long and bad, carried by the program that benches use for it.

import { startLabProgram } from './programs.ts'
import type { Namespace } from './namespaces.ts'

export interface LongLine {
  readonly megabitsPerSecond: number
  readonly oneWayMs: number
  readonly lossPercent: number
}

/** `[namespace, name of the interface there]` at each end. */
export async function startLongLine(
  [one, oneName]: [Namespace, string],
  [other, otherName]: [Namespace, string],
  { megabitsPerSecond, oneWayMs, lossPercent }: LongLine,
): Promise<AsyncDisposable> {
  const words = [otherName, other.name, megabitsPerSecond, oneWayMs, lossPercent].map(String)
  const carrier = await startLabProgram(one, '../../bench/src/load/long-line.ts', words)
  await one.run(`ip link set ${otherName} name ${oneName}`)
  return carrier
}
