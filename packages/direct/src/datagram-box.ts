// Datagrams beside the bytes of a UDP link, encrypted one by one. secret-stream has messages of its own, but derives their
// key from the hash of the handshake, which is no secret: whoever saw the handshake can compute it.
//
//   bytes 0..7   u64: number of the datagram, from 0 on; the nonce is it after four zero bytes
//   then         ChaCha20-Poly1305 of the payload, 16 bytes longer than it

import type { Natives } from './natives.ts'
import { ReplayWindow } from './replay-window.ts'

const numberBytes = 8
const tagBytes = 16
/** The number stands at the end of the nonce. */
const nonceOffset = 4
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

  /** Of a byte, and bytes after it. */
  seal(first: number, rest: Uint8Array): Buffer {
    const bytes = Buffer.allocUnsafe(1 + rest.length + boxOverheadBytes)
    writeNumber(bytes, this.#sent)
    this.#sent += 1
    this.#nonce.set(bytes.subarray(0, numberBytes), nonceOffset)
    const box = bytes.subarray(numberBytes)
    const plain = box.subarray(0, box.length - tagBytes)
    plain[0] = first
    plain.set(rest, 1)
    this.#sodium.crypto_aead_chacha20poly1305_ietf_encrypt(box, plain, null, null, this.#nonce, this.#sendKey)
    return bytes
  }

  /** What was sealed, in the same memory: the box is used up. Undefined when it is not of the other end, or came before. */
  open(bytes: Buffer): Buffer | undefined {
    if (bytes.length < boxOverheadBytes) return undefined
    const number = bytes.readUInt32BE(0) * 0x1_0000_0000 + bytes.readUInt32BE(4)
    if (!Number.isSafeInteger(number)) return undefined
    this.#nonce.set(bytes.subarray(0, numberBytes), nonceOffset)
    const box = bytes.subarray(numberBytes)
    const plain = box.subarray(0, box.length - tagBytes)
    try {
      this.#sodium.crypto_aead_chacha20poly1305_ietf_decrypt(plain, null, box, null, this.#nonce, this.#receiveKey)
    } catch {
      return undefined // a stranger's packet, or a damaged one
    }
    return this.#window.accept(number) ? plain : undefined
  }
}

function writeNumber(target: Buffer, number: number): void {
  target.writeUInt32BE(Math.floor(number / 0x1_0000_0000), 0)
  target.writeUInt32BE(number % 0x1_0000_0000, 4)
}
