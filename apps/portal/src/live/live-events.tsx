// Listens for live events while somebody is signed in, keeps the lists fresh, and lets any part of a page hear them.

import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import type { TypedDocumentNode } from '@urql/core'
import { useClient } from 'urql'
import { LiveEventDocument, type LiveEventQuery } from '#graphql'
import { listsTouchedBy, type LiveEvent } from './live-event.ts'
import { gatherNames } from './throttle.ts'

type Listener = (event: LiveEvent) => void

const ListenersContext = createContext<Set<Listener>>(new Set())

/** Lists are asked for again at most once per second, however many events come. */
const listRefreshMs = 1000

/** Runs as a subscription, so that the client keeps it open and writes each event into the cache. */
const liveDocument: TypedDocumentNode<LiveEventQuery, Record<string, never>> = {
  ...LiveEventDocument,
  definitions: LiveEventDocument.definitions.map((definition) =>
    'operation' in definition && definition.name !== undefined
      ? // The enum member's value; the enum itself is in the large graphql package.
        { ...definition, operation: 'subscription' as typeof definition.operation }
      : definition,
  ),
}

interface LiveEventsProps {
  refresh: (operationNames: readonly string[]) => void
  children: ReactNode
}

export function LiveEvents({ refresh, children }: LiveEventsProps) {
  const client = useClient()
  const [listeners] = useState(() => new Set<Listener>())

  useEffect(() => {
    const refreshLists = gatherNames(listRefreshMs, refresh)
    const { unsubscribe } = client.subscription(liveDocument, {}).subscribe(({ data }) => {
      const event = data?.event
      if (event === null || event === undefined) return
      refreshLists(listsTouchedBy(event))
      for (const listener of listeners) listener(event)
    })
    return unsubscribe
  }, [client, refresh, listeners])

  return <ListenersContext value={listeners}>{children}</ListenersContext>
}

/** Calls back for every live event while the component is on screen. */
export function useLiveEvents(listener: Listener): void {
  const listeners = useContext(ListenersContext)
  useEffect(() => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [listeners, listener])
}
