// From where a link may be used: the denied lists first, then the allowed ones; without any, from everywhere.

import { accept, type Result } from '@farport/basics'
import { createAddressGate, type AddressGate } from '../proxies/address-rule.ts'

const anyone: AddressGate = { admits: () => true }
const nobody: AddressGate = { admits: () => false }

/** Refused when one of the ranges cannot be read, with a sentence: then the link is not served at all. */
export function createLinkGate(lists: {
  allow: readonly string[]
  deny: readonly string[]
}): Result<AddressGate, string> {
  const allowed = gateOf(lists.allow, anyone)
  const denied = gateOf(lists.deny, nobody)
  if (!allowed.ok) return allowed
  if (!denied.ok) return denied
  return accept({ admits: (address) => !denied.value.admits(address) && allowed.value.admits(address) })
}

function gateOf(ranges: readonly string[], otherwise: AddressGate): Result<AddressGate, string> {
  return ranges.length === 0 ? accept(otherwise) : createAddressGate({ rule: 'ranges', ranges: [...ranges] })
}
