// A UDP socket that is connected: what comes from elsewhere is dropped by the system, and an ICMP refusal is heard.

import { createSocket, type Socket } from 'node:dgram'
import { accept, refuse, type Result } from '@farport/basics'
import { ipVersionOf } from '@farport/vocabulary'
import type { TargetFailure, TargetPlace } from './target-rules.ts'

/** What a bulk sender may fill while this program does something else. The system may give less. */
const socketBufferBytes = 4 * 1024 * 1024

/** A socket that is connected to the place; an address, not a name. */
export async function connectUdp({ host, port }: TargetPlace): Promise<Result<Socket, TargetFailure>> {
  const socket = createSocket(ipVersionOf(host) === 6 ? 'udp6' : 'udp4')
  const { promise, resolve } = Promise.withResolvers<Result<Socket, TargetFailure>>()
  socket.once('error', (error: NodeJS.ErrnoException) => resolve(refuse(failureOf(error))))
  socket.connect(port, host, (error?: NodeJS.ErrnoException) => {
    resolve(error ? refuse(failureOf(error)) : accept(socket))
  })
  const connected = await promise
  socket.removeAllListeners('error')
  if (connected.ok) widenBuffers(socket)
  else socket.close()
  return connected
}

function widenBuffers(socket: Socket): void {
  try {
    socket.setRecvBufferSize(socketBufferBytes)
    socket.setSendBufferSize(socketBufferBytes)
  } catch {
    // Some systems refuse what is more than they allow, instead of giving less: then it stays as it is.
  }
}

export function failureOf(error: NodeJS.ErrnoException): TargetFailure {
  const { message, code } = error
  return { code: 'unreachable', message, ...(code !== undefined && { systemCode: code }) }
}
