// What a relay answers to one datagram. Pure.

import { decodeStun, encodeStunAnswer, encodeStunUnknownAttributes, type StunAddress } from '@farport/protocol'

/** Undefined: nothing. Never more bytes than came, so that a forged source gets no more than its forger has sent. */
export function answerStun(datagram: Uint8Array, from: StunAddress): Buffer | undefined {
  const message = decodeStun(datagram)
  if (!message.ok || message.value.type !== 'request') return undefined
  const { transactionId, unknownAttributes } = message.value
  const answer =
    unknownAttributes.length > 0
      ? encodeStunUnknownAttributes(transactionId, unknownAttributes)
      : encodeStunAnswer(transactionId, from)
  return answer.length <= datagram.length ? answer : undefined
}
