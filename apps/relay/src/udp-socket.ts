// UDP sockets that listen, on one address or on all that this machine has.

import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'

/** What may arrive while this program does something else. The system may give less. */
const bufferBytes = 4 * 1024 * 1024

/** Rejects when the port cannot be had. Without a host both kinds of addresses, as far as this machine has them. */
export async function bindUdp(port: number, host: string | undefined): Promise<Socket> {
  if (host !== undefined) return bindOne(isIPv6(host) ? 'udp6' : 'udp4', port, host)
  try {
    return await bindOne('udp6', port, undefined)
  } catch (error) {
    const isWithoutIpv6 = error instanceof Error && 'code' in error && error.code === 'EAFNOSUPPORT'
    if (!isWithoutIpv6) throw error
    return bindOne('udp4', port, undefined)
  }
}

/** The first of these ports that is free; undefined when none is. */
export async function bindUdpOnOne(
  ports: readonly number[],
  host: string | undefined,
): Promise<{ socket: Socket; port: number } | undefined> {
  for (const port of ports) {
    const socket = await bindUdp(port, host).catch(() => undefined) // the next one is tried
    if (socket) return { socket, port }
  }
  return undefined
}

async function bindOne(type: 'udp4' | 'udp6', port: number, address: string | undefined): Promise<Socket> {
  const socket = createSocket({ type, recvBufferSize: bufferBytes, sendBufferSize: bufferBytes })
  socket.bind({ port, ...(address !== undefined && { address }), exclusive: true })
  try {
    await once(socket, 'listening')
  } catch (error) {
    socket.close()
    throw error
  }
  return socket
}
