// One interface that is connected to the control socket: its requests, their answers, and what it watches.

import type { Socket } from 'node:net'
import { accept, refuse, type Result } from '@farport/basics'
import {
  localLineBytesMax,
  localRequest,
  type LocalAnswer,
  type LocalConnection,
  type LocalEvent,
  type LocalRequest,
} from '@farport/protocol'
import type { Initiator } from '../initiator.ts'
import type { Holds } from './holds.ts'
import { LineReader } from './line-reader.ts'

export interface ControlClientOptions {
  readonly initiator: Initiator
  readonly version: string
  /** Somebody asks for the end of it all. */
  readonly onStop: () => void
}

/** Kept for one that does not read; beyond, it is hung up on. */
const unreadBytesMax = 4 * 1024 * 1024
/** Requests on the way at once. */
const requestsMax = 64

export class ControlClient implements Disposable {
  readonly #socket: Socket
  readonly #options: ControlClientOptions
  readonly #holds: Holds
  #isGone = false
  #requests = 0
  #unwatch: (() => void) | undefined

  constructor(socket: Socket, options: ControlClientOptions, holds: Holds) {
    this.#socket = socket
    this.#holds = holds
    this.#options = options
    const lines = new LineReader(localLineBytesMax)
    socket.on('data', (bytes: Buffer) => {
      const read = lines.read(bytes)
      if (!read.ok) return void socket.destroy()
      for (const line of read.value) void this.#take(line)
    })
  }

  /** What it held is let go. */
  [Symbol.dispose](): void {
    this.#isGone = true
    this.#unwatch?.()
    for (const connectionId of this.#holds.release(this)) this.#options.initiator.close(connectionId)
  }

  async #take(line: string): Promise<void> {
    const request = parse(line)
    // What has no number cannot be answered.
    if (!request.ok || this.#requests >= requestsMax) return void this.#socket.destroy()
    this.#requests += 1
    this.#send(await this.#answer(request.value))
    this.#requests -= 1
    if (request.value.type === 'stop') this.#options.onStop()
  }

  async #answer(request: LocalRequest): Promise<LocalAnswer> {
    const { initiator, version } = this.#options
    const { id } = request
    const told = (result: Result<LocalConnection, string>): LocalAnswer =>
      result.ok
        ? { id, type: 'connection', connection: result.value }
        : { id, type: 'refused', message: result.refusal }
    switch (request.type) {
      case 'hello':
        return { id, type: 'hello', version, publicKey: initiator.publicKey }
      case 'open':
        return told(await this.#open(request))
      case 'list':
        return { id, type: 'connections', connections: [...initiator.connections] }
      case 'check':
        return told(await initiator.check(request.connectionId))
      case 'samples': {
        const samples = initiator.samples(request.connectionId)
        return samples.ok
          ? { id, type: 'samples', samples: [...samples.value] }
          : { id, type: 'refused', message: samples.refusal }
      }
      case 'close':
        return told(initiator.close(request.connectionId))
      case 'watch':
        this.#unwatch ??= initiator.watch((connection) => this.#send({ type: 'changed', connection }))
        return { id, type: 'done' }
      case 'stop':
        return { id, type: 'done' }
    }
  }

  async #open(request: Extract<LocalRequest, { type: 'open' }>): Promise<Result<LocalConnection, string>> {
    const { initiator } = this.#options
    const { connectionId } = request.order
    const opened = await initiator.open({ ...request, isKept: !request.isHeld })
    if (!opened.ok) return opened
    // One that has come back from before is nobody's to take along.
    if (initiator.isKept(connectionId)) this.#holds.keep(connectionId)
    else if (this.#isGone) return initiator.close(connectionId)
    else this.#holds.hold(connectionId, this)
    return opened
  }

  #send(message: LocalAnswer | LocalEvent): void {
    if (this.#socket.destroyed) return
    this.#socket.write(`${JSON.stringify(message)}\n`)
    if (this.#socket.writableLength > unreadBytesMax) this.#socket.destroy()
  }
}

function parse(line: string): Result<LocalRequest, 'unreadable'> {
  try {
    return accept(localRequest.parse(JSON.parse(line)))
  } catch {
    return refuse('unreadable')
  }
}
