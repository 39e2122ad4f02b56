// Sockets between programs of one machine. A system that paces what it sends (BBR, which many servers are set to) paces
// these, too: with timers, for a line on which nothing can be lost. Without, bulk takes less CPU, most of all the relay's.

import type { Socket } from 'node:net'
import { isLoopback } from '@farport/protocol'
import { descriptorOf, linux, loadLibc, type Libc } from './linux/index.ts'

/** Every Linux has it, and lets all its programs use it. It sends as fast as it is acknowledged. */
const congestionControl = new TextEncoder().encode('reno')

type Addresses = Pick<Socket, 'localAddress' | 'remoteAddress'>

/** Loaded once, for the first of them. */
let libc: ReturnType<typeof loadLibc> | undefined

/** To be called when the socket is connected. Those to other machines stay as they are. */
export function unpaceLocal(socket: Socket): void {
  if (!staysOnThisMachine(socket)) return
  libc ??= loadLibc()
  void libc.then((loaded) => loaded.ok && unpace(loaded.value, socket))
}

export function staysOnThisMachine({ localAddress, remoteAddress }: Addresses): boolean {
  return remoteAddress !== undefined && (remoteAddress === localAddress || isLoopback(remoteAddress))
}

/** A system that refuses it paces on. */
function unpace({ setsockopt }: Libc, socket: Socket): void {
  const descriptor = descriptorOf(socket)
  if (descriptor === undefined) return
  setsockopt(descriptor, linux.IPPROTO_TCP, linux.TCP_CONGESTION, congestionControl, congestionControl.length)
}
