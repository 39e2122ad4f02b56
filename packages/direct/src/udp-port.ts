// One bound UDP socket, which may later carry a link.

import type { Place } from '@farport/transport'
import type { UdxSocket } from 'udx-native'
import type { Natives } from './natives.ts'

export type IpFamily = 4 | 6

export interface UdpPort {
  readonly family: IpFamily
  readonly port: number
  /** For the link that is made over it. */
  readonly socket: UdxSocket
  /** Lost without a word when there is no room or no route. */
  send(bytes: Uint8Array, to: Place): void
  /** Closes once nothing is carried any more. */
  close(): Promise<void>
}

export type PacketHandler = (bytes: Buffer, from: Place, port: UdpPort) => void

/** Undefined when this machine has no such addresses, or no room for another socket. */
export function openUdpPort(natives: Natives, family: IpFamily, onPacket: PacketHandler): UdpPort | undefined {
  const socket = natives.udx.createSocket({ ipv6Only: family === 6 })
  try {
    socket.bind(0, family === 4 ? '0.0.0.0' : '::')
  } catch {
    void socket.close()
    return undefined // there will be other ways
  }
  const port: UdpPort = {
    family,
    port: socket.address()?.port ?? 0,
    socket,
    send(bytes, { host, port: toPort }) {
      socket.trySend(bytes, toPort, host)
    },
    close: () => socket.close(),
  }
  socket.on('message', (bytes, { host, port: fromPort }) => onPacket(bytes, { host, port: fromPort }, port))
  return port
}

/** Whether a port of this family can send there. */
export const isOfFamily = (host: string, family: IpFamily): boolean => host.includes(':') === (family === 6)
