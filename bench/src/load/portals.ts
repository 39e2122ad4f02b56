// Event sockets as portals hold them: how much each has heard, and when it last did.

import { once } from 'node:events'
import { WebSocket } from 'ws'

export interface Portal {
  readonly socket: WebSocket
  /** What it heard since it was last forgotten. */
  frames: Buffer[]
  bytes: number
  frameCount: number
  heardAtMs: number
}

/** Keeps what it hears only when it is a witness: thousands that did would be what is measured. */
export async function openPortal(url: string, isWitness: boolean, greeting?: object): Promise<Portal> {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  const portal: Portal = { socket, frames: [], bytes: 0, frameCount: 0, heardAtMs: 0 }
  socket.on('message', (data: Buffer) => {
    portal.heardAtMs = performance.now()
    portal.bytes += data.length
    portal.frameCount += 1
    if (isWitness) portal.frames.push(data)
  })
  await once(socket, 'open')
  if (greeting !== undefined) socket.send(JSON.stringify(greeting))
  return portal
}

export function forget(portals: readonly Portal[]): void {
  for (const portal of portals) Object.assign(portal, { frames: [], bytes: 0, frameCount: 0, heardAtMs: 0 })
}

export function closePortals(portals: readonly Portal[]): void {
  for (const { socket } of portals) socket.terminate()
}
