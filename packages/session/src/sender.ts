// Decides what goes onto the link next. The link's own queue stays short: nothing is written while it is backed up, so
// that what is small or urgent never stands behind what is large. Control frames first, then, in turn, some datagrams,
// every stream with little to say, and one frame of one stream with much to say. The pace, where there is one, bounds
// what streams have on their way; control frames do not wait for it.
//
// Streams that only wait for room are told of it one after another, and each is given the time to read: what all of them
// read at once, and only one can send, would have to be copied and kept. Who has filled the room is told of it again for
// a moment, as what it reads next is in a cache still.
//
// Small frames of one turn of the event loop share a write: a write is a TLS record and a system call. With many streams
// they are gathered while the link is backed up, too, which costs less than to keep each of them with its stream.

import { framePayloadBytesMax } from '@farport/protocol'
import { Outbox } from './outbox.ts'
import type { Pace } from './pace.ts'
import { WaitingDatagrams } from './waiting-datagrams.ts'

export interface Source {
  /** Whether what waits is little enough to go before the large ones. */
  readonly isSmall: boolean
  /** Nothing waits: it only wants to be told that there is room. */
  readonly isListening: boolean
  /** Sends at most one frame. True: there is more that could go at once. */
  sendNext(): boolean
}

export interface SenderOptions {
  readonly link: {
    /** `passing`: where datagrams begin in the bytes. */
    write(bytes: Uint8Array, passing?: readonly number[]): boolean
  }
  readonly pace: Pace | undefined
  /** Whether there is anything to carry what is sent. */
  readonly isCarried: () => boolean
  /** For frames that are kept for an end that does not read. */
  readonly outboxBytesMax: number
  /** With few streams a small frame goes at once; with many it is better off sharing the write at the end of the turn. */
  readonly hasManyStreams: () => boolean
  /** A frame of a stream goes out. */
  readonly onData: () => void
  /** The outbox is full: the session cannot go on. */
  readonly onOverflow: () => void
}

/** Datagrams of one turn. */
const datagramsAtOnce = 16
/** Up to here a frame is worth a copy to share a write. */
const shareBytesMax = 4096
/** With many streams, a write is shared by so many turns of the event loop. */
const turnsShared = 2
/** Whoever is told of room has read within so many turns, if there is something to read. */
const turnsToRead = 2
/** Who has filled the room is told of it again before others are, for so long: some frames on a fast line, one on a slow one. */
const turnMsMax = 1
/** As many bytes share one write. */
const sharedWriteBytesMax = 65_536
/** As many frames, too: the other end answers them while this one makes the next, instead of each waiting for the other. */
const sharedWriteFramesMax = 16

export class Sender {
  readonly #options: SenderOptions
  readonly #link: SenderOptions['link']
  #isReady = true
  #isRunning = false
  #isStopped = false
  #isFlushScheduled = false
  /** Frames that go out together: control frames, and small ones of streams while the sender runs. */
  readonly #outbox = new Outbox()
  readonly #datagrams = new WaitingDatagrams(() => performance.now())
  #small: Source[] = []
  #large: Source[] = []
  #listening: Source[] = []
  /** So many are told of room at once. */
  #toldAtOnce = 1
  /** Whose turn it is among those who wait for room, and since when. */
  #told: Source | undefined
  #toldSinceMs = 0
  /** So many turns those who were told still have to fill the room; 0: they are not waited for. */
  #turnsAwaited = 0
  #isTurnScheduled = false

  constructor(options: SenderOptions) {
    this.#options = options
    this.#link = options.link
  }

  /** So long a payload may go out now in a frame of a stream; 0: none may. */
  payloadBytes(isSmall: boolean): number {
    if (this.#isStopped || !(this.#isReady || (isSmall && this.#isGathering()))) return 0
    const paced = this.#options.pace?.payloadBytes(isSmall, this.#outbox.bytes)
    return Math.min(paced ?? framePayloadBytesMax, framePayloadBytesMax)
  }

  /** Frames that wait to go out together. */
  get outboxBytes(): number {
    return this.#outbox.bytes
  }

  /** A frame that must not get lost. Its bytes are the caller's again when this returns. */
  control(frame: Uint8Array): void {
    if (this.#isStopped) return
    this.#outbox.add(frame)
    if (this.#outbox.bytes > this.#options.outboxBytesMax) this.#options.onOverflow()
    else this.#scheduleFlush()
  }

  /** A frame of a stream, of no more than payloadBytes. The bytes are the caller's again when this returns. */
  data(frame: Uint8Array): void {
    this.#options.onData()
    if (frame.length > shareBytesMax) {
      this.#flush()
      this.#write(frame)
    } else if (this.#isRunning || this.#options.hasManyStreams()) {
      this.#outbox.add(frame)
      this.#flushWhenDue(this.#outbox.frames >= sharedWriteFramesMax)
    } else if (this.#outbox.bytes > 0) {
      this.#outbox.add(frame)
      this.#flush()
    } else {
      this.#write(frame)
    }
  }

  /** False: dropped. The frame's bytes must stay unchanged. */
  datagram(frame: Uint8Array): boolean {
    if (this.#isStopped || !this.#options.isCarried()) return false
    if (!this.#datagrams.isEmpty || !this.#mayPass()) return this.#datagrams.add(frame)
    this.#options.onData()
    // They come many at a time, and each by itself would be a record and a system call.
    this.#outbox.add(frame)
    this.#flushWhenDue(false)
    return true
  }

  /** They have waited for a link that is gone. */
  dropDatagrams(): void {
    this.#datagrams.clear()
  }

  /** The source is asked when it is its turn. It must not stand here already. */
  enqueue(source: Source): void {
    if (this.#isStopped) return
    const line = this.#lineOf(source)
    if (line === this.#listening && this.#keepsTurn(source)) line.unshift(source)
    else line.push(source)
    if (this.payloadBytes(source.isSmall) > 0) this.#scheduleFlush()
  }

  drained(): void {
    this.#isReady = true
    this.acknowledged()
  }

  /** The pace may have room again. */
  acknowledged(): void {
    if (!this.#isReady) return
    const inLine = this.#small.length + this.#large.length + this.#listening.length
    if (inLine > 0 || !this.#datagrams.isEmpty) this.#run()
    else if (this.#outbox.bytes > 0) this.#scheduleFlush()
  }

  /** The last words, past all that waits. Nothing is sent after. */
  stop(lastFrame?: Uint8Array): void {
    if (this.#isStopped) return
    if (lastFrame !== undefined) this.#outbox.add(lastFrame)
    this.#isStopped = true
    this.#small = []
    this.#large = []
    this.#listening = []
    this.#datagrams.clear()
    this.#flush()
  }

  #isGathering(): boolean {
    return this.#options.hasManyStreams() && this.#outbox.bytes <= sharedWriteBytesMax
  }

  /** Datagrams are not gathered for a link that is backed up: they would grow old. */
  #mayPass(): boolean {
    return this.#isReady && this.payloadBytes(true) > 0
  }

  /** At once, when there are many frames or bytes; a link that is backed up tells when it is not. */
  #flushWhenDue(hasManyFrames: boolean): void {
    if (!this.#isReady) return
    if (hasManyFrames || this.#outbox.bytes > sharedWriteBytesMax) this.#flush()
    else this.#scheduleFlush()
  }

  #scheduleFlush(): void {
    if (this.#isFlushScheduled || this.#isRunning) return
    this.#isFlushScheduled = true
    afterTurns(this.#options.hasManyStreams() ? turnsShared : 1, this.#flushScheduled)
  }

  readonly #flushScheduled = (): void => {
    this.#isFlushScheduled = false
    this.#run()
  }

  #run(): void {
    if (this.#isRunning || this.#isStopped) return
    this.#isRunning = true
    while (this.#takeTurns());
    this.#tellOfRoom()
    this.#isRunning = false
    if (this.#isReady) this.#flush()
  }

  /** One may have enough to fill the room. When it has not, twice as many are told. */
  #tellOfRoom(): void {
    if (this.payloadBytes(false) === 0) return this.#filled()
    if (this.#turnsAwaited > 0 || this.#listening.length === 0) return
    for (const source of this.#listening.splice(0, this.#toldAtOnce)) this.#tell(source)
    this.#toldAtOnce *= 2
    if (this.#listening.length === 0) return
    this.#turnsAwaited = turnsToRead
    this.#scheduleTurn()
  }

  #scheduleTurn(): void {
    if (this.#isTurnScheduled) return
    this.#isTurnScheduled = true
    setImmediate(this.#turn)
  }

  readonly #turn = (): void => {
    this.#isTurnScheduled = false
    if (this.#turnsAwaited === 0) return
    this.#turnsAwaited -= 1
    if (this.#turnsAwaited > 0) this.#scheduleTurn()
    else this.#run()
  }

  #tell(source: Source): void {
    if (source !== this.#told) {
      this.#told = source
      this.#toldSinceMs = performance.now()
    }
    this.#ask(source)
  }

  #keepsTurn(source: Source): boolean {
    return source === this.#told && performance.now() - this.#toldSinceMs < turnMsMax
  }

  #filled(): void {
    this.#toldAtOnce = 1
    this.#turnsAwaited = 0
  }

  /** Whether anything could go, and more might. */
  #takeTurns(): boolean {
    const hasSent = this.#sendDatagrams()
    const hasAsked = this.#askSmall()
    return this.#askLarge() || hasSent || hasAsked
  }

  #sendDatagrams(): boolean {
    for (let count = 0; count < datagramsAtOnce; count += 1) {
      const frame = this.#mayPass() ? this.#datagrams.take() : undefined
      if (frame === undefined) return count > 0
      this.#outbox.add(frame)
    }
    return true
  }

  /** Whether anybody could be asked. */
  #askSmall(): boolean {
    if (this.#small.length === 0 || this.payloadBytes(true) === 0) return false
    const sources = this.#small
    this.#small = []
    for (const source of sources) this.#ask(source)
    return true
  }

  #askLarge(): boolean {
    const source = this.payloadBytes(false) === 0 ? undefined : this.#large.shift()
    if (source !== undefined) this.#ask(source)
    return source !== undefined
  }

  /** Asked when there is no room left, too: then the source only goes to the end of its line again. */
  #ask(source: Source): void {
    if (this.payloadBytes(source.isSmall) === 0 || source.sendNext()) this.#lineOf(source).push(source)
  }

  #lineOf(source: Source): Source[] {
    if (source.isSmall) return this.#small
    return source.isListening ? this.#listening : this.#large
  }

  #flush(): void {
    this.#outbox.empty((bytes, passing) => this.#write(bytes, passing))
  }

  #write(bytes: Uint8Array, passing = none): void {
    if (!this.#link.write(bytes, passing)) {
      this.#isReady = false
      this.#filled()
    }
    this.#options.pace?.sent()
  }
}

const none: readonly number[] = []

/** Turns of the event loop are short when it has nothing to do, and worth waiting for when it has much. */
function afterTurns(turns: number, act: () => void): void {
  setImmediate(turns > 1 ? () => afterTurns(turns - 1, act) : act)
}
