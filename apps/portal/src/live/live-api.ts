// The API client with the event socket behind it: events flow into the cache in order, gaps are filled by asking again.

import { createApi, type Api } from '../api/client.ts'
import type { Keeper } from '../api/keeper.ts'
import { createEventOrder } from './event-order.ts'
import { openEventSocket } from './event-socket.ts'
import { orderOf } from './live-event.ts'
import { watchPresence } from './presence-watch.ts'

export interface LiveApiOptions {
  language: () => string
  keeper: Pick<Keeper, 'send' | 'afterSocketRefusal'>
}

export function createLiveApi({ language, keeper }: LiveApiOptions): Api {
  const api = createApi({
    language,
    send: keeper.send,
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
          onRefused: keeper.afterSocketRefusal,
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
