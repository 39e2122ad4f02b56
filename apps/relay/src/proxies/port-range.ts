// Which ports a proxy may have, and in which order they are tried.

import { accept, refuse, type Result } from '@farport/basics'

export interface PortRange {
  readonly first: number
  readonly last: number
}

/** `20000-29999`, or one port. */
export function parsePortRange(text: string): Result<PortRange, string> {
  const [, first, last] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text.trim()) ?? []
  const range = { first: Number(first), last: Number(last ?? first) }
  const isValid = range.first >= 1 && range.first <= range.last && range.last <= 65_535
  return isValid ? accept(range) : refuse(`"${text}" is no range of ports like 20000-29999.`)
}

export interface PortWish {
  range: PortRange
  /** The port that it had before: tried first, if it is one of the range. */
  former: number | undefined
  isTaken: (port: number) => boolean
  attemptsMax: number
  /** Gives numbers in [0, 1). */
  random: () => number
}

/** The former port, then the free ones from a random start on, so that ports are not guessed from each other. */
export function portCandidates({ range, former, isTaken, attemptsMax, random }: PortWish): number[] {
  const size = range.last - range.first + 1
  const start = Math.floor(random() * size)
  const isFormerFree = former !== undefined && former >= range.first && former <= range.last && !isTaken(former)
  const candidates: number[] = isFormerFree ? [former] : []
  for (let step = 0; step < size && candidates.length < attemptsMax; step += 1) {
    const port = range.first + ((start + step) % size)
    if (port !== former && !isTaken(port)) candidates.push(port)
  }
  return candidates
}
