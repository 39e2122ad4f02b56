// What a SOCKS service may be used to reach, as people write it into its attributes: a list of rules. Without one, the
// agent takes the networks that its device is in.

import { accept, refuse, type Result } from '@farport/basics'
import { applicationId, parseReachRule, reachRulesMax, reservedAttribute, type Attributes } from '@farport/vocabulary'
import type { Service } from './service.ts'

type Socks = Pick<Service, 'application' | 'attributes'>

/** Undefined for a service that is no SOCKS server, or has no rules. */
export function reachOf({ application, attributes }: Socks): readonly string[] | undefined {
  if (application !== applicationId.socks) return undefined
  const rules = writtenRules(attributes)
  return Array.isArray(rules) ? rules.filter((rule): rule is string => typeof rule === 'string') : undefined
}

/** Refused with a sentence. */
export function checkReach(attributes: Attributes): Result<true, string> {
  const rules = writtenRules(attributes)
  if (rules === undefined) return accept(true)
  if (!Array.isArray(rules)) return refuse('Please enter a list of places.')
  const places: readonly unknown[] = rules
  if (places.length > reachRulesMax) return refuse(`Cannot exceed ${reachRulesMax} places`)
  for (const rule of places) {
    const parsed = parseReachRule(typeof rule === 'string' ? rule : '')
    if (!parsed.ok) return parsed
  }
  return accept(true)
}

/** Whether the agent has to hear of the difference: what it carries may not be meant any more. */
export function reachesElsewhere(old: Socks, changed: Socks): boolean {
  const isSocks = (service: Socks) => service.application === applicationId.socks
  return isSocks(old) !== isSocks(changed) || JSON.stringify(reachOf(old)) !== JSON.stringify(reachOf(changed))
}

function writtenRules(attributes: Attributes): unknown {
  const reserved = attributes[reservedAttribute]
  return typeof reserved === 'object' && reserved !== null ? Reflect.get(reserved, 'allow') : undefined
}
