// The descriptor of a connected socket, to be used outside of Node.

import type { Socket } from 'node:net'
import { descriptorOf, linux, type Libc } from '@farport/transport/linux'

/** A copy, which the caller closes. Undefined when the socket is closed or there are too many open files. */
export function takeDescriptor(libc: Libc, socket: Socket): number | undefined {
  const descriptor = descriptorOf(socket)
  if (descriptor === undefined) return undefined
  const copy = libc.fcntl(descriptor, linux.F_DUPFD_CLOEXEC, 0)
  return copy < 0 ? undefined : copy
}
