// The chunked transfer coding (RFC 9112, section 7.1), strictly: hexadecimal sizes, CRLF, extensions and trailers
// bounded and thrown away.

/** A size line with its extension, and all trailers together. */
const lineBytesMax = 4096

export interface ChunkHandlers {
  /** A part of the body; stands in the bytes that were given. */
  onBody(bytes: Uint8Array): void
  onEnd(): void
}

type State = 'size' | 'data' | 'data-end' | 'trailer' | 'end' | 'broken'

export class ChunkReader {
  readonly #handlers: ChunkHandlers
  #state: State = 'size'
  /** Of the line that has not come whole. */
  #line = ''
  #trailerBytes = 0
  #missing = 0

  constructor(handlers: ChunkHandlers) {
    this.#handlers = handlers
  }

  get isOver(): boolean {
    return this.#state === 'end'
  }

  /** How many of the bytes belong to the body; undefined when they are no chunks. What follows the end is left. */
  read(bytes: Uint8Array): number | undefined {
    let at = 0
    while (at < bytes.length && this.#state !== 'end') {
      if (this.#state === 'data') {
        const part = bytes.subarray(at, at + this.#missing)
        at += part.length
        this.#missing -= part.length
        if (this.#missing === 0) this.#state = 'data-end'
        this.#handlers.onBody(part)
      } else {
        const next = this.#readLine(bytes, at)
        if (next === undefined) {
          this.#state = 'broken'
          return undefined
        }
        at = next
      }
    }
    return at
  }

  /** Where the line ends, or the bytes do. */
  #readLine(bytes: Uint8Array, from: number): number | undefined {
    const lineFeed = bytes.indexOf(0x0a, from)
    const end = lineFeed === -1 ? bytes.length : lineFeed + 1
    if (this.#line.length + (end - from) > lineBytesMax) return undefined
    this.#line += Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from).toString('latin1')
    if (lineFeed === -1) return end
    const line = this.#line
    this.#line = ''
    return this.#take(line) ? end : undefined
  }

  #take(line: string): boolean {
    switch (this.#state) {
      case 'size':
        return this.#takeSize(line)
      case 'data-end':
        this.#state = 'size'
        return line === '\r\n'
      case 'trailer':
        return this.#takeTrailer(line)
      default:
        return false
    }
  }

  #takeSize(line: string): boolean {
    const size = sizeLine.exec(line)?.[1]
    if (size === undefined) return false
    this.#missing = Number.parseInt(size, 16)
    this.#state = this.#missing === 0 ? 'trailer' : 'data'
    return true
  }

  #takeTrailer(line: string): boolean {
    this.#trailerBytes += line.length
    if (this.#trailerBytes > lineBytesMax) return false
    if (line !== '\r\n') return trailerLine.test(line)
    this.#state = 'end'
    this.#handlers.onEnd()
    return true
  }
}

const sizeLine = /^([0-9A-Fa-f]{1,12})(?:[\t ]*;[\t\x20-\x7e\x80-\xff]*)?\r\n$/
const trailerLine = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}:[\t\x20-\x7e\x80-\xff]*\r\n$/

/** What comes before the bytes of one chunk; CRLF follows them. */
export const chunkHead = (byteCount: number): string => `${byteCount.toString(16)}\r\n`
export const lastChunk = '0\r\n\r\n'
