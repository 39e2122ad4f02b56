// Where a connection's port is bound on this machine, and who of the network may use it: from the options. Pure.

import { accept, refuse, type Result } from '@farport/basics'
import { isLoopback, type AddressRule } from '@farport/protocol'
import { ipVersionOf, isIpRange } from '@farport/vocabulary'

export interface LanOptions {
  readonly bind?: string
  readonly lan?: string
}

export interface LocalBinding {
  readonly host: string
  /** Undefined: this machine alone. */
  readonly allowed: AddressRule | undefined
}

const prefixOfClass: Readonly<Record<string, number>> = { A: 8, B: 16, C: 24 }

/** `ownAddress`: of this machine in its network; undefined when it is in none. */
export function localBindingOf(
  { bind, lan }: LanOptions,
  ownAddress: string | undefined,
): Result<LocalBinding, string> {
  if (bind !== undefined && ipVersionOf(bind) === undefined) return refuse(`"${bind}" is no address to bind to.`)
  const isOwn = bind === undefined || isLoopback(bind)
  if (lan === undefined) {
    return isOwn
      ? accept({ host: bind ?? '127.0.0.1', allowed: undefined })
      : refuse(`Say who of your network may use it: --lan C for the network of this machine, or an address.`)
  }
  if (bind !== undefined && isOwn) return refuse(`Nobody of the network can reach ${bind}. Leave --bind out.`)
  const allowed = ruleOf(lan, bind === undefined || bind === '0.0.0.0' ? ownAddress : bind)
  return allowed.ok ? accept({ host: bind ?? '0.0.0.0', allowed: allowed.value }) : allowed
}

function ruleOf(lan: string, address: string | undefined): Result<AddressRule, string> {
  if (lan.toLowerCase() === 'anyone') return accept({ rule: 'anyone' })
  const prefix = prefixOfClass[lan.toUpperCase()]
  if (prefix !== undefined) {
    return address === undefined || ipVersionOf(address) !== 4
      ? refuse('This machine has no IPv4 address in a network. Name the addresses that may use it.')
      : accept({ rule: 'ranges', ranges: [`${address}/${prefix}`] })
  }
  const [, bits] = lan.split('/')
  const isPermitted = isIpRange(lan) && (bits === undefined || ['8', '16', '24', '32'].includes(bits))
  return isPermitted
    ? accept({ rule: 'ranges', ranges: [lan] })
    : refuse(
        `--lan takes A, B or C (the /8, /16 or /24 network of this machine), an address, such a range, or "anyone".`,
      )
}

export function allowedLocallyText(allowed: AddressRule): string {
  if (allowed.rule !== 'ranges') return 'anyone who reaches this machine'
  const others = allowed.ranges.filter((range) => !range.startsWith('127.'))
  return others.length === 0 ? 'this machine' : `this machine and ${others.join(', ')}`
}
