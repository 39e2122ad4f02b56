// How programs connect to hosts that have several addresses: one after the other, as Node does it.

import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'

/**
 * For one address before the next is tried. The first packet of a connection is sent again after a second when it was
 * lost; in Node's quarter of a second it is given up before, and so is every host that is further away than that.
 */
const addressTriedMs = 2500

export function connectPatiently(): void {
  setDefaultAutoSelectFamilyAttemptTimeout(addressTriedMs)
}
