// The one GraphQL client: cookie session, normalised cache, live events from the event socket.

import { Client, fetchExchange, subscriptionExchange, type SubscriptionForwarder } from '@urql/core'
import { createCache } from './cache.ts'
import type { Keeper } from './keeper.ts'
import { createRefresher } from './refresh-exchange.ts'

export interface Api {
  client: Client
  /** Asks again for everything on screen. */
  refresh: (operationNames?: readonly string[]) => void
}

export interface ApiOptions {
  language: () => string
  send: Keeper['send']
  /** Runs while somebody listens to live events. */
  forwardSubscription: SubscriptionForwarder
}

export function createApi({ language, send, forwardSubscription }: ApiOptions): Api {
  const refresher = createRefresher()
  const client = new Client({
    url: '/graphql/v1',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetch: send,
    fetchOptions: () => ({ credentials: 'same-origin', headers: { 'Accept-Language': language() } }),
    exchanges: [refresher.exchange, createCache(), subscriptionExchange({ forwardSubscription }), fetchExchange],
  })
  return { client, refresh: refresher.refresh }
}
