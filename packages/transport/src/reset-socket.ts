// Breaks a connection off, so that nobody takes what came of it for the whole.

import type { Socket } from 'node:net'

/**
 * By a reset, but for the moment between our end and its going out: then the system has none, and Node would neither reset
 * nor close the socket, and keep it for as long as the process lives.
 */
export function resetSocket(socket: Socket): void {
  const isEnding = socket.writableEnded && !socket.writableFinished && socket.writableLength === 0
  if (isEnding) socket.destroy()
  else socket.resetAndDestroy()
}
