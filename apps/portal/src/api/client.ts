// The one GraphQL client: cookie session, normalised cache, live events from the event socket.

import { Client, fetchExchange, subscriptionExchange, type Exchange, type SubscriptionForwarder } from '@urql/core'
import { createCache } from './cache.ts'
import { createRefresher } from './refresh-exchange.ts'

export interface Api {
  client: Client
  /** Asks again for everything on screen. */
  refresh: (operationNames?: readonly string[]) => void
}

export interface ApiOptions {
  language: () => string
  /** Sees every answer. */
  watch: Exchange
  /** Runs while somebody listens to live events. */
  forwardSubscription: SubscriptionForwarder
}

export function createApi({ language, watch, forwardSubscription }: ApiOptions): Api {
  const refresher = createRefresher()
  const client = new Client({
    url: '/graphql/v1',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetchOptions: () => ({ credentials: 'same-origin', headers: { 'Accept-Language': language() } }),
    exchanges: [watch, refresher.exchange, createCache(), subscriptionExchange({ forwardSubscription }), fetchExchange],
  })
  return { client, refresh: refresher.refresh }
}
