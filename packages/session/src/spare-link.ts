// A link that the initiator keeps ready. Probes show that it would carry, and keep NATs and the acceptor from closing it.

import { encodeLinkHead, LinkHeadReader, noSession, type LinkHead } from '@farport/protocol'
import type { Link } from '@farport/transport'
import type { SpareLink } from './resumable-link.ts'
import { restartable } from './restartable-link.ts'

export interface SpareLinkOptions {
  readonly probeEveryMs?: number
  /** A probe by itself that is not answered by then closes the link. */
  readonly answerMsMax?: number
}

/** Often enough for what stands between the ends to remember the link. */
const probeEveryMsDefault = 20_000
const answerMsMaxDefault = 5000
/** Probes on their way at once. */
const probesMax = 16

/** The link is open, not yet started, and belongs to the spare from now on. */
export function createSpareLink(link: Link, options: SpareLinkOptions = {}): SpareLink {
  return new ProbedLink(restartable(link), options)
}

interface Probe {
  readonly sentAtMs: number
  settle(roundTripMs: number | Error): void
}

class ProbedLink implements SpareLink {
  readonly link: Link
  readonly #reader = new LinkHeadReader()
  readonly #probes = new Map<number, Probe>()
  readonly #losing = Promise.withResolvers<void>()
  readonly #timer: NodeJS.Timeout
  #nonceLast = 0
  #roundTripMs: number | undefined
  #state: 'waiting' | 'taken' | 'lost' = 'waiting'

  constructor(link: Link, { probeEveryMs, answerMsMax }: SpareLinkOptions) {
    this.link = link
    this.#timer = setInterval(() => {
      this.probe(answerMsMax ?? answerMsMaxDefault).catch(() => this.#lose())
    }, probeEveryMs ?? probeEveryMsDefault)
    this.#timer.unref()
    link.start({
      onBytes: (bytes) => this.#onBytes(bytes),
      onDrain: () => undefined,
      onEnd: () => this.#lose(),
      onClose: () => this.#lose(),
    })
  }

  get roundTripMs(): number | undefined {
    return this.#roundTripMs
  }

  get lost(): Promise<void> {
    return this.#losing.promise
  }

  probe(timeoutMs: number): Promise<number> {
    if (this.#state !== 'waiting') return Promise.reject(new Error('the link does not wait any more'))
    if (this.#probes.size >= probesMax) return Promise.reject(new Error('too many probes are on their way'))
    this.#nonceLast += 1
    const nonce = this.#nonceLast
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const timer = setTimeout(() => {
      this.#probes.get(nonce)?.settle(new Error(`no answer came in ${timeoutMs} ms`))
    }, timeoutMs)
    this.#probes.set(nonce, {
      sentAtMs: performance.now(),
      settle: (roundTripMs) => {
        clearTimeout(timer)
        this.#probes.delete(nonce)
        if (typeof roundTripMs === 'number') resolve(roundTripMs)
        else reject(roundTripMs)
      },
    })
    this.link.write(encodeLinkHead({ type: 'probe', sessionId: noSession, offset: nonce, move: 0 }))
    return promise
  }

  take(): Link {
    this.#stop('taken')
    return this.link
  }

  #onBytes(bytes: Uint8Array): void {
    for (let offset = 0; offset < bytes.length && this.#state === 'waiting';) {
      const { taken, head } = this.#reader.take(bytes, offset)
      offset += taken
      if (head !== undefined && !(head.ok && this.#onHead(head.value))) this.#lose()
    }
  }

  /** False for what may not come to a link that waits. The answer to a probe that was given up is only late. */
  #onHead({ type, offset }: LinkHead): boolean {
    if (type !== 'answer' || offset > this.#nonceLast) return false
    const probe = this.#probes.get(offset)
    if (probe === undefined) return true
    this.#roundTripMs = performance.now() - probe.sentAtMs
    probe.settle(this.#roundTripMs)
    return true
  }

  #lose(): void {
    if (this.#state !== 'waiting') return
    this.#stop('lost')
    this.link.destroy()
    this.#losing.resolve()
  }

  #stop(state: 'taken' | 'lost'): void {
    if (this.#state === 'waiting') this.#state = state
    clearInterval(this.#timer)
    for (const probe of this.#probes.values()) probe.settle(new Error('the link does not wait any more'))
  }
}
