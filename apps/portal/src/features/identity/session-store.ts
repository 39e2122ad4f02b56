// Who is signed in, and the client that asks in their name. Lives outside the pages, which only look at it.

import type { Api } from '../../api/client.ts'

export interface Viewer {
  id: string
  email: string
  /** Runs this installation. */
  operator: boolean
  /** False until the operator, who came by the printed link, has chosen one. */
  hasPassword: boolean
}

export type Session =
  | { kind: 'loading' }
  | { kind: 'unreachable' }
  /** `hasExpired`: somebody was signed in until just now, and did not sign out. */
  | { kind: 'signed-out'; hasExpired: boolean }
  | { kind: 'signed-in'; viewer: Viewer }

export interface SessionState {
  session: Session
  api: Api
}

export interface SessionStore {
  state(): SessionState
  subscribe(listener: () => void): () => void
  /** Asks the server who is signed in; until it answers, asks again by itself. */
  check(): Promise<void>
  signOut(): Promise<void>
}

export interface SessionMeans {
  createApi: (options: { onSignedOut: () => void }) => Api
  whoIsSignedIn: () => Promise<Session>
  endSession: () => Promise<unknown>
}

export const unreachableRetryMs = 3000

export function createSessionStore({ createApi, whoIsSignedIn, endSession }: SessionMeans): SessionStore {
  const listeners = new Set<() => void>()
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let current: SessionState = { session: { kind: 'loading' }, api: createApi({ onSignedOut: expire }) }

  return { state: () => current, subscribe, check, signOut }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  async function check(): Promise<void> {
    clearTimeout(retryTimer)
    const { api } = current
    const session = await whoIsSignedIn()
    // Somebody signed out while we asked: the answer is about an earlier session.
    if (api !== current.api) return
    if (session.kind === 'unreachable') retryTimer = setTimeout(() => void check(), unreachableRetryMs)
    become({ session, api })
  }

  async function signOut(): Promise<void> {
    await endSession()
    forget({ kind: 'signed-out', hasExpired: false })
  }

  function expire(): void {
    if (current.session.kind === 'signed-in') forget({ kind: 'signed-out', hasExpired: true })
  }

  /** A new client: what one person's cache knows is nothing for the next. */
  function forget(session: Session): void {
    become({ session, api: createApi({ onSignedOut: expire }) })
  }

  function become(next: SessionState): void {
    current = next
    for (const listener of listeners) listener()
  }
}
