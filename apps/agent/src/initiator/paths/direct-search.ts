// Looks for direct ways, and again soon after one was lost: what it was lost by may be over by then.

import { createBackoff, type Backoff } from '@farport/basics'
import type { DirectFindings, DirectPaths } from '@farport/direct'
import type { DirectKind } from '@farport/protocol'
import type { Logger } from 'pino'
import type { Way } from './way.ts'

/** Begins to look for direct ways. */
export type Look = (onWay: (way: Way) => void, onFindings: () => void) => DirectPaths

export interface DirectSearchOptions {
  /** Undefined: direct ways are switched off on this machine. */
  readonly look: Look | undefined
  readonly onWay: (way: Way) => void
  readonly onFindings: () => void
  readonly now: () => number
  readonly random: () => number
  readonly log: Logger
}

const againMsFirst = 6000
const againMsMax = 60_000

const muteSentence = 'A direct way was found, but nothing came through it: a firewall may be in between.'

export class DirectSearch implements Disposable {
  readonly #options: DirectSearchOptions
  readonly #backoff: Backoff
  #paths: DirectPaths | undefined
  /** Infinity: nothing was lost. */
  #againAtMs = Infinity
  /** Of kinds of which a way was found that has not answered. What a later round says of them counts more. */
  #mute: DirectFindings['failures'] = {}

  constructor(options: DirectSearchOptions) {
    this.#options = options
    this.#backoff = createBackoff({ delayMsFirst: againMsFirst, delayMsMax: againMsMax, random: options.random })
  }

  get isPermitted(): boolean {
    return this.#options.look !== undefined
  }

  get hasBegun(): boolean {
    return this.#paths !== undefined
  }

  get findings(): DirectFindings | undefined {
    const findings = this.#paths?.findings
    return findings && { ...findings, failures: { ...this.#mute, ...findings.failures } }
  }

  begin(): void {
    this.#paths ??= this.#options.look?.(this.#options.onWay, this.#options.onFindings)
  }

  onSignal(text: string): void {
    this.#paths?.onSignal(text)
  }

  /** What carried was lost, or the network has changed. */
  again(): void {
    this.#againAtMs = Infinity
    this.againLater()
    this.#paths?.lookAgain()
  }

  /** One that waited was lost: there is time. */
  againLater(): void {
    if (this.#againAtMs === Infinity) this.#againAtMs = this.#options.now() + this.#backoff.next()
  }

  /** One that waited does not answer, or not to what would move the session to it. */
  missed(kind: DirectKind): void {
    this.#mute = { ...this.#mute, [kind]: muteSentence }
    this.againLater()
  }

  /** `isDirect`: what carries is a direct way, so that one more look is enough. */
  againIfDue(nowMs: number, isDirect: boolean): void {
    if (nowMs < this.#againAtMs) return
    this.again()
    if (isDirect) this.#againAtMs = Infinity
  }

  /** A direct way carries. */
  succeeded(): void {
    this.#againAtMs = Infinity
    this.#backoff.reset()
    this.#mute = {}
  }

  [Symbol.dispose](): void {
    Promise.resolve(this.#paths?.[Symbol.asyncDispose]()).catch((error: unknown) => {
      this.#options.log.warn({ error }, 'looking for direct ways did not end in order')
    })
  }
}
