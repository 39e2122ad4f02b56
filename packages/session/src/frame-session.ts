// A session over a link: greets, watches that the other end lives, hands frames to streams, and ends once.
// What the initiator and the acceptor do differently stands in initiator.ts and acceptor.ts.

import {
  decodeBeside,
  encodeFrame,
  FrameReader,
  protocolVersion,
  type ControlFrame,
  type Hello,
} from '@farport/protocol'
import { Acceptor } from './acceptor.ts'
import { Carriage, heartbeatLimits } from './carriage.ts'
import { garbageMessages, knownEndCode, knownStreamCode } from './codes.ts'
import { Heartbeat } from './heartbeat.ts'
import { Initiator } from './initiator.ts'
import { Expediter } from './expediter.ts'
import { defaultLimits, type SessionLimits } from './limits.ts'
import { MuxStream, type MuxStreamOptions, type StreamSurroundings } from './mux-stream.ts'
import { wrongState, type Role, type Stage, type Violation } from './role.ts'
import { Sender } from './sender.ts'
import {
  sessionEndCode,
  streamCode,
  type CarrierState,
  type Grant,
  type Session,
  type SessionEnd,
  type SessionEndCode,
  type SessionOptions,
} from './session.ts'
import { WindowBudget } from './window-budget.ts'

/** So many streams rarely have something to send in the same turn of the event loop. */
const fewStreams = 4

/** After the last words the link gets so long to carry them. */
const lingerMs = 2000

export class FrameSession implements Session, Stage {
  readonly role: 'initiator' | 'acceptor'
  readonly limits: SessionLimits
  readonly sender: Sender
  /** Asked for, open, or half ended. */
  readonly liveStreams = new Map<number, MuxStream>()
  readonly #options: SessionOptions
  readonly #link: SessionOptions['link']
  /** Undefined over a link of a single way. */
  readonly #carriage: Carriage | undefined
  readonly #surroundings: StreamSurroundings
  readonly #heartbeat: Heartbeat
  readonly #initiator: Initiator | undefined
  readonly #rolePlayed: Role
  readonly #reader: FrameReader
  readonly #closing = Promise.withResolvers<SessionEnd>()
  #peerHello: Hello | undefined
  #end: SessionEnd | undefined

  constructor(options: SessionOptions) {
    this.#options = options
    this.role = options.role
    this.limits = { ...defaultLimits, ...options.limits }
    this.#link = options.link
    this.#carriage = this.#createCarriage()
    this.sender = new Sender({
      link: this.#link,
      pace: this.#carriage?.pace,
      isCarried: () => this.#carriage?.isCarried ?? true,
      outboxBytesMax: this.limits.outboxBytesMax,
      hasManyStreams: () => this.liveStreams.size > fewStreams,
      onData: () => this.#heartbeat.silence.active(),
      onOverflow: () => this.#finish('us', sessionEndCode.limit, 'the other end does not read what it is answered'),
    })
    this.#heartbeat = new Heartbeat(heartbeatLimits(this.limits, options), {
      send: (nonce) => this.sender.control(encodeFrame({ type: 'ping', nonce })),
      hasGreeted: () => this.#peerHello !== undefined,
      onMeasured: (roundTripMs) => this.#carriage?.pace.measured(roundTripMs),
      onDead: (message) => this.#onDead(message),
      onSilent: () => this.#carriage?.tell('silent'),
      onHeard: () => this.#carriage?.tell('carrying'),
    })
    const { windowBytesFirst, windowBytesMin, windowBytesMax, windowBytesTotal, unsentBytesMax } = this.limits
    this.#surroundings = {
      sender: this.sender,
      beside: this.#link,
      expediter: new Expediter(this.#link, () => performance.now()),
      onBeside: () => this.#heartbeat.silence.active(),
      window: {
        budget: new WindowBudget(windowBytesTotal),
        bytesFirst: windowBytesFirst,
        bytesMin: windowBytesMin,
        bytesMax: windowBytesMax,
      },
      unsentBytesMax,
      nowMs: () => performance.now(),
      roundTripMs: () => this.#heartbeat.roundTripMs,
    }
    this.#initiator = options.role === 'initiator' ? new Initiator(this) : undefined
    this.#rolePlayed = this.#initiator ?? new Acceptor(this, options)
    this.#reader = new FrameReader({
      onFrame: (frame) => this.#onFrame(frame),
      onData: (streamId, bytes, isLast) => this.#onData(streamId, bytes, isLast),
      onDatagram: (streamId, bytes) => this.#onDatagram(streamId, bytes),
      onGarbage: (refusal) => this.#violate({ code: sessionEndCode.protocol, message: garbageMessages[refusal] }),
    })
    this.#start()
  }

  get streams(): number {
    return this.liveStreams.size
  }

  get end(): SessionEnd | undefined {
    return this.#end
  }

  get closed(): Promise<SessionEnd> {
    return this.#closing.promise
  }

  get quietMs(): number {
    return this.#heartbeat.silence.quietMs
  }

  get carrierState(): CarrierState {
    return this.#carriage?.state ?? 'carrying'
  }

  get roundTripMs(): number | undefined {
    return this.#heartbeat.measuredMs
  }

  /** As many streams as the other end takes, as far as it has told. */
  get streamsMax(): number {
    return Math.min(this.limits.streamsMax, this.#peerHello?.streamsMax ?? Infinity)
  }

  grant(ticket: string): Grant {
    if (this.#initiator === undefined) throw new TypeError('only the initiator of a session grants')
    return this.#initiator.grant(ticket)
  }

  signal(text: string): boolean {
    if (this.#end !== undefined || this.sender.outboxBytes > this.limits.outboxBytesMax / 2) return false
    this.sender.control(encodeFrame({ type: 'signal', text }))
    return true
  }

  ping(): Promise<number> {
    return this.#heartbeat.ping()
  }

  close(code: SessionEndCode = sessionEndCode.done, message = ''): void {
    this.#finish('us', code, message)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close()
    await this.closed
  }

  /** A stream of this session, which may not carry anything yet. */
  createStream(id: number, source: string, onOver: MuxStreamOptions['onOver']): MuxStream {
    const stream = new MuxStream({
      id,
      source,
      surroundings: this.#surroundings,
      onOver: (over, end) => {
        this.liveStreams.delete(id)
        onOver(over, end)
      },
    })
    this.liveStreams.set(id, stream)
    return stream
  }

  #start(): void {
    const { windowBytesMax, streamsMax } = this.limits
    this.sender.control(
      encodeFrame({ type: 'hello', hello: { protocol: protocolVersion, windowBytes: windowBytesMax, streamsMax } }),
    )
    this.#link.start({
      onBytes: (bytes) => {
        this.#heartbeat.silence.heard()
        this.#reader.push(bytes)
        this.#carriage?.read()
      },
      onDrain: () => this.sender.drained(),
      onEnd: () => this.#onLinkEnd(),
      onClose: (reason) => this.#finish('them', sessionEndCode.linkLost, reason?.message ?? 'the link closed'),
      onDatagram: (bytes) => this.#onLinkDatagram(bytes),
      onCarrier: () => this.#onCarrier(),
    })
  }

  #createCarriage(): Carriage | undefined {
    const { link, onCarrier } = this.#options
    if (!('acknowledged' in link)) return undefined
    return new Carriage({ link, onCarrier, send: (frame) => this.sender.control(frame) })
  }

  #onCarrier(): void {
    if (this.#end !== undefined) return
    this.#heartbeat.wayChanged(this.#carriage?.isCarried ?? true)
    this.sender.dropDatagrams()
    this.#carriage?.carrierChanged()
  }

  /** A link that is silent for too long is the end of the session, unless another may take its place. */
  #onDead(message: string): void {
    if (this.#carriage === undefined || this.#peerHello === undefined)
      this.#finish('us', sessionEndCode.silent, message)
    else this.#carriage.dropCarrier(message)
  }

  #onLinkEnd(): void {
    if (this.#reader.isBetweenFrames) this.#finish('them', sessionEndCode.linkLost, 'the link ended')
    else this.#finish('us', sessionEndCode.protocol, 'the link ended in the middle of a frame')
  }

  #onFrame(frame: ControlFrame): void {
    this.#violate(this.#judgeFrame(frame))
  }

  #judgeFrame(frame: ControlFrame): Violation | undefined {
    this.#carriage?.frameCame(frame.type)
    if (frame.type === 'hello') return this.#onHello(frame.hello)
    if (frame.type === 'goaway') return this.#finish('them', knownEndCode(frame.code), frame.message)
    if (this.#peerHello === undefined) return wrongState(`a ${frame.type} frame came before the greeting`)
    switch (frame.type) {
      case 'ping':
        this.sender.control(encodeFrame({ type: 'pong', nonce: frame.nonce }))
        return undefined
      case 'pong':
        return this.#heartbeat.pong(frame.nonce) ? undefined : wrongState('a pong came that nobody had asked for')
      case 'signal':
        this.#options.onSignal?.(frame.text)
        return undefined
      case 'ack':
        return this.#onAcknowledgement(frame.receivedBytes)
      case 'window':
        return this.#withStream(frame.streamId, frame.type, (stream) =>
          stream.credit(frame.consumed, frame.window)
            ? undefined
            : wrongState(`the window of stream ${frame.streamId} covers what was never sent`),
        )
      case 'fin':
        return this.#withStream(frame.streamId, frame.type, (stream) =>
          stream.receiveEnd()
            ? undefined
            : wrongState(`stream ${frame.streamId} ended twice, or before it was accepted`),
        )
      case 'reset':
        return this.#withStream(frame.streamId, frame.type, (stream) =>
          stream.finish({ code: knownStreamCode(frame.code), message: frame.message }),
        )
      default:
        return this.#rolePlayed.onFrame(frame)
    }
  }

  #onAcknowledgement(receivedBytes: number): Violation | undefined {
    if (this.#carriage === undefined) return wrongState('an acknowledgement came over a link that keeps nothing')
    if (!this.#carriage.acknowledged(receivedBytes)) return wrongState('bytes were acknowledged that were never sent')
    this.sender.acknowledged()
    return undefined
  }

  #onHello(hello: Hello): Violation | undefined {
    if (this.#peerHello !== undefined) return wrongState('a second greeting came')
    if (hello.protocol !== protocolVersion) {
      return {
        code: sessionEndCode.version,
        message: `protocol ${hello.protocol} came, this end speaks ${protocolVersion}`,
      }
    }
    this.#peerHello = hello
    this.#heartbeat.greeted()
    return undefined
  }

  #onData(streamId: number, bytes: Uint8Array, isLast: boolean): void {
    this.#heartbeat.silence.active()
    this.#carriage?.frameCame('data')
    this.#carriage?.pace.received(bytes.length)
    const stream = this.liveStreams.get(streamId)
    const refusal = stream === undefined ? undefined : stream.receive(bytes, isLast)
    if (refusal === 'over-window')
      this.#violate({ code: sessionEndCode.limit, message: `stream ${streamId} was sent more than its window` })
    else if (refusal === 'unopened')
      this.#violate(wrongState(`stream ${streamId} was sent bytes before it was accepted`))
    else if (refusal === 'after-end') this.#violate(wrongState(`stream ${streamId} went on after its end`))
    else if (stream === undefined) this.#violate(this.#withStream(streamId, 'data', () => undefined))
  }

  #onDatagram(streamId: number, bytes: Uint8Array): void {
    this.#heartbeat.silence.active()
    this.#carriage?.frameCame('datagram')
    this.#violate(
      this.#withStream(streamId, 'datagram', (stream) =>
        stream.receiveDatagram(bytes)
          ? undefined
          : wrongState(`stream ${streamId} was sent bytes before it was accepted`),
      ),
    )
  }

  /** Beside the bytes, so it may be too early or too late for its stream: then it is lost, as datagrams may be. */
  #onLinkDatagram(bytes: Uint8Array): void {
    const beside = decodeBeside(bytes)
    if (beside === undefined || this.#end !== undefined) return
    this.#heartbeat.silence.heard()
    this.#heartbeat.silence.active()
    const stream = this.liveStreams.get(beside.streamId)
    if (beside.offset === undefined) stream?.receiveDatagram(beside.payload)
    else stream?.receiveCopy(beside.offset, beside.payload)
  }

  /** Frames for streams that are over are late, which is fine; for streams that never were, they are wrong. */
  #withStream(
    streamId: number,
    type: string,
    act: (stream: MuxStream) => Violation | undefined | void,
  ): Violation | undefined {
    const stream = this.liveStreams.get(streamId)
    if (stream !== undefined) return act(stream) ?? undefined
    return this.#rolePlayed.hasSeen(streamId)
      ? undefined
      : wrongState(`a ${type} frame came for stream ${streamId}, which never was`)
  }

  #violate(violation: Violation | undefined): void {
    if (violation !== undefined) this.#finish('us', violation.code, violation.message)
  }

  #finish(by: 'us' | 'them', code: SessionEndCode, message: string): undefined {
    if (this.#end !== undefined) return
    this.#end = { by, code, message }
    this.#reader.stop()
    this.#heartbeat.stop()
    this.#carriage?.stop()
    this.sender.stop(by === 'us' ? encodeFrame({ type: 'goaway', code, message }) : undefined)
    this.#link.end()
    setTimeout(() => this.#link.destroy(), code === sessionEndCode.linkLost ? 0 : lingerMs).unref()
    for (const stream of this.liveStreams.values())
      stream.finish({ code: streamCode.sessionEnded, message: message || 'the session ended' })
    this.#rolePlayed.onEnd()
    this.#closing.resolve(this.#end)
    this.#options.onEnd?.(this.#end)
  }
}
