// What authenticators sign: it carries until when it is good, and our signature over that, over what it is for and whose it
// is. So nothing has to be kept to give one out, however many ask. That each is used once is for whoever takes it back.

import type { CodeHasher } from '#platform/one-time-codes'

export interface ChallengeAim {
  purpose: 'add' | 'sign-in' | 'second-factor' | 'proof'
  /** The account or, for a proof, the session that it is made for; undefined: whoever has a passkey signs in. */
  owner: string | undefined
}

export interface PasskeyChallenges {
  /** `nonce`: 16 bytes that nobody could guess. */
  make(aim: ChallengeAim, good: { nonce: Buffer; expiresAtMs: number }): Buffer
  /** When it ends; undefined when it is none of ours, or was made for something else. */
  endOf(challenge: Buffer, aim: ChallengeAim): number | undefined
}

const nonceLength = 16
/** The nonce, and milliseconds since 1970 in eight bytes. */
const wordsLength = nonceLength + 8
const signatureLength = 32

export function createPasskeyChallenges(hasher: CodeHasher): PasskeyChallenges {
  return {
    make(aim, { nonce, expiresAtMs }) {
      const words = Buffer.alloc(wordsLength)
      nonce.copy(words, 0, 0, nonceLength)
      words.writeBigUInt64BE(BigInt(expiresAtMs), nonceLength)
      return Buffer.concat([words, hasher.hash(words.toString('hex'), ownerOf(aim))])
    },
    endOf(challenge, aim) {
      if (challenge.length !== wordsLength + signatureLength) return undefined
      const words = challenge.subarray(0, wordsLength)
      const isOurs = hasher.fits(words.toString('hex'), ownerOf(aim), challenge.subarray(wordsLength))
      return isOurs ? Number(words.readBigUInt64BE(nonceLength)) : undefined
    },
  }
}

function ownerOf({ purpose, owner = '' }: ChallengeAim): string {
  return `passkey ${purpose} ${owner}`
}
