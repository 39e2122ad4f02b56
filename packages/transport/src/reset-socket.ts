// Breaks a connection off, so that nobody takes what came of it for the whole.

import type { Socket } from 'node:net'

/**
 * By a reset, while one can be sent. Once the end of our bytes is said, the system has no reset for them; Node would then
 * neither reset nor close the socket, and keep it for as long as the process lives.
 */
export function resetSocket(socket: Socket): void {
  const hasSaidEnd = socket.writableEnded && socket.writableLength === 0
  if (hasSaidEnd) socket.destroy()
  else socket.resetAndDestroy()
}
