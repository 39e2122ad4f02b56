// How this end looks: its own addresses, what others see of its ports, and ports that routers have opened for it. It grows
// while answers come in.

import { lookup } from 'node:dns/promises'
import { randomInt } from 'node:crypto'
import { candidatesMax, ipReachOf, ipToBytes, mayBeNamed, type Candidate, type NatKind } from '@farport/protocol'
import type { Place } from '@farport/transport'
import { askStun, type StunQuestion } from './ask-stun.ts'
import type { HostAddress } from './host-addresses.ts'
import { natKindOf } from './nat-kind.ts'
import { observeTcp } from './observe-tcp.ts'
import { isOfFamily, type IpFamily, type UdpPort } from './udp-port.ts'

export interface OutlookOptions {
  readonly own: readonly HostAddress[]
  readonly stun: readonly Place[]
  readonly stunOverTcp: readonly Place[]
  /** Undefined: TCP is not wanted, or nobody can connect to this end. */
  readonly listenPort: number | undefined
  readonly udpPorts: readonly UdpPort[]
  readonly signal: AbortSignal
  readonly onChange: () => void
}

/** More would tell no more. */
const serversMax = 6
const resolveWithinMs = 1000
/** Where systems take the ports of their own connections from. */
const ephemeralPorts = [32_768, 60_999] as const

export class Outlook {
  readonly #options: OutlookOptions
  readonly #candidates: Candidate[] = []
  readonly #questions = new Map<UdpPort, StunQuestion>()
  /** The ports that this end connects from when both connect at once. */
  readonly meetPorts = new Map<IpFamily, number>()
  nat: NatKind = 'unknown'
  /** How the IPv4 port looks from outside, as the first server told. */
  seen: Place | undefined
  isComplete = false

  constructor(options: OutlookOptions) {
    this.#options = options
    this.#nameOwn()
  }

  /** What is worth telling, the best known first. */
  get candidates(): Candidate[] {
    const order = ['mapped', 'seen', 'host']
    return this.#candidates
      .toSorted((one, other) => order.indexOf(one.origin) - order.indexOf(other.origin))
      .slice(0, candidatesMax)
  }

  get hasMappedUdpPort(): boolean {
    return this.#candidates.some(({ use, origin }) => use === 'udp' && origin === 'mapped')
  }

  /** Asks everybody. Resolves when all have answered, or will not. */
  async ask(): Promise<void> {
    const [stun, stunOverTcp] = await Promise.all([
      resolvePlaces(this.#options.stun),
      resolvePlaces(this.#options.stunOverTcp),
    ])
    const byUdp = this.#options.udpPorts.map((port) => this.#askUdp(port, stun))
    await Promise.all([...byUdp, this.#askTcp(stunOverTcp)])
    this.#guessMeetPort()
    this.isComplete = true
    this.#options.onChange()
  }

  /** Whether the packet answered a question of this outlook. */
  onPacket(bytes: Buffer, from: Place, port: UdpPort): boolean {
    return this.#questions.get(port)?.onPacket(bytes, from) ?? false
  }

  name(candidate: Candidate): void {
    const { use, host, port, origin } = candidate
    const isKnown = this.#candidates.some((known) => known.use === use && known.host === host && known.port === port)
    if (isKnown || !mayBeNamed(host, origin)) return
    this.#candidates.push(candidate)
    this.#options.onChange()
  }

  #nameOwn(): void {
    const { own, udpPorts, listenPort } = this.#options
    for (const { host } of own) {
      const family = isOfFamily(host, 6) ? 6 : 4
      const udp = udpPorts.find((port) => port.family === family)
      if (udp !== undefined) this.#candidates.push({ use: 'udp', origin: 'host', host, port: udp.port })
      if (listenPort === undefined) continue
      this.#candidates.push({ use: 'listen', origin: 'host', host, port: listenPort })
      if (ipReachOf(host) === 'public')
        this.#candidates.push({ use: 'meet', origin: 'host', host, port: this.#meetPort(family) })
    }
  }

  async #askUdp(port: UdpPort, servers: readonly Place[]): Promise<void> {
    const ofFamily = servers.filter(({ host }) => isOfFamily(host, port.family)).slice(0, serversMax)
    if (ofFamily.length === 0) return
    const question = askStun(port, ofFamily, this.#options.signal)
    this.#questions.set(port, question)
    const seen = await question.seen
    const addresses = this.#options.own.map(({ host }) => host)
    const kind = natKindOf(seen, { addresses, port: port.port })
    // IPv4 is where NATs are. Where there is only IPv6, it speaks for the machine.
    if (port.family === 4 || this.nat === 'unknown') this.nat = kind
    const [first] = seen
    if (first === undefined) return
    if (port.family === 4) this.seen = first
    this.name({ use: 'udp', origin: 'seen', ...first })
    const { listenPort } = this.#options
    // A router that passes on all that comes, as clouds do, leaves ports as they are.
    if (listenPort !== undefined) this.name({ use: 'listen', origin: 'seen', host: first.host, port: listenPort })
  }

  async #askTcp(servers: readonly Place[]): Promise<void> {
    const { listenPort, signal } = this.#options
    const server = servers.find(({ host }) => isOfFamily(host, 4))
    if (listenPort === undefined) return
    const seen = server && (await observeTcp(server, this.#meetPort(4), signal))
    if (seen !== undefined) this.name({ use: 'meet', origin: 'seen', ...seen })
  }

  /** Nobody has told: most NATs that keep ports for UDP keep them for TCP, too. */
  #guessMeetPort(): void {
    const isTold = this.#candidates.some(({ use, host }) => use === 'meet' && isOfFamily(host, 4))
    if (this.#options.listenPort === undefined || isTold || this.nat !== 'cone' || !this.seen) return
    this.name({ use: 'meet', origin: 'seen', host: this.seen.host, port: this.#meetPort(4) })
  }

  #meetPort(family: IpFamily): number {
    const port = this.meetPorts.get(family) ?? randomInt(...ephemeralPorts)
    this.meetPorts.set(family, port)
    return port
  }
}

/** Names become addresses. Those that have none are left out. */
async function resolvePlaces(places: readonly Place[]): Promise<Place[]> {
  const resolved = await Promise.all(places.slice(0, serversMax).map(resolvePlace))
  return resolved.flat()
}

async function resolvePlace({ host, port }: Place): Promise<Place[]> {
  if (ipToBytes(host) !== undefined) return [{ host, port }]
  const { promise: late, resolve } = Promise.withResolvers<[]>()
  const timer = setTimeout(() => resolve([]), resolveWithinMs)
  const found = lookup(host, { all: true }).catch(() => []) // without an address it is not asked
  const addresses = await Promise.race([found, late])
  clearTimeout(timer)
  return [4, 6].flatMap((family) => {
    const address = addresses.find((one) => one.family === family)
    return address === undefined ? [] : [{ host: address.address, port }]
  })
}
