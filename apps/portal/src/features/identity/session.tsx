// The session for everything below: who is signed in, and the client that asks in their name.

import { createContext, useContext, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { Provider as ClientProvider } from 'urql'
import { auth } from './auth-calls.ts'
import { whoIsSignedIn } from './who-is-signed-in.ts'
import {
  createSessionStore,
  type SessionMeans,
  type SessionState,
  type SessionStore,
  type Viewer,
} from './session-store.ts'

type SessionContextValue = SessionState & Pick<SessionStore, 'check' | 'signOut'>

const SessionContext = createContext<SessionContextValue | undefined>(undefined)

export function startSession({ createApi }: Pick<SessionMeans, 'createApi'>): SessionStore {
  const store = createSessionStore({ createApi, whoIsSignedIn, endSession: auth.signOut })
  void store.check()
  return store
}

export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  const state = useSyncExternalStore(store.subscribe, store.state)
  const value = useMemo(() => ({ ...state, check: store.check, signOut: store.signOut }), [state, store])
  return (
    <SessionContext value={value}>
      <ClientProvider value={state.api.client}>{children}</ClientProvider>
    </SessionContext>
  )
}

export function useSession(): SessionContextValue {
  const value = useContext(SessionContext)
  if (value === undefined) throw new Error('useSession is called outside SessionProvider')
  return value
}

/** For pages behind the sign-in, where somebody is always signed in. */
export function useViewer(): Viewer {
  const { session } = useSession()
  if (session.kind !== 'signed-in') throw new Error('a page behind the sign-in is shown to a stranger')
  return session.viewer
}
