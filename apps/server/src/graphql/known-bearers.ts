// Who came lately with which credentials, so that what they may do is read while it is asked whether these still hold.
// Whose a token is never changes; that it still holds is never taken from here.

import { createHash } from 'node:crypto'

export interface KnownBearers<Person> {
  /** Undefined: nobody, or so long ago that it was forgotten. */
  of(credentials: string | undefined): Person | undefined
  remember(credentials: string | undefined, person: Person): void
}

/** Beyond it the oldest is forgotten, and then read one after the other. */
const knownMax = 10_000

export function createKnownBearers<Person>(): KnownBearers<Person> {
  const known = new Map<string, Person>()
  return {
    of: (credentials) => (credentials === undefined ? undefined : known.get(digestOf(credentials))),
    remember(credentials, person) {
      if (credentials === undefined) return
      known.set(digestOf(credentials), person)
      if (known.size > knownMax) known.delete(known.keys().next().value ?? '')
    },
  }
}

/** The credentials themselves are not kept. */
const digestOf = (credentials: string): string => createHash('sha256').update(credentials).digest('base64')
