// Cuts bytes into lines, of a bounded length.

import { accept, refuse, type Result } from '@farport/basics'

const newline = 0x0a

export class LineReader {
  readonly #lengthMax: number
  #pieces: Buffer[] = []
  #length = 0

  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax
  }

  /** The lines that these bytes complete. Refused when one is too long. */
  read(bytes: Buffer): Result<readonly string[], 'too-long'> {
    const lines: string[] = []
    let start = 0
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
      if (!this.#keep(bytes.subarray(start, end))) return refuse('too-long')
      lines.push(Buffer.concat(this.#pieces).toString())
      this.#pieces = []
      this.#length = 0
      start = end + 1
    }
    return this.#keep(bytes.subarray(start)) ? accept(lines) : refuse('too-long')
  }

  #keep(piece: Buffer): boolean {
    this.#length += piece.length
    this.#pieces.push(piece)
    return this.#length <= this.#lengthMax
  }
}
