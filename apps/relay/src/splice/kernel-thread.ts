// The thread that splices within the kernel. It sleeps in epoll, is woken for orders, and never returns to Node's own
// loop until it is told to stop.

import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { KernelPairs } from './kernel-pairs.ts'
import type { SpliceOrder, SpliceThreadData } from './kernel-messages.ts'
import { loadLibc, type Libc } from '@farport/transport/linux'

/** Whoever ends the thread without an order waits so long at most. */
const waitMs = 1000

const libc = await loadLibc()
if (!libc.ok) throw new Error(libc.refusal)
run(libc.value, workerData as SpliceThreadData) // the relay starts it with nothing else

function run(calls: Libc, { byteCounts, wakeDescriptor, orders }: SpliceThreadData): void {
  const pairs = new KernelPairs(calls, {
    byteCounts,
    wakeDescriptor,
    onOver: (over) => parentPort?.postMessage(over, []), // a port of Node has no origin to name
  })
  const wakeUps = new Uint8Array(8)
  for (;;) {
    if (!pairs.turn(waitMs)) continue
    calls.read(wakeDescriptor, wakeUps, wakeUps.length)
    for (let next = receiveMessageOnPort(orders); next !== undefined; next = receiveMessageOnPort(orders)) {
      const order = next.message as SpliceOrder // the relay posts nothing else
      if (order.order === 'stop') {
        pairs.close()
        return orders.close()
      }
      if (order.order === 'join') pairs.join(order.slot, order.first, order.second)
      else pairs.cut(order.slot)
    }
  }
}
