// Which local ports to try for a service, best first. Pure.

import { localPorts } from '@farport/protocol'

export interface PortFacts {
  /** Which port each service had, the latest last. */
  readonly remembered: ReadonlyMap<string, number>
  /** In use by connections of ours. */
  readonly taken: ReadonlySet<number>
  /** In [0, 1). */
  readonly random: number
}

/** Enough to get past the ports of other programs, and few enough to tell soon that none is free. */
const triesMax = 64
/** The oldest is forgotten for one more. */
export const rememberedMax = 1000

/** The port that the service had before, then others, those that belong to no service first. */
export function portsToTry(serviceId: string, { remembered, taken, random }: PortFacts): readonly number[] {
  const before = remembered.get(serviceId)
  const owned = new Set(remembered.values())
  const size = localPorts.last - localPorts.first + 1
  const start = Math.floor(random * size)
  const inTurn = Array.from({ length: size }, (_, index) => localPorts.first + ((start + index) % size))
  const free = inTurn.filter((port) => !taken.has(port) && port !== before)
  const others = [...free.filter((port) => !owned.has(port)), ...free.filter((port) => owned.has(port))]
  const first = before !== undefined && !taken.has(before) ? [before] : []
  return [...first, ...others.slice(0, triesMax)]
}

/** With this one as the latest. */
export function remember(
  remembered: ReadonlyMap<string, number>,
  serviceId: string,
  port: number,
): ReadonlyMap<string, number> {
  const others = [...remembered].filter(([id]) => id !== serviceId)
  return new Map([...others.slice(Math.max(0, others.length + 1 - rememberedMax)), [serviceId, port]])
}
