// One round of looking for direct ways: find out how this end looks, tell the other, hear the same of it, and try all ways
// at once. Whatever was opened for it is closed in the end, but for links that were handed out.

import { randomBytes } from 'node:crypto'
import { encodeDirectSignal, type Candidate, type DirectKind, type LookSignal, type NatKind } from '@farport/protocol'
import type { Link } from '@farport/transport'
import type { DirectOptions } from './direct-paths.ts'
import { hostAddresses, type HostAddress } from './host-addresses.ts'
import { loadNatives, type Natives } from './natives.ts'
import { openUdpLink } from './open-udp-link.ts'
import { Outlook } from './outlook.ts'
import { isNearby } from './own-address.ts'
import type { MappedPort, WantedPort } from './port-mappings.ts'
import type { UdpWay } from './punch.ts'
import { deriveRoundSecrets, type RoundSecrets } from './round-secrets.ts'
import type { TcpKind } from './greet-over-tcp.ts'
import { TcpWays } from './tcp-ways.ts'
import { planUdp, type UdpEnd } from './udp-plan.ts'
import { isOfFamily, openUdpPort, type UdpPort } from './udp-port.ts'
import { UdpWays } from './udp-ways.ts'

export interface RoundOptions {
  readonly direct: DirectOptions
  readonly number: number
  /** The kinds that are still to be found. */
  readonly wants: ReadonlySet<DirectKind>
  readonly onLink: (link: Link, kind: DirectKind) => void
  /** What is known of the networks has changed. */
  readonly onNat: () => void
  /** Of a kind that was wanted: why it is not to be had. */
  readonly onFailure: (kind: DirectKind, why: string) => void
  /** Opens the ports of this round in the router; they are held beyond it, for links that came through them. */
  readonly mapPorts: (
    own: readonly HostAddress[],
    wanted: readonly WantedPort[],
    onMapped: (mapped: MappedPort) => void,
  ) => void
  /** Once: all that was to be tried has been. */
  readonly onOver: () => void
}

/** The other end is given so long to say how it looks. */
const lookWithinMs = 10_000
/** From when both ends know all of each other. */
/** Routers that are asked for ports take some of it, birthday probing most. */
const tryWithinMs = 4500
const handshakeWithinMs = 3000

export class Round implements AsyncDisposable {
  readonly number: number
  readonly #options: RoundOptions
  readonly #nonce = randomBytes(32).toString('base64url')
  readonly #abort = new AbortController()
  readonly #timers: NodeJS.Timeout[] = []
  readonly #own = hostAddresses()
  /** Kinds that are not decided yet. */
  readonly #open: Set<DirectKind>
  /** Kinds that this end can take part in. */
  readonly #offers: Set<DirectKind>
  readonly #udpPorts: UdpPort[] = []
  #natives: Natives | undefined
  #outlook: Outlook | undefined
  #peer: LookSignal | undefined
  #secrets: RoundSecrets | undefined
  #tcp: TcpWays | undefined
  #udp: UdpWays | undefined
  #areDeadlinesSet = false
  #started: Promise<void> | undefined

  constructor(options: RoundOptions) {
    this.#options = options
    this.number = options.number
    this.#open = new Set(options.wants)
    this.#offers = new Set(options.wants)
  }

  get nats(): { own: NatKind; peer: NatKind } {
    return { own: this.#outlook?.nat ?? 'unknown', peer: this.#peer?.nat ?? 'unknown' }
  }

  start(): void {
    this.#after(lookWithinMs, () => this.#failAll('The other end did not say in time how it can be reached.'))
    this.#started = this.#prepare()
  }

  onLook(look: LookSignal): void {
    // A nonce that changes would be another secret in the middle of a round.
    if (this.#peer !== undefined && this.#peer.nonce !== look.nonce) return
    this.#peer = look
    this.#options.onNat()
    this.#tryAll()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort()
    for (const timer of this.#timers.splice(0)) clearTimeout(timer)
    await this.#started
    await this.#tcp?.[Symbol.asyncDispose]()
    if (this.#udp !== undefined) await this.#udp[Symbol.asyncDispose]()
    else await Promise.all(this.#udpPorts.map((port) => port.close()))
  }

  async #prepare(): Promise<void> {
    const { direct } = this.#options
    const listenPort = await this.#listen()
    await this.#openUdpPorts()
    if (this.#abort.signal.aborted) return
    this.#outlook = new Outlook({
      own: this.#own,
      stun: direct.stun,
      stunOverTcp: direct.stunOverTcp ?? [],
      listenPort,
      udpPorts: this.#udpPorts,
      signal: this.#abort.signal,
      onChange: () => this.#tell(),
    })
    this.#tell()
    void this.#outlook.ask()
    if (direct.allows.portMapping) this.#mapPorts(this.#outlook, listenPort)
  }

  #mapPorts(outlook: Outlook, listenPort: number | undefined): void {
    const wanted: WantedPort[] = this.#udpPorts
      .filter(({ family }) => family === 4)
      .map(({ port }) => ({ protocol: 'udp', ownPort: port }))
    if (listenPort !== undefined) wanted.push({ protocol: 'tcp', ownPort: listenPort })
    this.#options.mapPorts(this.#own, wanted, ({ protocol, host, port }) => {
      outlook.name({ use: protocol === 'udp' ? 'udp' : 'listen', origin: 'mapped', host, port })
    })
  }

  async #listen(): Promise<number | undefined> {
    const wants = new Set<TcpKind>((['lan', 'tcp'] as const).filter((kind) => this.#open.has(kind)))
    if (wants.size === 0) return undefined
    const { direct, onLink } = this.#options
    this.#tcp = new TcpWays({
      role: direct.role,
      identity: direct.identity,
      peerKey: direct.peerKey,
      own: this.#own,
      wants,
      signal: this.#abort.signal,
      onLink: (link, kind) => {
        if (this.#abort.signal.aborted) return link.destroy()
        onLink(link, kind)
        // What reaches the other end within one network is as good as TCP gets.
        this.#decide(kind === 'lan' ? ['lan', 'tcp'] : ['tcp'])
      },
    })
    return await this.#tcp.listen()
  }

  async #openUdpPorts(): Promise<void> {
    if (!this.#open.has('udp')) return
    const natives = await loadNatives()
    if (!natives.ok) {
      this.#offers.delete('udp')
      return this.#fail('udp', natives.refusal)
    }
    this.#natives = natives.value
    for (const family of [4, 6] as const) {
      if (!this.#own.some(({ host }) => isOfFamily(host, family))) continue
      const port = openUdpPort(natives.value, family, (bytes, from, at) => {
        if (this.#outlook?.onPacket(bytes, from, at) !== true) this.#udp?.onPacket(bytes, from, at)
      })
      if (port !== undefined) this.#udpPorts.push(port)
    }
  }

  #tell(): void {
    const outlook = this.#outlook
    if (outlook === undefined || this.#abort.signal.aborted) return
    const { nat, candidates, isComplete } = outlook
    const own = { nonce: this.#nonce, kinds: [...this.#offers], nat, candidates, isComplete }
    this.#options.direct.send(encodeDirectSignal({ type: 'look', round: this.number, ...own }))
    this.#options.onNat()
    this.#tryAll()
  }

  /** Goes on with all that both ends know by now. */
  #tryAll(): void {
    const outlook = this.#outlook
    const peer = this.#peer
    if (outlook === undefined || peer === undefined || this.#abort.signal.aborted) return
    for (const kind of [...this.#open]) if (!peer.kinds.includes(kind)) this.#fail(kind, failures.notOffered)
    if (this.#abort.signal.aborted) return
    this.#secrets ??= this.#deriveSecrets(peer)
    const { helloKey } = this.#secrets
    this.#tcp?.begin(helloKey)
    this.#tcp?.dial(peer.candidates, outlook.meetPorts)
    this.#tryUdp(this.#secrets, peer)
    if (outlook.isComplete && peer.isComplete) this.#setDeadlines(outlook, peer)
  }

  #deriveSecrets(peer: LookSignal): RoundSecrets {
    const isInitiator = this.#options.direct.role === 'initiator'
    const [initiator, acceptor] = isInitiator ? [this.#nonce, peer.nonce] : [peer.nonce, this.#nonce]
    return deriveRoundSecrets(this.number, { initiator, acceptor })
  }

  #tryUdp(secrets: RoundSecrets, peer: LookSignal): void {
    if (this.#natives === undefined || !this.#open.has('udp')) return
    this.#udp ??= new UdpWays({
      natives: this.#natives,
      role: this.#options.direct.role,
      ports: this.#udpPorts,
      helloKey: secrets.helloKey,
      onWay: (way) => void this.#openUdpLink(this.#natives, secrets, way),
    })
    this.#udp.aim(peer.candidates)
  }

  async #openUdpLink(natives: Natives | undefined, secrets: RoundSecrets, { port, remote }: UdpWay): Promise<void> {
    if (natives === undefined) return
    const { role, identity, peerKey } = this.#options.direct
    const timeoutMs = handshakeWithinMs
    const link = await openUdpLink(natives, { role, identity, peerKey, secrets, port, remote, timeoutMs })
    if (!link.ok) return this.#fail('udp', `UDP reached the other end, but not its program: ${link.refusal.message}.`)
    if (this.#abort.signal.aborted || !this.#open.has('udp')) return link.value.destroy()
    this.#options.onLink(link.value, 'udp')
    this.#decide(['udp'])
  }

  #setDeadlines(outlook: Outlook, peer: LookSignal): void {
    if (this.#areDeadlinesSet) return
    this.#areDeadlinesSet = true
    this.#after(tryWithinMs, () => {
      const isNear = peer.candidates.some(({ use, host }) => use === 'listen' && isNearby(host, this.#own))
      this.#fail('lan', isNear ? failures.nearby : failures.apart)
      this.#fail('tcp', failures.tcp)
      const plan = planUdp(...udpEndsOf(outlook, this.#peer ?? peer))
      this.#fail('udp', plan.plan === 'punch-nearby' ? plan.why : failures.udp)
    })
    this.#widenUdp(outlook, peer)
  }

  #widenUdp(outlook: Outlook, peer: LookSignal): void {
    const seen = peer.candidates.find(isSeenUdp)
    if (seen !== undefined) this.#udp?.widen(planUdp(...udpEndsOf(outlook, peer)).plan, seen)
  }

  #decide(kinds: readonly DirectKind[]): void {
    for (const kind of kinds) this.#open.delete(kind)
    if (this.#open.size === 0 && !this.#abort.signal.aborted) this.#options.onOver()
  }

  #fail(kind: DirectKind, why: string): void {
    if (!this.#open.has(kind) || this.#abort.signal.aborted) return
    this.#options.onFailure(kind, why)
    this.#decide([kind])
  }

  #failAll(why: string): void {
    if (!this.#areDeadlinesSet) for (const kind of [...this.#open]) this.#fail(kind, why)
  }

  #after(ms: number, then: () => void): void {
    this.#timers.push(setTimeout(then, ms))
  }
}

const failures = {
  apart: 'The two devices are in different networks.',
  nearby: 'Nothing answered at the other device’s address in this network: a firewall may be in between.',
  tcp: 'Neither device lets TCP connections in from outside, and the networks in between did not let both connect at once.',
  notOffered: 'The other device does not offer this way.',
  udp: 'UDP packets between the two networks are lost: a firewall may be in between.',
} as const

const isSeenUdp = ({ use, origin, host }: Candidate): boolean =>
  use === 'udp' && origin === 'seen' && !host.includes(':')

function udpEndsOf(outlook: Outlook, peer: LookSignal): [own: UdpEnd, peer: UdpEnd] {
  const hasMappedPort = peer.candidates.some(({ use, origin }) => use === 'udp' && origin === 'mapped')
  return [
    { nat: outlook.nat, hasMappedPort: outlook.hasMappedUdpPort },
    { nat: peer.nat, hasMappedPort },
  ]
}
