// Where a SOCKS service may go, asked when somebody wants to: the device's networks and names are those of that moment.

import { accept, refuse, type Result } from '@farport/basics'
import { socksReply, type ServiceOrder, type SocksReply } from '@farport/protocol'
import type { Names } from './names.ts'
import { listedRanges, mayReach, namesIn, ordinaryRanges, type ReachableRange } from './reach-rules.ts'
import type { TargetPlace } from './target-rules.ts'

export interface ReachOptions {
  readonly names: Names
  /** Of the device's own interfaces, as ranges. */
  readonly networks: () => readonly string[]
}

export class Reach {
  readonly #options: ReachOptions

  constructor(options: ReachOptions) {
    this.#options = options
  }

  /** The addresses of the place that may be connected to, the best first. Names are taken as the device takes them. */
  async addressesOf(
    service: ServiceOrder,
    { host, port }: TargetPlace,
  ): Promise<Result<readonly string[], SocksReply>> {
    const [ranges, addresses] = await Promise.all([this.#rangesOf(service), this.#options.names.addressesOf(host)])
    if (addresses.length === 0) return refuse(socksReply.hostUnreachable)
    const reachable = addresses.filter((address) => mayReach(ranges, address, port))
    return reachable.length === 0 ? refuse(socksReply.notAllowed) : accept(reachable)
  }

  async #rangesOf({ host, allow }: ServiceOrder): Promise<readonly ReachableRange[]> {
    const { names, networks } = this.#options
    if (allow === undefined) return ordinaryRanges(networks(), await names.addressesOf(host))
    const found = await Promise.all(namesIn(allow).map(async (name) => [name, await names.addressesOf(name)] as const))
    const addresses = new Map(found)
    return listedRanges(allow, (name) => addresses.get(name) ?? [])
  }
}
