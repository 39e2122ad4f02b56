// Who may use a proxy port: as the person chooses it, and as the API takes it.

import { hostRule, isIpRange } from '@farport/vocabulary'

export type AccessKind = 'latch' | 'one' | 'anyone'

export interface AccessRule {
  kind: AccessKind
  /** Of `one`: an address or a CIDR range. */
  address: string
}

export const firstAccessRule: AccessRule = { kind: 'latch', address: '' }

/** The rule in the API's words; undefined when the address is none. */
export function hostIpOf({ kind, address }: AccessRule): string | undefined {
  if (kind === 'latch') return hostRule.latch
  if (kind === 'anyone') return hostRule.anyone
  const text = address.trim()
  return isIpRange(text) ? text : undefined
}

export function accessRuleOf(hostIp: string): AccessRule {
  if (hostIp === hostRule.latch) return { kind: 'latch', address: '' }
  if (hostIp === hostRule.anyone) return { kind: 'anyone', address: '' }
  return { kind: 'one', address: hostIp }
}
