// Direct ways to this device, for as many sessions at once as it may look for them.

import { createDirectPaths, type DirectOptions, type DirectPaths } from '@farport/direct'
import type { RelayPlace } from '@farport/protocol'
import type { Identity } from '@farport/transport'

/** What the person who runs this agent allows. */
export interface DirectPolicy {
  readonly isAllowed: boolean
  /** To ask the router for a port that leads here. */
  readonly mayMapPorts: boolean
}

export interface DirectWaysOptions {
  readonly identity: Identity
  readonly policy: DirectPolicy
  /** Sessions that look at once. One more stays with its relay. */
  readonly looksMax: number
  readonly relays: () => readonly RelayPlace[]
}

/** The nearest ones tell how this device looks from outside: two show what its NAT does, one may be away. */
const stunRelaysMax = 3

export class DirectWays {
  readonly #options: DirectWaysOptions
  #looks = 0

  constructor(options: DirectWaysOptions) {
    this.#options = options
  }

  /** Undefined: this session gets none. */
  look(peerKey: string, { send, onLink }: Pick<DirectOptions, 'send' | 'onLink'>): DirectPaths | undefined {
    const { identity, policy, looksMax } = this.#options
    if (!policy.isAllowed || this.#looks >= looksMax) return undefined
    this.#looks += 1
    const relays = this.#options.relays().slice(0, stunRelaysMax)
    const paths = createDirectPaths({
      role: 'acceptor',
      identity,
      peerKey,
      stun: relays.flatMap(({ host, stunPorts = [] }) => stunPorts.map((port) => ({ host, port }))),
      stunOverTcp: relays.map(({ host, port }) => ({ host, port })),
      allows: { lan: true, tcp: true, udp: true, portMapping: policy.mayMapPorts },
      send,
      onLink,
    })
    return this.#counted(paths)
  }

  #counted(paths: DirectPaths): DirectPaths {
    let isOver = false
    return {
      get findings() {
        return paths.findings
      },
      onSignal: (signal) => paths.onSignal(signal),
      lookAgain: () => paths.lookAgain(),
      [Symbol.asyncDispose]: async () => {
        if (isOver) return
        isOver = true
        await paths[Symbol.asyncDispose]()
        this.#looks -= 1
      },
    }
  }
}
