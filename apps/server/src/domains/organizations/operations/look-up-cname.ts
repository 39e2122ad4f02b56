// Asks DNS where a name leads.

import { Resolver } from 'node:dns/promises'
import type { LookUpCname } from '../context.ts'

/** A person waits for the answer. */
const timeoutMs = 2000

export function createCnameLookup(servers?: readonly string[]): LookUpCname {
  return async (name) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 1 })
    if (servers !== undefined) resolver.setServers(servers)
    // No such name, no such record, no server that answers: whatever it is, nothing is shown.
    return resolver.resolveCname(name).catch(() => [])
  }
}
