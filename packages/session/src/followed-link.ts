// The acceptor's end of a resumable link: it follows when its initiator moves.

import { encodeLinkHead } from '@farport/protocol'
import type { Link } from '@farport/transport'
import { CarriedLink, type Carrier, type CarriedLinkOptions } from './carried-link.ts'

export interface FollowedLinkOptions extends CarriedLinkOptions {
  /** What the initiator still says over the former link after this time means that it has given up the move. */
  readonly moveMsMax: number
  /** Nothing carries it from now on; or something does again. */
  readonly onAbsence: (isAbsent: boolean) => void
  readonly onClosed: () => void
}

export class FollowedLink extends CarriedLink {
  readonly #options: FollowedLinkOptions
  /** What carried before, until the initiator has shown that it has moved. Bytes may come from it. */
  #former: Carrier | undefined
  #followedAtMs = 0
  #moveLast = 0

  constructor(options: FollowedLinkOptions) {
    super(options)
    this.#options = options
  }

  /** What came right behind the head with which it begins. */
  begin(rest: Uint8Array): void {
    if (rest.length > 0 && this.current !== undefined) this.receive(this.current, rest)
  }

  /** The initiator goes on over this link; `rest` came right behind its head. False: that was overtaken, or cannot be. */
  follow(link: Link, move: number, theirReceived: number, rest: Uint8Array): boolean {
    const isKept = theirReceived >= this.replay.start && theirReceived <= this.replay.end
    if (this.isClosed || move <= this.#moveLast || !isKept) return false
    this.#moveLast = move
    this.#followedAtMs = performance.now()
    // One that has not shown itself yet was given up by the initiator.
    if (this.#former === undefined) this.#former = this.current
    else this.current?.link.destroy()
    this.replay.forget(theirReceived)
    // The initiator had moved already, only not shown it: there is no way back to where bytes are missing.
    if (this.#former !== undefined && this.#former.sent < this.replay.start) this.#dropFormer()
    const offset = this.received
    link.write(encodeLinkHead({ type: 'resumed', sessionId: this.sessionId, offset, move: 0 }))
    const carrier = this.createCarrier(link, offset, theirReceived)
    this.carry(carrier)
    if (rest.length > 0) this.receive(carrier, rest)
    return true
  }

  override destroy(reason?: Error): void {
    super.destroy(reason)
    this.#dropFormer()
  }

  protected override carry(carrier: Carrier): void {
    super.carry(carrier)
    this.#options.onAbsence(false)
  }

  protected override receive(carrier: Carrier, bytes: Uint8Array): void {
    if (carrier === this.current) this.#dropFormer()
    else if (carrier === this.#former && performance.now() - this.#followedAtMs > this.#options.moveMsMax)
      this.#goBack()
    super.receive(carrier, bytes)
  }

  protected override lose(carrier: Carrier, reason: Error | undefined): void {
    if (carrier === this.#former) this.#former = undefined
    if (carrier !== this.current || this.isClosed) return
    if (this.#former !== undefined) return this.#goBack()
    super.lose(carrier, reason)
    if (!this.isClosed) this.#options.onAbsence(true)
  }

  protected override close(reason: Error | undefined): void {
    if (this.isClosed) return
    super.close(reason)
    this.#dropFormer()
    this.#options.onClosed()
  }

  /** The move came to nothing. */
  #goBack(): void {
    const [former, given] = [this.#former, this.current]
    this.#former = undefined
    if (former === undefined) return
    this.carry(former)
    given?.link.destroy()
  }

  #dropFormer(): void {
    const former = this.#former
    this.#former = undefined
    former?.link.destroy()
  }
}
