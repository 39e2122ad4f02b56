// The calls of Linux that Node does not offer: those that move bytes between sockets within the kernel, and those that
// send on many sockets at once.

import { accept, refuse, type Result } from '@farport/basics'
import type * as Koffi from 'koffi'

/** Each answers as in the manual: below 0 is a failure, and `errno` says which. */
export interface Libc {
  fcntl(descriptor: number, command: number, argument: number): number
  close(descriptor: number): number
  shutdown(descriptor: number, how: number): number
  setsockopt(descriptor: number, level: number, name: number, value: Uint8Array, length: number): number
  pipe2(descriptors: Uint8Array, flags: number): number
  splice(from: number, fromOffset: null, to: number, toOffset: null, length: number, flags: number): number
  eventfd(initial: number, flags: number): number
  read(descriptor: number, into: Uint8Array, length: number): number
  write(descriptor: number, from: Uint8Array, length: number): number
  epollCreate(flags: number): number
  epollControl(epoll: number, operation: number, descriptor: number, event: Uint8Array): number
  epollWait(epoll: number, events: Uint8Array, eventsMax: number, timeoutMs: number): number
  usleep(microseconds: number): number
  /** `from`: an address. */
  send(descriptor: number, from: bigint, length: number, flags: number): number
  ioUringSetup(entries: number, params: Uint8Array): number
  ioUringEnter(ring: number, submitted: number): number
  /** Memory that is shared with the kernel for as long as the process lives; undefined: there is none to be had. */
  mapShared(descriptor: number, offset: number, length: number): ArrayBuffer | undefined
  /** Where the bytes stand. They stay there for as long as somebody holds them. */
  addressOf(bytes: Uint8Array): bigint
  errno(): number
}

type LongCall = (...words: unknown[]) => number

/** Refused with a sentence where there is no Linux, or nothing that calls it. */
export async function loadLibc(
  loadKoffi: () => Promise<typeof Koffi> = () => import('koffi'),
): Promise<Result<Libc, string>> {
  if (process.platform !== 'linux') return refuse('the kernel here is not Linux')
  try {
    const { default: koffi } = await loadKoffi()
    const libc = koffi.load(null)
    // The C library has no names for the calls of io_uring; their numbers are the same on every architecture.
    const setup: LongCall = libc.func('syscall', 'long', ['long', 'unsigned int', 'void *'])
    const enterWords = ['long', 'int', 'unsigned int', 'unsigned int', 'unsigned int', 'void *', 'size_t']
    const enter: LongCall = libc.func('syscall', 'long', enterWords)
    const map: (...words: unknown[]) => bigint = libc.func('void *mmap(void *, size_t, int, int, int, long)')
    return accept({
      fcntl: libc.func('int fcntl(int, int, int)'),
      close: libc.func('int close(int)'),
      shutdown: libc.func('int shutdown(int, int)'),
      setsockopt: libc.func('int setsockopt(int, int, int, void *, uint32_t)'),
      pipe2: libc.func('int pipe2(void *, int)'),
      splice: libc.func('long splice(int, void *, int, void *, size_t, unsigned int)'),
      eventfd: libc.func('int eventfd(unsigned int, int)'),
      read: libc.func('long read(int, void *, size_t)'),
      write: libc.func('long write(int, void *, size_t)'),
      epollCreate: libc.func('int epoll_create1(int)'),
      epollControl: libc.func('int epoll_ctl(int, int, int, void *)'),
      epollWait: libc.func('int epoll_wait(int, void *, int, int)'),
      usleep: libc.func('int usleep(unsigned int)'),
      send: libc.func('long send(int, void *, size_t, int)'),
      ioUringSetup: (entries, params) => setup(linux.SYS_io_uring_setup, entries, params),
      ioUringEnter: (ring, submitted) => enter(linux.SYS_io_uring_enter, ring, submitted, 0, 0, null, 0),
      mapShared(descriptor, offset, length) {
        const address = map(null, length, linux.PROT_READ_WRITE, linux.MAP_SHARED_POPULATE, descriptor, offset)
        return BigInt.asIntN(64, address) === -1n ? undefined : koffi.view(address, length)
      },
      addressOf: (bytes) => koffi.address(bytes),
      errno: () => koffi.errno(),
    })
  } catch (error) {
    return refuse(`koffi cannot be used here: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The numbers are the same on every architecture that Node runs on. */
export const linux = {
  EINTR: 4,
  EAGAIN: 11,
  SYS_io_uring_setup: 425,
  SYS_io_uring_enter: 426,
  PROT_READ_WRITE: 3,
  MAP_SHARED_POPULATE: 0x8001,
  MSG_DONTWAIT_NOSIGNAL: 0x4040,
  F_DUPFD_CLOEXEC: 1030,
  F_SETPIPE_SZ: 1031,
  O_NONBLOCK_CLOEXEC: 0o2004000,
  SHUT_WR: 1,
  SOL_SOCKET: 1,
  SO_LINGER: 13,
  IPPROTO_TCP: 6,
  TCP_CONGESTION: 13,
  SPLICE_F_MOVE: 1,
  SPLICE_F_NONBLOCK: 2,
  EPOLL_CLOEXEC: 0o2000000,
  EPOLL_CTL_ADD: 1,
  EPOLLIN: 0x1,
  EPOLLOUT: 0x4,
  EPOLLERR: 0x8,
  EPOLLHUP: 0x10,
  EPOLLRDHUP: 0x2000,
  EPOLLET: 0x8000_0000,
} as const

/** Closing a socket with this passes a reset on: `struct linger {1, 0}`. */
const lingerNot = new Uint8Array(new Int32Array([1, 0]).buffer)

export function closeWithReset(libc: Libc, descriptor: number): void {
  libc.setsockopt(descriptor, linux.SOL_SOCKET, linux.SO_LINGER, lingerNot, lingerNot.length)
  libc.close(descriptor)
}
