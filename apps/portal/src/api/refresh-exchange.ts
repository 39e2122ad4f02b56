// Knows which queries are on screen, so that all of them can be asked again at once.

import type { Client, Exchange, Operation } from '@urql/core'
import { pipe, tap } from 'wonka'

export interface Refresher {
  exchange: Exchange
  /**
   * Asks the server again for what is on screen, or for the named queries only; what is shown stays until the answers
   * come.
   */
  refresh(operationNames?: readonly string[]): void
}

export function createRefresher(): Refresher {
  const active = new Map<number, Operation>()
  let client: Client | undefined
  return {
    exchange: ({ client: owner, forward }) => {
      client = owner
      return (operations) =>
        pipe(
          operations,
          tap((operation) => {
            if (operation.kind === 'query') active.set(operation.key, operation)
            if (operation.kind === 'teardown') active.delete(operation.key)
          }),
          forward,
        )
    },
    refresh(operationNames) {
      for (const operation of active.values()) {
        if (operationNames?.includes(nameOf(operation)) === false) continue
        client?.reexecuteOperation(
          client.createRequestOperation('query', operation, { ...operation.context, requestPolicy: 'network-only' }),
        )
      }
    },
  }
}

function nameOf(operation: Operation): string {
  const definition = operation.query.definitions.find((candidate) => 'operation' in candidate)
  return definition?.name?.value ?? ''
}
