import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Api } from '../../../api/client.ts'
import { createSessionStore, unreachableRetryMs, type Session, type Viewer } from './session-store.ts'
import type { TabNews } from './session-tabs.ts'

const ann: Session = { kind: 'signed-in', viewer: { id: 'a-1' } as Viewer }
const bob: Session = { kind: 'signed-in', viewer: { id: 'a-2' } as Viewer }
const nobody: Session = { kind: 'signed-out', hasExpired: false }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open(...answers: Session[]) {
  const keeper = { lose: () => {}, renewed: () => {}, resets: 0 }
  const tabs = { told: [] as TabNews[], hear: (() => {}) as (news: TabNews) => void }
  let refreshes = 0
  let asked = 0
  const store = createSessionStore({
    createApi: () => ({ refresh: () => (refreshes += 1) }) as unknown as Api, // all that the store uses of it
    whoIsSignedIn: async () => {
      asked += 1
      return answers.shift() ?? { kind: 'unreachable' }
    },
    endSession: async () => {},
    beginSession: () => {},
    keeper: {
      reset: () => (keeper.resets += 1),
      onLost: (listener) => (keeper.lose = listener),
      onRenewed: (listener) => (keeper.renewed = listener),
    },
    tabs: { tell: (news) => tabs.told.push(news), listen: (listener) => (tabs.hear = listener) },
  })
  return { store, keeper, tabs, refreshes: () => refreshes, asked: () => asked }
}

describe('the session', () => {
  it('is unknown until the server has answered', async () => {
    const { store } = open(ann)
    expect(store.state().session.kind).toBe('loading')
    await store.check()
    expect(store.state().session).toEqual(ann)
  })

  it('is asked for again while the server cannot be reached', async () => {
    const { store } = open({ kind: 'unreachable' }, ann)
    await store.check()
    expect(store.state().session.kind).toBe('unreachable')
    await vi.advanceTimersByTimeAsync(unreachableRetryMs)
    expect(store.state().session).toEqual(ann)
  })

  it('ends with sign-out, and takes the cache and all that is under way with it', async () => {
    const { store, keeper } = open(ann)
    await store.check()
    const { api } = store.state()
    await store.signOut()
    expect(store.state().session).toEqual(nobody)
    expect(store.state().api).not.toBe(api)
    expect(keeper.resets).toBe(1)
  })

  it('expires when it is lost, once', async () => {
    const { store, keeper } = open(ann)
    let changes = 0
    await store.check()
    store.subscribe(() => (changes += 1))
    keeper.lose()
    keeper.lose()
    expect(store.state().session).toEqual({ kind: 'signed-out', hasExpired: true })
    expect(changes).toBe(1)
  })

  it('does not expire for a stranger', async () => {
    const { store, keeper } = open(nobody)
    await store.check()
    keeper.lose()
    expect(store.state().session).toEqual(nobody)
  })

  it('asks again for what is on screen when it was renewed after a wait', async () => {
    const { keeper, refreshes } = open(ann)
    keeper.renewed()
    expect(refreshes()).toBe(1)
  })

  it('of somebody else begins with an empty cache', async () => {
    const { store } = open(ann, bob)
    await store.check()
    const { api } = store.state()
    await store.check()
    expect(store.state().session).toEqual(bob)
    expect(store.state().api).not.toBe(api)
  })

  it('that is the same draws nothing again', async () => {
    const { store } = open(ann, ann)
    await store.check()
    const before = store.state()
    await store.check()
    expect(store.state()).toBe(before)
  })
})

describe('several windows', () => {
  it('hear of a sign-in and of a sign-out', async () => {
    const { store, tabs } = open(nobody, ann)
    await store.check()
    await store.enter()
    await store.signOut()
    expect(tabs.told).toEqual([{ kind: 'signed-in', viewerId: 'a-1' }, nobody])
  })

  it('hear when the session is lost', async () => {
    const { store, tabs, keeper } = open(ann)
    await store.check()
    keeper.lose()
    expect(tabs.told.at(-1)).toEqual({ kind: 'signed-out', hasExpired: true })
  })

  it('sign in together', async () => {
    const { store, tabs } = open(nobody, ann)
    await store.check()
    tabs.hear({ kind: 'signed-in', viewerId: 'a-1' })
    await vi.advanceTimersByTimeAsync(0)
    expect(store.state().session).toEqual(ann)
  })

  it.each([false, true])('sign out together, expired: %s', async (hasExpired) => {
    const { store, tabs } = open(ann)
    await store.check()
    const { api } = store.state()
    tabs.hear({ kind: 'signed-out', hasExpired })
    expect(store.state().session).toEqual({ kind: 'signed-out', hasExpired })
    expect(store.state().api).not.toBe(api)
    expect(tabs.told).not.toContainEqual({ kind: 'signed-out', hasExpired })
  })

  it('believe a sign-out elsewhere rather than that the session has expired, in whatever order they come', async () => {
    const { store, tabs, keeper } = open(ann)
    await store.check()
    keeper.lose()
    expect(store.state().session).toEqual({ kind: 'signed-out', hasExpired: true })
    tabs.hear({ kind: 'signed-out', hasExpired: false })
    expect(store.state().session).toEqual(nobody)
    tabs.hear({ kind: 'signed-out', hasExpired: true })
    expect(store.state().session).toEqual(nobody)
  })

  it('ask nothing when they hear what they know', async () => {
    const { store, tabs, asked } = open(ann)
    await store.check()
    tabs.hear({ kind: 'signed-in', viewerId: 'a-1' })
    expect(asked()).toBe(1)
  })

  it('do not hear of a sign-in that did not take place', async () => {
    const { store, tabs } = open(nobody)
    await store.enter()
    expect(tabs.told).toEqual([])
  })
})
