// What is used here of packages that bring no types.

declare module 'udx-native' {
  import type { EventEmitter } from 'node:events'

  interface UdxAddress {
    host: string
    family: number
    port: number
  }

  export interface UdxSocket extends EventEmitter {
    address(): UdxAddress | null
    bind(port: number, host: string): void
    close(): Promise<void>
    trySend(bytes: Uint8Array, port: number, host: string): void
    setRecvBufferSize(byteCount: number): void
    setSendBufferSize(byteCount: number): void
    on(event: 'message', listener: (bytes: Buffer, from: UdxAddress) => void): this
    on(event: 'close', listener: () => void): this
  }

  export default class Udx {
    createSocket(options?: { ipv6Only?: boolean; reuseAddress?: boolean }): UdxSocket
  }
}

declare module 'udx-native/lib/stream.js' {
  import type { EventEmitter } from 'node:events'
  import type Udx from 'udx-native'
  import type { UdxSocket } from 'udx-native'

  /** What was given to udx in one go: one or the other, and neither once it is acknowledged. */
  interface UdxWrite {
    readonly buffer: Buffer | null
    readonly buffers: readonly Buffer[] | null
  }

  /** A streamx Duplex. */
  export default class UdxStream extends EventEmitter {
    constructor(udx: Udx, id: number)
    /** Bytes of one packet that the path is known to carry. */
    readonly mtu: number
    /** Milliseconds. */
    readonly rtt: number
    readonly packetsReceived: number
    readonly packetsTransmitted: number
    /** Packets, in 16 bits: then it begins anew. */
    readonly retransmits: number
    readonly bytesTransmitted: number
    readonly inflight: number
    readonly destroying: boolean
    /** Packets that may be on their way at once. */
    readonly cwnd: number
    /** 0: finding out, 1: after that, until its queue is gone, 2: going on, 3: looking how short the way is. */
    readonly bbrState: number
    /** Bytes in a second that the way has been seen to carry. */
    readonly bbrBandwidth: number
    readonly _wreqs: readonly UdxWrite[]
    /** Of datagrams: all that have ever waited at a time, and those of them that do not. */
    readonly _sreqs: readonly unknown[]
    readonly _sfree: readonly unknown[]
    connect(socket: UdxSocket, remoteId: number, port: number, host: string): void
    trySend(bytes: Uint8Array): void
    destroy(error?: Error | null): void
    /** Called with what is to be sent, and when the write of this number is acknowledged. */
    _writev(buffers: readonly Buffer[], done: (error?: Error | null) => void): void
    _onack(id: number): void
    on(event: 'message', listener: (bytes: Buffer) => void): this
    on(event: 'error', listener: (error: Error) => void): this
    on(event: 'close', listener: () => void): this
  }
}

declare module '@hyperswarm/secret-stream' {
  import type { EventEmitter } from 'node:events'
  import type UdxStream from 'udx-native/lib/stream.js'

  export interface NoiseKeyPair {
    publicKey: Buffer
    /** The seed, then the public key. */
    secretKey: Buffer
  }

  export default class NoiseSecretStream extends EventEmitter {
    constructor(
      isInitiator: boolean,
      rawStream: UdxStream,
      options: { pattern: 'IK'; keyPair: NoiseKeyPair; remotePublicKey?: Buffer; enableSend: boolean },
    )
    readonly remotePublicKey: Buffer | null
    readonly destroyed: boolean
    readonly destroying: boolean
    /** False when the stream was destroyed before. */
    readonly opened: Promise<boolean>
    /** streamx keeps its queue here. */
    readonly _writableState: { readonly buffered: number }
    /** Memory for one message, which `write` then encrypts in place. */
    alloc(byteCount: number): Buffer
    write(bytes: Uint8Array): boolean
    /** `alloc` leaves here what `_write` looks for: the memory of a message, and with it that of its head and its tag. */
    _outgoingPlain: Buffer | null
    _outgoingWrapped: Buffer | null
    _write(message: Buffer, done: (error?: Error | null) => void): void
    end(): void
    pause(): void
    resume(): void
    destroy(error?: Error | null): void
  }
}

declare module 'sodium-native' {
  interface Sodium {
    /** Answers the length of the ciphertext: that of the message and 16 more. */
    crypto_aead_chacha20poly1305_ietf_encrypt(
      ciphertext: Uint8Array,
      message: Uint8Array,
      additional: Uint8Array | null,
      secretNonce: null,
      nonce: Uint8Array,
      key: Uint8Array,
    ): number
    /** Throws when the ciphertext was not made with this key and nonce. */
    crypto_aead_chacha20poly1305_ietf_decrypt(
      message: Uint8Array,
      secretNonce: null,
      ciphertext: Uint8Array,
      additional: Uint8Array | null,
      nonce: Uint8Array,
      key: Uint8Array,
    ): number
  }
  const sodium: Sodium
  export default sodium
}
