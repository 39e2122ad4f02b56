// Who may use a proxy port: the first address that comes, anyone, or the addresses of some ranges.

import { BlockList, isIP } from 'node:net'
import { accept, refuse, type Result } from '@farport/basics'
import { plainAddress, type AddressRule } from '@farport/protocol'

export interface AddressGate {
  /** A latch closes behind the first address that it admits. */
  admits(address: string): boolean
}

/** Refused when a range cannot be read, with a sentence. */
export function createAddressGate(rule: AddressRule): Result<AddressGate, string> {
  switch (rule.rule) {
    case 'anyone':
      return accept({ admits: () => true })
    case 'latch':
      return accept(latch())
    case 'ranges':
      return rangeGate(rule.ranges)
  }
}

function latch(): AddressGate {
  let first: string | undefined
  return {
    admits(address) {
      first ??= plainAddress(address)
      return plainAddress(address) === first
    },
  }
}

function rangeGate(ranges: readonly string[]): Result<AddressGate, string> {
  const allowed = new BlockList()
  for (const range of ranges) {
    if (!addRange(allowed, range)) return refuse(`"${range}" is no address and no range like 192.0.2.0/24.`)
  }
  return accept({
    admits(address) {
      const plain = plainAddress(address)
      const family = isIP(plain)
      return family !== 0 && allowed.check(plain, family === 4 ? 'ipv4' : 'ipv6')
    },
  })
}

function addRange(list: BlockList, range: string): boolean {
  const [base = '', prefixText, ...rest] = range.split('/')
  const network = plainAddress(base)
  const family = isIP(network)
  if (family === 0 || rest.length > 0) return false
  const bits = family === 4 ? 32 : 128
  if (prefixText !== undefined && !/^\d{1,3}$/.test(prefixText)) return false
  const prefix = prefixText === undefined ? bits : Number(prefixText)
  if (prefix > bits) return false
  list.addSubnet(network, prefix, family === 4 ? 'ipv4' : 'ipv6')
  return true
}
