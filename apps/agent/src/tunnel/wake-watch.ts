// Notices that the machine has slept, or has changed its addresses: what was connected may be dead without a sign.

import { networkInterfaces } from 'node:os'

export interface WakeWatchOptions {
  /** A look every so often. */
  everyMs: number
  now: () => number
  addresses?: () => string
  onWake: (reason: WakeReason) => void
}

/** left: an address that this machine had is gone, and so is whatever was connected from it. */
export type WakeReason = 'slept' | 'moved' | 'left'

/** A look that comes so much later than it should means that nothing ran in between. */
const sleptMs = 8000

export function watchWake({ everyMs, now, addresses = ownAddresses, onWake }: WakeWatchOptions): Disposable {
  let lookedAtMs = now()
  let seen = addresses()
  const timer = setInterval(() => {
    const slept = now() - lookedAtMs > everyMs + sleptMs
    lookedAtMs = now()
    const present = addresses()
    const reason = slept ? 'slept' : changeOf(seen, present)
    seen = present
    if (reason !== undefined) onWake(reason)
  }, everyMs)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Both joined by commas. */
function changeOf(before: string, now: string): WakeReason | undefined {
  if (before === now) return undefined
  const present = new Set(now.split(','))
  const had = before.split(',').filter((address) => address !== '')
  return had.every((address) => present.has(address)) ? 'moved' : 'left'
}

/** Without those that are for one cable only: nothing of ours is connected from them, and containers come and go with them. */
function ownAddresses(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .map((each) => each.address)
    .toSorted()
    .join()
}
