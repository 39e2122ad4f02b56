// Who leads out of this machine's IPv4 network.

import { readFile } from 'node:fs/promises'
import { ipFromBytes, ipReachOf, ipToBytes } from '@farport/protocol'
import type { HostAddress } from './host-addresses.ts'

export interface NetworkRouter {
  readonly router: string
  /** This machine's address in the router's network. */
  readonly own: string
}

/** Linux tells; elsewhere it is taken to be the first address of a private network, as it nearly always is. */
export async function findRouter(own: readonly HostAddress[]): Promise<NetworkRouter | undefined> {
  const inPrivate = own.find(({ host }) => ipReachOf(host) === 'private' && !host.includes(':'))
  if (inPrivate === undefined) return undefined
  const told = await readRoutes()
  return { router: told ?? firstOf(inPrivate.network), own: inPrivate.host }
}

async function readRoutes(): Promise<string | undefined> {
  const table = await readFile('/proc/net/route', 'utf8').catch(() => '') // not on this system
  return defaultRouterOf(table)
}

/** The gateway of the default route in the form of Linux: hexadecimal, the lowest byte first. */
export function defaultRouterOf(table: string): string | undefined {
  for (const line of table.split('\n').slice(1)) {
    const [, destination, gateway = ''] = line.trim().split(/\s+/)
    if (destination !== '00000000' || !/^[0-9A-F]{8}$/i.test(gateway) || gateway === '00000000') continue
    return ipFromBytes(Buffer.from(gateway, 'hex').toReversed())
  }
  return undefined
}

function firstOf(network: string): string {
  const [host = '', bits = '32'] = network.split('/')
  const bytes = Buffer.from(ipToBytes(host) ?? [0, 0, 0, 0])
  const mask = Number(bits) === 0 ? 0 : (0xffff_ffff << (32 - Number(bits))) >>> 0
  bytes.writeUInt32BE(((bytes.readUInt32BE() & mask) >>> 0) + 1)
  return bytes.join('.')
}
