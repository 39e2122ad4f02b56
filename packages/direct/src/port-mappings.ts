// Ports that a router has opened for this end: asked for by PCP or NAT-PMP, else by UPnP; renewed while they are held, and
// given back in the end.

import { randomInt } from 'node:crypto'
import { connectToRouter, type RouterClient } from './ask-router.ts'
import { findRouter, type NetworkRouter } from './default-router.ts'
import type { HostAddress } from './host-addresses.ts'
import { addUpnpMapping, askUpnpAddress, deleteUpnpMapping, findUpnpGateway, type UpnpGateway } from './upnp.ts'

export interface WantedPort {
  readonly protocol: 'tcp' | 'udp'
  readonly ownPort: number
}

export interface MappedPort extends WantedPort {
  readonly host: string
  readonly port: number
}

/** A process that is killed leaves its ports open for so long at most. */
const lifetimeSeconds = 3600
const renewMs = (lifetimeSeconds * 1000) / 2
/** Another port where the same one is taken. */
const otherPorts = [20_000, 60_000] as const
const upnpTriesMax = 3

export class PortMappings implements AsyncDisposable {
  /** How to give back what was given. */
  readonly #releases: (() => Promise<unknown>)[] = []
  readonly #timers: NodeJS.Timeout[] = []
  #client: RouterClient | undefined
  #asking: Promise<void> = Promise.resolve()
  #isOver = false

  /** Asks for all of them. `onMapped`: one is there. */
  ask(own: readonly HostAddress[], wanted: readonly WantedPort[], onMapped: (mapped: MappedPort) => void): void {
    const onLive = (mapped: MappedPort): void => {
      if (!this.#isOver) onMapped(mapped)
    }
    this.#asking = this.#ask(own, wanted, onLive)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    for (const timer of this.#timers.splice(0)) clearInterval(timer)
    await this.#asking
    await Promise.all(this.#releases.splice(0).map((release) => release()))
    await this.#client?.[Symbol.asyncDispose]()
  }

  async #ask(
    own: readonly HostAddress[],
    wanted: readonly WantedPort[],
    onMapped: (mapped: MappedPort) => void,
  ): Promise<void> {
    const network = await findRouter(own)
    if (network === undefined || this.#isOver) return
    this.#client = await connectToRouter(network.router)
    const missing: WantedPort[] = []
    await Promise.all(
      wanted.map(async (port) => {
        const mapped = this.#client && (await this.#askRouter(this.#client, network, port))
        if (mapped === undefined) missing.push(port)
        else onMapped(mapped)
      }),
    )
    if (missing.length > 0 && !this.#isOver) await this.#askByUpnp(network, missing, onMapped)
  }

  async #askRouter(client: RouterClient, network: NetworkRouter, port: WantedPort): Promise<MappedPort | undefined> {
    const request = { ...port, ownHost: network.own, wantedPort: port.ownPort, lifetimeSeconds }
    if (this.#isOver) return undefined
    const given = await client.ask(request)
    if (given === undefined) return undefined
    const wantedPort = given.port
    this.#hold(
      () => client.ask({ ...request, wantedPort }),
      () => client.ask({ ...request, wantedPort: 0, lifetimeSeconds: 0 }),
    )
    return { ...port, host: given.host, port: given.port }
  }

  async #askByUpnp(
    network: NetworkRouter,
    wanted: readonly WantedPort[],
    onMapped: (mapped: MappedPort) => void,
  ): Promise<void> {
    const gateway = await findUpnpGateway(network.router, network.own)
    const host = gateway && (await askUpnpAddress(gateway))
    if (gateway === undefined || host === undefined) return
    for (const port of wanted) {
      const mapped = await this.#addByUpnp(gateway, network, port)
      if (mapped !== undefined) onMapped({ ...port, host, port: mapped })
    }
  }

  async #addByUpnp(gateway: UpnpGateway, network: NetworkRouter, wanted: WantedPort): Promise<number | undefined> {
    for (let tries = 0; tries < upnpTriesMax && !this.#isOver; tries += 1) {
      const port = tries === 0 ? wanted.ownPort : randomInt(...otherPorts)
      // Old routers know no lease but for ever.
      const lease = tries === upnpTriesMax - 1 ? 0 : lifetimeSeconds
      const mapping = { ...wanted, ownHost: network.own, port, lifetimeSeconds: lease }
      if (!(await addUpnpMapping(gateway, mapping))) continue
      this.#hold(
        () => addUpnpMapping(gateway, mapping),
        () => deleteUpnpMapping(gateway, mapping),
      )
      return port
    }
    return undefined
  }

  #hold(renew: () => Promise<unknown>, release: () => Promise<unknown>): void {
    this.#releases.push(release)
    if (!this.#isOver) this.#timers.push(setInterval(() => void renew(), renewMs))
  }
}
