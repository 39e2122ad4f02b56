// Who may use a proxy port, as the API states it in one text: the first that comes, anyone, or an address or range.

import { accept, refuse, type Result } from '@farport/basics'
import type { AddressRule } from '@farport/protocol'
import { hostRule, isIpRange } from '@farport/vocabulary'

export interface HostRule {
  /** As the API states it, in one form. */
  readonly text: string
  readonly rule: AddressRule
}

export const hostRuleMessage = 'The allowed address is an IP address or a range of them, such as 192.0.2.0/24.'

export function parseHostRule(text: string): Result<HostRule, 'invalid'> {
  const clean = text.trim().toLowerCase()
  if (clean === hostRule.latch) return accept({ text: clean, rule: { rule: 'latch' } })
  if (clean === hostRule.anyone) return accept({ text: clean, rule: { rule: 'anyone' } })
  if (clean.length > 64 || !isIpRange(clean)) return refuse('invalid')
  return accept({ text: clean, rule: { rule: 'ranges', ranges: [clean] } })
}
