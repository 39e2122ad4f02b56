// The API client with the event socket behind it: events flow into the cache in order, gaps are filled by asking again.

import { mapExchange } from '@urql/core'
import { createApi, type Api } from '../api/client.ts'
import { problemOf } from '../api/problem.ts'
import { createEventOrder } from './event-order.ts'
import { openEventSocket } from './event-socket.ts'
import { orderOf } from './live-event.ts'
import { watchPresence } from './presence-watch.ts'

export interface LiveApiOptions {
  language: () => string
  /** A call was answered as to a stranger. */
  onSignedOut: () => void
}

export function createLiveApi({ language, onSignedOut }: LiveApiOptions): Api {
  const api = createApi({
    language,
    watch: mapExchange({
      onError: (error) => {
        if (problemOf(error).kind === 'signed-out') onSignedOut()
      },
    }),
    forwardSubscription: ({ query = '' }) => ({
      subscribe(sink) {
        const order = createEventOrder(Date.now)
        const socket = openEventSocket({
          url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/events/v1`,
          // The contract has no subscriptions: the server runs a query for each event.
          query: query.replace(/^subscription/, 'query'),
          onEvent: (event) => {
            const place = orderOf(event)
            if (place !== undefined && order.isNews(place)) sink.next({ data: { event } })
          },
          onGap: () => api.refresh(),
          onRefused: onSignedOut,
        })
        const presence = watchPresence(() => {
          socket.reconnect()
          api.refresh()
        })
        return {
          unsubscribe() {
            presence[Symbol.dispose]()
            socket[Symbol.dispose]()
          },
        }
      },
    }),
  })
  return api
}
