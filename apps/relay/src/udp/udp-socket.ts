// A UDP socket that listens on one address.

import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'

/** What may arrive while this program does something else. The system may give less. */
const bufferBytes = 4 * 1024 * 1024

/** Rejects when the port cannot be had. 0: any that is free. */
export async function bindUdp(port: number, address: string): Promise<Socket> {
  const type = isIPv6(address) ? 'udp6' : 'udp4'
  const socket = createSocket({ type, recvBufferSize: bufferBytes, sendBufferSize: bufferBytes })
  socket.bind({ port, address, exclusive: true })
  try {
    await once(socket, 'listening')
  } catch (error) {
    socket.close()
    throw error
  }
  return socket
}
