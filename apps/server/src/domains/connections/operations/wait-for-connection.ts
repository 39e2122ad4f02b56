// Waits until a connection through a proxy port is in a state that answers the question, or the time is over.

import type { ConnectionId } from '@farport/vocabulary'
import type { ProxyConnection } from '../connection.ts'
import { findProxy } from '../connection-store.ts'
import type { ConnectionsContext } from '../context.ts'
import { channelOfConnection } from './move-connection.ts'

export interface ConnectionWait {
  /** The connection as it is then; undefined when it is closed. */
  until(isAnswer: (connection: ProxyConnection) => boolean, timeoutMs: number): Promise<ProxyConnection | undefined>
}

/** Listens from now on, so that nothing is missed between asking and waiting. Dispose it in any case. */
export async function listenToConnection(
  context: ConnectionsContext,
  id: ConnectionId,
): Promise<ConnectionWait & Disposable> {
  let wake: () => void = () => undefined
  const subscription = context.bus.subscribe(channelOfConnection(id), () => wake())
  await subscription.ready
  return {
    async until(isAnswer, timeoutMs) {
      const deadline = AbortSignal.timeout(timeoutMs)
      for (;;) {
        // Armed before the look, so that a change during the look is not slept through.
        const changed = new Promise<void>((resolve) => {
          wake = resolve
          deadline.addEventListener('abort', () => resolve(), { once: true })
        })
        const connection = await findProxy(context.services.devices.database.queries, id)
        if (connection === undefined || isAnswer(connection) || deadline.aborted) return connection
        await changed
      }
    },
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  }
}
