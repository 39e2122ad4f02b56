// Whether a relay may join: it knows the installation's join secret, and holds the key that it names.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secret } from '@farport/basics'
import { joinText, protocolVersion, verifyText, type RelayToServer } from '@farport/protocol'

export type Join = Extract<RelayToServer, { type: 'join' }>

/** The refusal as a sentence for the log of the relay; undefined: it may. */
export function joinRefusal(
  join: Join,
  { nonce, joinSecret }: { nonce: string; joinSecret: Secret },
): string | undefined {
  if (join.protocol !== protocolVersion) {
    return `This server speaks version ${protocolVersion} of the protocol, this relay version ${join.protocol}.`
  }
  const text = joinText({ nonce, relayId: join.relayId, publicKey: join.publicKey, host: join.host, port: join.port })
  const proof = createHmac('sha256', joinSecret.reveal()).update(text).digest()
  const isProven = timingSafeEqual(proof, Buffer.from(join.proof, 'base64url'))
  if (!isProven) return 'The join secret is not that of this installation.'
  if (!verifyText(join.publicKey, text, join.signature)) return 'The signature is not by the key that is named.'
  return undefined
}
