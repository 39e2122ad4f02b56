// What a session is shown as.

import type { SessionEntry } from '@farport/contract'

export type SessionKind = 'terminal' | 'phone' | 'browser'

/** By the words that the server has for the device. */
export function sessionKind({ device }: Pick<SessionEntry, 'device'>): SessionKind {
  if (/command line/i.test(device)) return 'terminal'
  return /android|iphone|ipad|\bios\b/i.test(device) ? 'phone' : 'browser'
}

/** The place, where one is known, and the address. */
export function sessionPlace({ place, address }: Pick<SessionEntry, 'place' | 'address'>): string {
  return [place, address].filter((part) => part !== null && part !== '').join(' · ')
}
