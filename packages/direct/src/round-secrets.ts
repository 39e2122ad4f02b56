// The secrets of one round, made of what both ends drew at random and told each other through their session.

import { hkdfSync } from 'node:crypto'

export type Role = 'initiator' | 'acceptor'

export interface RoundSecrets {
  /** Authenticates hellos. */
  readonly helloKey: Buffer
  /** Of the UDP link of this round, by the end that sends. A key serves one link only. */
  readonly datagramKeys: Readonly<Record<Role, Buffer>>
  /** Ids of the UDP link's streams, by the end that receives. */
  readonly streamIds: Readonly<Record<Role, number>>
}

const salt = 'farport-direct-1'

export function deriveRoundSecrets(round: number, nonces: Readonly<Record<Role, string>>): RoundSecrets {
  const material = Buffer.concat([
    Buffer.from(nonces.initiator, 'base64url'),
    Buffer.from(nonces.acceptor, 'base64url'),
  ])
  const derive = (purpose: string, byteCount: number): Buffer =>
    Buffer.from(hkdfSync('sha256', material, salt, `${round} ${purpose}`, byteCount))
  return {
    helloKey: derive('hello', 32),
    datagramKeys: { initiator: derive('initiator datagrams', 32), acceptor: derive('acceptor datagrams', 32) },
    streamIds: {
      initiator: derive('initiator stream', 4).readUInt32BE(),
      acceptor: derive('acceptor stream', 4).readUInt32BE(),
    },
  }
}
