// Notices that the machine has slept, or has changed its addresses: what was connected may be dead without a sign.

import { networkInterfaces } from 'node:os'

export interface WakeWatchOptions {
  /** A look every so often. */
  everyMs: number
  now: () => number
  addresses?: () => string
  onWake: (reason: 'slept' | 'moved') => void
}

/** A look that comes so much later than it should means that nothing ran in between. */
const sleptMs = 8000

export function watchWake({ everyMs, now, addresses = ownAddresses, onWake }: WakeWatchOptions): Disposable {
  let lookedAtMs = now()
  let seen = addresses()
  const timer = setInterval(() => {
    const slept = now() - lookedAtMs > everyMs + sleptMs
    lookedAtMs = now()
    const present = addresses()
    const moved = present !== seen
    seen = present
    if (slept) onWake('slept')
    else if (moved) onWake('moved')
  }, everyMs)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

function ownAddresses(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses
    .filter((each) => !each.internal)
    .map((each) => each.address)
    .toSorted()
    .join()
}
