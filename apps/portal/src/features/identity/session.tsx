// The session for everything below: who is signed in, and the client that asks in their name.

import { createContext, useContext, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { Provider as ClientProvider } from 'urql'
import { keeper } from '../../api/window-keeper.ts'
import { auth } from './auth-calls.ts'
import { parseSession } from './session/parse-session.ts'
import {
  createSessionStore,
  type Session,
  type SessionMeans,
  type SessionState,
  type SessionStore,
  type Viewer,
} from './session/session-store.ts'
import { openSessionTabs } from './session/session-tabs.ts'
import { createSignOut } from './session/sign-out.ts'
import { useLanguageOfAccount } from './session/use-language-of-account.ts'

type SessionContextValue = SessionState & Pick<SessionStore, 'check' | 'enter' | 'signOut'>

const SessionContext = createContext<SessionContextValue | undefined>(undefined)

export function startSession({ createApi }: Pick<SessionMeans, 'createApi'>): SessionStore {
  const leaving = createSignOut({ endAtServer: async () => (await auth.signOut()).ok, storage: localStorage })
  const store = createSessionStore({
    createApi,
    keeper,
    tabs: openSessionTabs(new BroadcastChannel('session')),
    endSession: async () => void (await leaving.begin()),
    beginSession: leaving.forgetEarlier,
    whoIsSignedIn: async () => ((await leaving.finishEarlier()) ? askForSession() : { kind: 'unreachable' }),
  })
  void store.check()
  return store
}

async function askForSession(): Promise<Session> {
  const answer = await auth.session()
  return answer.ok ? parseSession(answer.value) : { kind: 'unreachable' }
}

export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  const state = useSyncExternalStore(store.subscribe, store.state)
  const value = useMemo(
    () => ({ ...state, check: store.check, enter: store.enter, signOut: store.signOut }),
    [state, store],
  )
  return (
    <SessionContext value={value}>
      <ClientProvider value={state.api.client}>
        <LanguageOfAccount />
        {children}
      </ClientProvider>
    </SessionContext>
  )
}

function LanguageOfAccount() {
  const { session } = useSession()
  useLanguageOfAccount(session)
  return null
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
