// Secrets that have to be read again, at rest: encrypted under a key of the installation (AES-256-GCM).
//
//   byte 0       1, the version of this format
//   bytes 1-12   nonce
//   bytes 13-28  tag
//   from 29      ciphertext
//
// The name of the thing that the secret belongs to is authenticated too: a sealed secret is worth nothing in another row.

import { createCipheriv, createDecipheriv, randomBytes, type DecipherGCM } from 'node:crypto'
import { Secret } from '@farport/basics'

export interface Seal {
  seal(secret: Secret<Buffer>, owner: string): Buffer
  /** Undefined when it was altered, belongs to another owner, or was sealed under another secret of an installation. */
  open(sealed: Buffer, owner: string): Secret<Buffer> | undefined
}

const algorithm = 'aes-256-gcm'
const version = 1
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + nonceBytes + tagBytes

/** With a key of 32 bytes. */
export function createSeal(key: Secret<Buffer>): Seal {
  return {
    seal(secret, owner) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key.reveal(), nonce).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(secret.reveal()), cipher.final()])
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), sealed])
    },
    open(sealed, owner) {
      if (sealed.length < headBytes || sealed[0] !== version) return undefined
      const nonce = sealed.subarray(1, 1 + nonceBytes)
      const decipher = createDecipheriv(algorithm, key.reveal(), nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(1 + nonceBytes, headBytes))
      const opened = decipher.update(sealed.subarray(headBytes))
      return isGenuine(decipher) ? new Secret(opened) : undefined
    },
  }
}

/** At its end the tag is compared; with this cipher no bytes come from that any more. */
function isGenuine(decipher: DecipherGCM): boolean {
  try {
    decipher.final()
    return true
  } catch {
    return false // the only way that Node has to say so
  }
}
