// Reads a socket into one buffer again and again, instead of a fresh allocation for every chunk: half the CPU of a relay.
//
// Node offers this (`onread`) only to sockets that it connects itself. For accepted sockets and for TLS over a connected
// socket the same two slots are filled here, which its constructor would have filled. A test watches that this Node has them.

import type { Socket } from 'node:net'
import { frameHeadBytes } from '@farport/protocol'

interface ReadableHandle {
  useUserBuffer(buffer: Uint8Array): void
}

/**
 * One buffer for every socket of the process: it is filled and handed to `onBytes` within one call from the event loop.
 * Room stands free before it, where a frame head goes. A full one that is encrypted just fits four of the largest
 * packets (65,483 bytes): the odd bytes of a longer one would be a packet, and a timer, of their own. It stays in the cache.
 */
export const sharedFrame = Buffer.allocUnsafeSlow(261_120)
const sharedRead = sharedFrame.subarray(frameHeadBytes)

/**
 * Hands every chunk that arrives to `onBytes`, valid until it returns; `isShared` says that it stands in `sharedFrame`,
 * after the room for a head. When `onBytes` answers false, reading stops until `socket.resume()`. Ends and errors are told by
 * the socket's own events. With a buffer of its own a chunk stays valid for as long as reading stops.
 */
export function readStatically(
  socket: Socket,
  onBytes: (bytes: Uint8Array, isShared: boolean) => boolean,
  buffer: Uint8Array = sharedRead,
): void {
  const handle = handleOf(socket)
  const slots = slotsOf(socket)
  if (handle === undefined || slots === undefined) {
    socket.on('data', (chunk: Buffer) => {
      if (!onBytes(chunk, false)) socket.pause()
    })
    return
  }
  const isGoingOn = readEarly(socket, onBytes)
  Reflect.set(socket, slots.buffer, buffer)
  Reflect.set(socket, slots.callback, (length: number) => {
    const hasRoom = onBytes(length === buffer.length ? buffer : buffer.subarray(0, length), buffer === sharedRead)
    // A pause right after a resume comes before Node has begun to read, and would be forgotten.
    return hasRoom && !socket.isPaused()
  })
  handle.useUserBuffer(buffer)
  socket.resume()
  if (!isGoingOn) socket.pause()
}

/** Whether this Node lets a socket be read statically. */
export const canReadStatically = (socket: Socket): boolean =>
  handleOf(socket) !== undefined && slotsOf(socket) !== undefined

/** What Node has read already. Whether to go on. */
function readEarly(socket: Socket, onBytes: (bytes: Uint8Array, isShared: boolean) => boolean): boolean {
  let isGoingOn = true
  while (socket.readableLength > 0) {
    const chunk = socket.read() as Buffer | null // no encoding is ever set
    if (chunk === null) break
    isGoingOn = onBytes(chunk, false)
  }
  return isGoingOn
}

function handleOf(socket: Socket): ReadableHandle | undefined {
  const handle: unknown = Reflect.get(socket, '_handle')
  const isReadable =
    typeof handle === 'object' && handle !== null && typeof Reflect.get(handle, 'useUserBuffer') === 'function'
  return isReadable ? (handle as ReadableHandle) : undefined // its one method was just looked up
}

interface Slots {
  readonly buffer: symbol
  readonly callback: symbol
}

/** They are the same for every socket: found once. */
let slotsFound: Slots | undefined

function slotsOf(socket: Socket): Slots | undefined {
  if (slotsFound !== undefined) return slotsFound
  const symbols = Object.getOwnPropertySymbols(socket)
  const buffer = symbols.find((symbol) => symbol.description === 'kBuffer')
  const callback = symbols.find((symbol) => symbol.description === 'kBufferCb')
  if (buffer !== undefined && callback !== undefined) slotsFound = { buffer, callback }
  return slotsFound
}
