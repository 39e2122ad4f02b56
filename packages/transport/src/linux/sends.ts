// Sending on many sockets at once: what cannot go at once is not sent.

export interface SendsShape {
  /** So many at once. */
  readonly places: number
  /** So many bytes each. */
  readonly placeBytes: number
}

/** What is sent at once. The first places are the ones in use. */
export interface SendsMemory {
  readonly shape: SendsShape
  /** A place after the other. */
  readonly bytes: Buffer
  readonly descriptors: Int32Array
  readonly lengths: Int32Array
  /** How many bytes the system has taken of each; below 0: a failure, as in the manual of `errno`. */
  readonly results: Int32Array
}

export interface Sends {
  readonly way: 'ring' | 'each'
  readonly memory: SendsMemory
  /** Sends what is in the first `count` places, and has the results when it returns. False: no more can be sent. */
  send(count: number): boolean
  close(): void
}

/** The system has been told to send, and does not say whether it did. */
export const unknownResult = -0x8000_0000

export function sendsMemory(shape: SendsShape): SendsMemory {
  return {
    shape,
    bytes: Buffer.allocUnsafeSlow(shape.places * shape.placeBytes),
    descriptors: new Int32Array(shape.places),
    lengths: new Int32Array(shape.places),
    results: new Int32Array(shape.places),
  }
}
