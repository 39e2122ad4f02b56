// The way by UDP of one round: probes between the ports of both ends, and, where one network hides its ports, from many or
// to many of them.

import { randomInt } from 'node:crypto'
import type { Candidate } from '@farport/protocol'
import type { Place } from '@farport/transport'
import type { Natives } from './natives.ts'
import { Punch, type UdpWay } from './punch.ts'
import type { Role } from './round-secrets.ts'
import type { UdpPlan } from './udp-plan.ts'
import { isOfFamily, openUdpPort, type UdpPort } from './udp-port.ts'

export interface UdpWaysOptions {
  readonly natives: Natives
  readonly role: Role
  /** Bound already, and known to the other end. What is not used for the way is closed in the end. */
  readonly ports: readonly UdpPort[]
  readonly helloKey: Uint8Array
  /** At most once, in the very call in which the acceptor has to be ready. */
  readonly onWay: (way: UdpWay) => void
}

const probeMs = 60
/**
 * With so many ports open, each guess of the other end hits one with a probability of 1 in 250: after 1000 guesses one
 * in fifty pairs has not met, after 1600 one in six hundred.
 */
const manyPorts = 256
const manyAgainMs = 200
/** Guesses of one burst, and between two: about 1000 in a second, in 80 kbit of each. */
const guessesPerBurst = 12
const guessMs = 10
const guessesMax = 4096
const firstGuess = 1024

export class UdpWays implements AsyncDisposable {
  readonly #options: UdpWaysOptions
  readonly #punch: Punch
  readonly #more: UdpPort[] = []
  readonly #timers: NodeJS.Timeout[] = []
  #targets: readonly Place[] = []
  #used: UdpPort | undefined

  constructor(options: UdpWaysOptions) {
    this.#options = options
    this.#punch = new Punch({
      role: options.role,
      helloKey: options.helloKey,
      onWay: (way) => {
        this.#used = way.port
        this.#stop()
        options.onWay(way)
      },
    })
    this.#timers.push(setInterval(() => this.#probe(), probeMs))
  }

  onPacket(bytes: Buffer, from: Place, port: UdpPort): void {
    this.#punch.onPacket(bytes, from, port)
  }

  /** Where the other end may be found, as far as it is known by now. */
  aim(candidates: readonly Candidate[]): void {
    this.#targets = candidates.filter(({ use }) => use === 'udp')
    this.#probe()
  }

  /** Where simple probes cannot meet. `seen`: where the other end's network looks from outside, IPv4 only. */
  widen(plan: UdpPlan['plan'], seen: Place): void {
    if (this.#punch.isDone) return
    if (plan === 'punch-from-many') this.#probeFromMany(seen)
    if (plan === 'punch-to-many') this.#probeToMany(seen)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop()
    const unused = [...this.#options.ports, ...this.#more].filter((port) => port !== this.#used)
    await Promise.all(unused.map((port) => port.close()))
  }

  #probe(): void {
    for (const port of this.#options.ports)
      for (const target of this.#targets) if (isOfFamily(target.host, port.family)) this.#punch.probe(port, target)
  }

  #probeFromMany(target: Place): void {
    for (let count = 0; count < manyPorts; count += 1) {
      const port = openUdpPort(this.#options.natives, 4, (bytes, from, at) => this.onPacket(bytes, from, at))
      if (port === undefined) break // as many as the system gives
      this.#more.push(port)
    }
    const probeAll = (): void => {
      for (const port of this.#more) this.#punch.probe(port, target)
    }
    probeAll()
    this.#timers.push(setInterval(probeAll, manyAgainMs))
  }

  #probeToMany({ host }: Place): void {
    const from = this.#options.ports.find(({ family }) => family === 4)
    if (from === undefined) return
    const guesses = new Set<number>()
    const guess = (): void => {
      for (let count = 0; count < guessesPerBurst && guesses.size < guessesMax; count += 1) {
        const port = randomInt(firstGuess, 65_536)
        if (guesses.has(port)) continue
        guesses.add(port)
        this.#punch.probe(from, { host, port })
      }
    }
    guess()
    this.#timers.push(setInterval(guess, guessMs))
  }

  #stop(): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer)
    this.#punch[Symbol.dispose]()
  }
}
