// Who is signed in, for everything below; and the client that asks in their name.

import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Provider as ClientProvider } from 'urql'
import { ViewerDocument, type ViewerQuery } from '#graphql'
import type { Api } from '../../api/client.ts'
import { problemOf } from '../../api/problem.ts'
import { auth } from './auth-calls.ts'

export type Viewer = ViewerQuery['login']

export type Session =
  | { kind: 'loading' }
  | { kind: 'unreachable' }
  /** `hasExpired`: somebody was signed in until just now, and did not sign out. */
  | { kind: 'signed-out'; hasExpired: boolean }
  | { kind: 'signed-in'; viewer: Viewer }

interface SessionContextValue {
  session: Session
  api: Api
  /** Asks the server again who is signed in. */
  check: () => Promise<void>
  signOut: () => Promise<void>
}

const SessionContext = createContext<SessionContextValue | undefined>(undefined)

interface SessionProviderProps {
  createApi: (options: { onSignedOut: () => void }) => Api
  children: ReactNode
}

export function SessionProvider({ createApi, children }: SessionProviderProps) {
  const [session, setSession] = useState<Session>({ kind: 'loading' })
  const expire = useRef(() => {})
  const [api, setApi] = useState(() => createApi({ onSignedOut: () => expire.current() }))

  const forget = useCallback(
    (next: Session) => {
      // A new client: what one person's cache knows is nothing for the next.
      setApi(createApi({ onSignedOut: () => expire.current() }))
      setSession(next)
    },
    [createApi],
  )

  useEffect(() => {
    expire.current = () => {
      if (session.kind === 'signed-in') forget({ kind: 'signed-out', hasExpired: true })
    }
  }, [session, forget])

  const check = useCallback(async () => setSession(await askWhoIsSignedIn(api)), [api])

  useEffect(() => {
    if (session.kind === 'loading') void check()
    if (session.kind !== 'unreachable') return undefined
    const timer = setTimeout(() => void check(), unreachableRetryMs)
    return () => clearTimeout(timer)
  }, [session, check])

  const signOut = useCallback(async () => {
    await auth.signOut()
    forget({ kind: 'signed-out', hasExpired: false })
  }, [forget])

  const value = useMemo(() => ({ session, api, check, signOut }), [session, api, check, signOut])
  return (
    <SessionContext value={value}>
      <ClientProvider value={api.client}>{children}</ClientProvider>
    </SessionContext>
  )
}

const unreachableRetryMs = 3000

async function askWhoIsSignedIn(api: Api): Promise<Session> {
  const { data, error } = await api.client.query(ViewerDocument, {}, { requestPolicy: 'network-only' }).toPromise()
  if (data !== undefined) return { kind: 'signed-in', viewer: data.login }
  const isStranger = error !== undefined && problemOf(error).kind === 'signed-out'
  return isStranger ? { kind: 'signed-out', hasExpired: false } : { kind: 'unreachable' }
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
