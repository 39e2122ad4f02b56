// The one keeper of this window's session.

import { createKeeper } from './keeper.ts'
import { createRenewal } from './renewal.ts'

export const keeper = createKeeper({
  fetch: (input, init) => fetch(input, init),
  renew: createRenewal({ locks: navigator.locks, storage: localStorage, now: Date.now }),
  now: Date.now,
})
