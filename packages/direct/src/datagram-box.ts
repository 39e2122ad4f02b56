// Datagrams beside the bytes of a UDP link, encrypted one by one. secret-stream has messages of its own, but derives their
// key from the hash of the handshake, which is no secret: whoever saw the handshake can compute it.
//
//   bytes 0..7   u64: number of the datagram, from 0 on; the nonce is it after four zero bytes
//   then         ChaCha20-Poly1305 of the payload, 16 bytes longer than it

import type { Natives } from './natives.ts'
import { ReplayWindow } from './replay-window.ts'

const numberBytes = 8
const tagBytes = 16
export const boxOverheadBytes = numberBytes + tagBytes

export class DatagramBox {
  readonly #sodium: Natives['sodium']
  readonly #sendKey: Buffer
  readonly #receiveKey: Buffer
  readonly #nonce = Buffer.alloc(12)
  readonly #window = new ReplayWindow()
  #sent = 0

  constructor(sodium: Natives['sodium'], keys: { send: Buffer; receive: Buffer }) {
    this.#sodium = sodium
    this.#sendKey = keys.send
    this.#receiveKey = keys.receive
  }

  seal(payload: Uint8Array): Buffer {
    const bytes = Buffer.allocUnsafe(payload.length + boxOverheadBytes)
    bytes.writeBigUInt64BE(BigInt(this.#sent))
    this.#sent += 1
    bytes.copy(this.#nonce, 4, 0, numberBytes)
    const box = bytes.subarray(numberBytes)
    this.#sodium.crypto_aead_chacha20poly1305_ietf_encrypt(box, payload, null, null, this.#nonce, this.#sendKey)
    return bytes
  }

  /** Undefined when it is not of the other end, or has come before. */
  open(bytes: Buffer): Buffer | undefined {
    if (bytes.length < boxOverheadBytes) return undefined
    const number = Number(bytes.readBigUInt64BE())
    if (!Number.isSafeInteger(number)) return undefined
    bytes.copy(this.#nonce, 4, 0, numberBytes)
    const payload = Buffer.allocUnsafe(bytes.length - boxOverheadBytes)
    const box = bytes.subarray(numberBytes)
    try {
      this.#sodium.crypto_aead_chacha20poly1305_ietf_decrypt(payload, null, box, null, this.#nonce, this.#receiveKey)
    } catch {
      return undefined // a stranger's packet, or a damaged one
    }
    return this.#window.accept(number) ? payload : undefined
  }
}
