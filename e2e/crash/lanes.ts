// What a lane of writes has asked for, and what must be found of it afterwards.
//
// A lane is one device that is written to by one writer, one write after the other: it gets names that no other write
// has, and an attribute that counts. A few are asked for together.

export type Outcome = 'acknowledged' | 'unknown'

export interface Deed {
  readonly kind: 'rename' | 'attributes'
  /** Counts the lane's deeds of this kind; its name or its attribute carries it. */
  readonly number: number
  outcome: Outcome
}

export interface Lane {
  readonly deviceId: string
  readonly deeds: Deed[]
}

/** What the server has of a lane in the end. */
export interface Kept {
  /** As it is now. */
  readonly name: string
  readonly counter: number
  /** The names of the log's renames, and how many changes of attributes it has. */
  readonly renames: readonly string[]
  readonly attributesChanged: number
}

/** No two devices of an account may have the same. */
export const nameOf = (lane: Pick<Lane, 'deviceId'>, { number }: Deed): string => `${lane.deviceId} ${number}`

/** What is lost, doubled or made up, in words; nothing when all is well. */
export function faultsOf(lane: Lane, kept: Kept): string[] {
  const renames = lane.deeds.filter(({ kind }) => kind === 'rename')
  const changes = lane.deeds.filter(({ kind }) => kind === 'attributes')
  return [
    ...faultsOfRenames(lane, renames, kept.renames),
    ...faultsOfCount(changes, kept.attributesChanged),
    ...faultsOfState('name', renames, (deed) => nameOf(lane, deed), kept.name),
    ...faultsOfState('counter', changes, ({ number }) => number, kept.counter),
  ].map((fault) => `${lane.deviceId}: ${fault}`)
}

function faultsOfRenames(lane: Lane, renames: readonly Deed[], logged: readonly string[]): string[] {
  const times = new Map<string, number>()
  for (const name of logged) times.set(name, (times.get(name) ?? 0) + 1)
  const asked = new Set(renames.map((deed) => nameOf(lane, deed)))
  const known = renames.filter(({ outcome }) => outcome === 'acknowledged').map((deed) => nameOf(lane, deed))
  return [
    ...known.filter((name) => !times.has(name)).map((name) => `${name} was acknowledged, and is not in the log`),
    ...[...times].filter(([, count]) => count > 1).map(([name, count]) => `${name} is in the log ${count} times`),
    ...[...times.keys()].filter((name) => !asked.has(name)).map((name) => `${name} is in the log, and nobody asked`),
  ]
}

function faultsOfCount(changes: readonly Deed[], logged: number): string[] {
  const acknowledged = changes.filter(({ outcome }) => outcome === 'acknowledged').length
  if (logged >= acknowledged && logged <= changes.length) return []
  return [`${acknowledged} of ${changes.length} changes were acknowledged, and ${logged} are in the log`]
}

/** The last that was acknowledged, or one after it of which nobody knows. */
function faultsOfState<Value>(
  what: string,
  deeds: readonly Deed[],
  valueOf: (deed: Deed) => Value,
  present: Value,
): string[] {
  const last = deeds.findLastIndex(({ outcome }) => outcome === 'acknowledged')
  const possible = deeds.slice(Math.max(0, last)).map(valueOf)
  if (possible.length === 0 || possible.includes(present)) return []
  return [`its ${what} is ${String(present)}, and should be ${possible.join(' or ')}`]
}
