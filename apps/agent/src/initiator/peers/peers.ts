// The agents of devices that connections lead to, each once for each route.

import type { PeerOrder, RelayPlace } from '@farport/protocol'
import type { WakeReason } from '../../tunnel/wake-watch.ts'
import { Peer, type PeerOptions } from './peer.ts'

export interface PeersOptions extends Omit<PeerOptions, 'agentKey' | 'route' | 'onChange'> {
  /** Something that people may see of it has changed. */
  readonly onChange: (peer: Peer) => void
}

export class Peers {
  readonly #options: PeersOptions
  readonly #peers = new Map<string, Peer>()

  constructor(options: PeersOptions) {
    this.#options = options
  }

  /** What is to go by relay only never travels beside what need not: so each route has a session of its own. */
  of({ agentKey, route }: Pick<PeerOrder, 'agentKey' | 'route'>): Peer {
    const key = `${agentKey} ${route}`
    const present = this.#peers.get(key)
    if (present !== undefined) return present
    const log = this.#options.log.child({ agent: agentKey.slice(0, 8), route })
    const peer: Peer = new Peer({
      ...this.#options,
      agentKey,
      route,
      log,
      onChange: () => this.#options.onChange(peer),
    })
    this.#peers.set(key, peer)
    return peer
  }

  get relaysInUse(): readonly RelayPlace[] {
    return [...this.#peers.values()].flatMap(({ isUnused, relay }) => (isUnused || relay === undefined ? [] : [relay]))
  }

  /** Forgets those that nobody uses. `wanted`: some may be just about to. */
  tidy(wanted: ReadonlySet<Peer>): void {
    for (const [key, peer] of this.#peers) if (peer.isUnused && !wanted.has(peer)) this.#peers.delete(key)
  }

  /** After a sleep, or a change of network. */
  wake(reason: WakeReason): void {
    for (const peer of this.#peers.values()) peer.wake(reason)
  }
}
