// Who is signed in, and the client that asks in their name. Lives outside the pages, which only look at it.

import type { Api } from '../../../api/client.ts'
import type { Keeper } from '../../../api/keeper.ts'
import type { Language } from '../../../i18n/language.ts'
import type { SessionTabs, TabNews } from './session-tabs.ts'

export interface Viewer {
  id: string
  email: string
  /** Of pages and mails. */
  language: Language
  /** Runs this installation. */
  operator: boolean
  /** Whoever signs in with a provider needs none. */
  hasPassword: boolean
}

/** The operator came by the printed link, and has not chosen yet what they sign in with. */
export function isNewOperator({ operator, hasPassword }: Viewer): boolean {
  return operator && !hasPassword
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
  /** Somebody has just signed in here: as `check`, and no earlier sign-out that is still to be done may end this. */
  enter(): Promise<void>
  signOut(): Promise<void>
}

export interface SessionMeans {
  createApi: () => Api
  whoIsSignedIn: () => Promise<Session>
  endSession: () => Promise<void>
  /** A sign-out that is still to be done is about an earlier session. */
  beginSession: () => void
  keeper: Pick<Keeper, 'reset' | 'onLost' | 'onRenewed'>
  tabs: SessionTabs
}

export const unreachableRetryMs = 3000

export function createSessionStore(means: SessionMeans): SessionStore {
  const { createApi, whoIsSignedIn, endSession, keeper, tabs } = means
  const listeners = new Set<() => void>()
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let current: SessionState = { session: { kind: 'loading' }, api: createApi() }

  keeper.onLost(() => {
    if (current.session.kind === 'signed-in') leave({ hasExpired: true })
  })
  keeper.onRenewed(() => current.api.refresh())
  tabs.listen((news) => {
    if (!isNews(current.session, news)) return
    if (news.kind === 'signed-in') void check()
    else forget(news)
  })

  return { state: () => current, subscribe, check, enter, signOut }

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
    const viewerId = viewerIdOf(session)
    const isNewcomer = viewerId !== undefined && viewerId !== viewerIdOf(current.session)
    if (isNewcomer && current.session.kind === 'signed-in') forget(session)
    else if (!isSame(current.session, session)) become({ session, api })
    if (isNewcomer) tabs.tell({ kind: 'signed-in', viewerId })
  }

  async function enter(): Promise<void> {
    means.beginSession()
    await check()
  }

  async function signOut(): Promise<void> {
    await endSession()
    leave({ hasExpired: false })
  }

  function leave({ hasExpired }: { hasExpired: boolean }): void {
    const session = { kind: 'signed-out', hasExpired } as const
    forget(session)
    tabs.tell(session)
  }

  /** A new client: what one person's cache knows is nothing for the next. */
  function forget(session: Session): void {
    clearTimeout(retryTimer)
    keeper.reset()
    become({ session, api: createApi() })
  }

  function become(next: SessionState): void {
    current = next
    for (const listener of listeners) listener()
  }
}

/** Whoever signs out elsewhere is heard of late: until then it looked as if the session had expired. */
function isNews(session: Session, news: TabNews): boolean {
  if (news.kind === 'signed-in') return news.viewerId !== viewerIdOf(session)
  return session.kind !== 'signed-out' || (session.hasExpired && !news.hasExpired)
}

function viewerIdOf(session: Session): string | undefined {
  return session.kind === 'signed-in' ? session.viewer.id : undefined
}

/** A check that brings nothing new draws nothing again. What expired stays so until somebody signs in. */
function isSame(one: Session, other: Session): boolean {
  if (one.kind === 'signed-out' && other.kind === 'signed-out') return true
  return JSON.stringify(one) === JSON.stringify(other)
}
