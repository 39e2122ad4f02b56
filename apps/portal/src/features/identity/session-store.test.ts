import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Api } from '../../api/client.ts'
import { createSessionStore, unreachableRetryMs, type Session, type Viewer } from './session-store.ts'

const ann: Session = { kind: 'signed-in', viewer: { id: 'a-1' } as Viewer }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open(...answers: Session[]) {
  const apis: { onSignedOut: () => void }[] = []
  const store = createSessionStore({
    createApi: (options) => {
      apis.push(options)
      return { number: apis.length } as unknown as Api
    },
    whoIsSignedIn: async () => answers.shift() ?? { kind: 'unreachable' },
    endSession: async () => {},
  })
  return { store, apis }
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

  it('ends with sign-out, and takes the cache with it', async () => {
    const { store } = open(ann)
    await store.check()
    const { api } = store.state()
    await store.signOut()
    expect(store.state().session).toEqual({ kind: 'signed-out', hasExpired: false })
    expect(store.state().api).not.toBe(api)
  })

  it('expires when a call is answered as to a stranger, once', async () => {
    const { store, apis } = open(ann)
    let changes = 0
    await store.check()
    store.subscribe(() => (changes += 1))
    apis[0]?.onSignedOut()
    apis[0]?.onSignedOut()
    expect(store.state().session).toEqual({ kind: 'signed-out', hasExpired: true })
    expect(changes).toBe(1)
  })

  it('does not expire for a stranger', async () => {
    const { store, apis } = open({ kind: 'signed-out', hasExpired: false })
    await store.check()
    apis[0]?.onSignedOut()
    expect(store.state().session).toEqual({ kind: 'signed-out', hasExpired: false })
  })
})
