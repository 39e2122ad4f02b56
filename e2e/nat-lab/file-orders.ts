// What a test says to the file service of the lab.

/** `hold`: the end of the file waits until `finish` is said, so that a copy cannot be over before. */
export interface FileOrder {
  readonly order: 'hold' | 'finish'
}

/** Of the file. */
export const heldPart = 0.1
