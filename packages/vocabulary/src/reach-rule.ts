// What a SOCKS service may be used to reach: a place, and which of its ports. As people write it, a rule a line:
//
//   10.0.0.0/8                    every port in this range of addresses
//   192.168.1.7 80,443,8000-8999  these ports of this address
//   printer.lan 631               this port of whatever the device takes the name for

import { accept, refuse, type Result } from '@farport/basics'
import { ipVersionOf, isIpRange } from './ip-address.ts'
import { limits } from './limits.ts'

export const reachRuleLengthMax = 400
/** Of one service. */
export const reachRulesMax = 64
const portRangesMax = 32

export interface PortRange {
  readonly first: number
  readonly last: number
}

/** `ports` undefined: all of them. */
export type ReachRule =
  | { readonly to: 'range'; readonly range: string; readonly ports: readonly PortRange[] | undefined }
  | { readonly to: 'name'; readonly name: string; readonly ports: readonly PortRange[] | undefined }

/** Refused with a sentence. */
export function parseReachRule(text: string): Result<ReachRule, string> {
  if (text.length > reachRuleLengthMax) return refuse(`Cannot exceed ${reachRuleLengthMax} characters`)
  const [place = '', portsText, ...more] = text.trim().split(/\s+/)
  if (more.length > 0) return refuse('Please write a place, and after a space its ports, with commas between them.')
  const ports = portsText === undefined ? undefined : parsePorts(portsText)
  if (ports === null) return refuse('Please enter ports like 80,443,8000-8999.')
  if (isIpRange(place)) return accept({ to: 'range', range: place, ports })
  if (isName(place)) return accept({ to: 'name', name: place.toLowerCase(), ports })
  return refuse('Please enter a valid host name, IP address or range like 10.0.0.0/8.')
}

/** Null when the text is none. */
function parsePorts(text: string): readonly PortRange[] | null {
  const parts = text.split(',')
  if (parts.length > portRangesMax) return null
  const ranges = parts.map(parsePortRange)
  return ranges.every((range) => range !== null) ? ranges : null
}

function parsePortRange(text: string): PortRange | null {
  const [, firstText, lastText] = /^([0-9]{1,5})(?:-([0-9]{1,5}))?$/.exec(text) ?? []
  const first = Number(firstText)
  const last = Number(lastText ?? firstText)
  return first >= 1 && first <= last && last <= limits.portMax ? { first, last } : null
}

/** What looks like an address is none: a mistyped one must not be asked of a name server. */
function isName(text: string): boolean {
  if (text.length > limits.hostLengthMax || ipVersionOf(text) !== undefined || /^[0-9.]+$/.test(text)) return false
  return /^[a-zA-Z0-9_]([a-zA-Z0-9_.-]*[a-zA-Z0-9_])?\.?$/.test(text) && !text.includes('..')
}
