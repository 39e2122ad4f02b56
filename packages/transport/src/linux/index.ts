// What Linux can do with sockets and Node does not offer.

export { descriptorOf } from './descriptor-of.ts'
export { closeWithReset, linux, loadLibc, type Libc } from './libc.ts'
