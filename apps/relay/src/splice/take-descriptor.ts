// The descriptor of a connected socket, to be used outside of Node.

import type { Socket } from 'node:net'
import { linux, type Libc } from './libc.ts'

/** A copy, which the caller closes. Undefined when the socket is closed or there are too many open files. */
export function takeDescriptor(libc: Libc, socket: Socket): number | undefined {
  const handle: unknown = Reflect.get(socket, '_handle')
  const descriptor: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'fd') : undefined
  if (typeof descriptor !== 'number' || descriptor < 0) return undefined
  const copy = libc.fcntl(descriptor, linux.F_DUPFD_CLOEXEC, 0)
  return copy < 0 ? undefined : copy
}
