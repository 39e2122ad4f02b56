// Who may use a local port: this machine always, and of its network whom the rule names. Pure, but for the arithmetic of
// addresses.

import { BlockList, isIP } from 'node:net'
import { accept, refuse, type Result } from '@farport/basics'
import { isLoopback, plainAddress, type AddressRule } from '@farport/protocol'

export interface ClientGate {
  admits(address: string): boolean
}

/** What a person may restrict a shared port to: one address, or its network of class C, B or A. */
const prefixesPermitted: ReadonlySet<number> = new Set([8, 16, 24, 32])

/** Without a rule nobody but this machine. Refused with a sentence. */
export function createClientGate(rule: AddressRule | undefined): Result<ClientGate, string> {
  if (rule?.rule === 'anyone') return accept({ admits: () => true })
  if (rule?.rule === 'latch') return refuse('A local port cannot be latched: name an address or a range.')
  const allowed = new BlockList()
  for (const range of rule?.ranges ?? []) {
    const parsed = parseRange(range)
    if (parsed === undefined) {
      return refuse(`"${range}" is no address and no range of /8, /16 or /24, like 192.168.1.0/24.`)
    }
    allowed.addSubnet(parsed.address, parsed.prefix, parsed.family)
  }
  return accept({
    admits(address) {
      const plain = plainAddress(address)
      const family = familyOf(plain)
      return family !== undefined && (isLoopback(plain) || allowed.check(plain, family))
    },
  })
}

function parseRange(range: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | undefined {
  const [base = '', prefixText, ...rest] = range.split('/')
  const address = plainAddress(base)
  const family = familyOf(address)
  if (family === undefined || rest.length > 0) return undefined
  if (prefixText === undefined) return { address, prefix: family === 'ipv4' ? 32 : 128, family }
  const prefix = /^\d{1,2}$/.test(prefixText) ? Number(prefixText) : -1
  return family === 'ipv4' && prefixesPermitted.has(prefix) ? { address, prefix, family } : undefined
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address)
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6'
}
