// Two tunnels with one key: an agent that came back, or a cloned disk? Pure.

export type RivalVerdict =
  /** Nobody is there. */
  | 'enter'
  /** The same agent again: its former socket is forgotten. */
  | 'replace'
  /** Another start of the program, or another machine: ask the one that is there whether it lives. */
  | 'ask-present'

export function decideRival(present: { bootId: string } | undefined, newcomer: { bootId: string }): RivalVerdict {
  if (present === undefined) return 'enter'
  return present.bootId === newcomer.bootId ? 'replace' : 'ask-present'
}
