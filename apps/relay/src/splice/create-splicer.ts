// The fastest way of splicing that this machine has.

import type { Logger } from 'pino'
import type { Socket } from 'node:net'
import { startKernelSplicer } from './kernel-splicer.ts'
import { PortableSplicer } from './portable-splicer.ts'
import type { Splice, Splicer } from './splice.ts'

export interface SplicerOptions {
  pairsMax: number
  log: Logger
  /** Splices in this process, even where the kernel could. */
  isPortableOnly?: boolean
  /** Runs in the thread that splices in the kernel. */
  thread?: URL
}

/** Goes over to the portable way when the other breaks. */
export async function createSplicer(options: SplicerOptions): Promise<Splicer> {
  const { pairsMax, log } = options
  const portable = new PortableSplicer()
  if (options.isPortableOnly) return portable
  let broken = false
  const kernel = await startKernelSplicer({
    pairsMax,
    ...(options.thread && { thread: options.thread }),
    onBroken(error) {
      broken = true
      log.error({ error }, 'splicing in the kernel broke: from now on bytes pass through this process')
    },
  })
  if (!kernel.ok) {
    log.info({ reason: kernel.refusal }, 'bytes between peers pass through this process')
    return portable
  }
  const current = (): Splicer => (broken ? portable : kernel.value)
  return {
    get way() {
      return current().way
    },
    join: (first: Socket, second: Socket): Splice => current().join(first, second),
    [Symbol.dispose]() {
      kernel.value[Symbol.dispose]()
      portable[Symbol.dispose]()
    },
  }
}
