// Whether who greets is an initiator: it proves that it holds the key that it names. Pure, but for the arithmetic of
// signatures. Which devices it may reach is a matter of its tickets.

import { accept, refuse, type Result } from '@farport/basics'
import { greetText, protocolVersion, verifyText, type InitiatorToRelay, type RelayToInitiator } from '@farport/protocol'

export type Greet = Extract<InitiatorToRelay, { type: 'greet' }>
export type GreetRefusal = Omit<Extract<RelayToInitiator, { type: 'refused' }>, 'type'>

export interface GreetFacts {
  readonly relayId: string
  readonly relayKey: string
  /** The nonce that this socket was greeted with. */
  readonly nonce: string
  readonly initiators: number
  readonly initiatorsMax: number
}

export function decideGreet(greet: Greet, facts: GreetFacts): Result<{ key: string }, GreetRefusal> {
  const { relayId, relayKey, nonce } = facts
  if (greet.protocol !== protocolVersion) {
    const message = `This relay speaks protocol ${protocolVersion}, the initiator ${greet.protocol}.`
    return refuse({ code: 'version', message })
  }
  if (!verifyText(greet.key, greetText({ relayId, relayKey, nonce, key: greet.key }), greet.signature)) {
    return refuse({ code: 'signature', message: 'The signature is not by the key that was named.' })
  }
  if (facts.initiators >= facts.initiatorsMax) {
    return refuse({ code: 'busy', message: 'This relay is full.', retryAfterMs: 30_000 })
  }
  return accept({ key: greet.key })
}
