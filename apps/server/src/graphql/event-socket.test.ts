import { once } from 'node:events'
import { systemClock } from '@farport/basics'
import { eventually } from '@farport/testkit'
import type { AccountId } from '@farport/vocabulary'
import { afterAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createEvents } from '#platform/events'
import { createIds } from '#platform/ids'
import { startTestServer, testPassword, type Person } from '../test-server.ts'

const server = await startTestServer()
// Another process, as far as the server can tell: facts reach it through the bus.
const bus = await server.openBus()
const events = createEvents({ bus, clock: systemClock, ids: createIds(systemClock) })
afterAll(async () => {
  await bus[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const query = '{ event { id type state actor { email } } }'

interface Listener {
  socket: WebSocket
  frames: string[]
  closed: Promise<number>
}

async function connect(headers: Record<string, string> = {}): Promise<Listener> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/events/v1`, { headers })
  const frames: string[] = []
  socket.on('message', (data: Buffer) => frames.push(data.toString()))
  const closed = once(socket, 'close').then(([code]) => Number(code))
  await once(socket, 'open')
  return { socket, frames, closed }
}

async function subscribe(person: Person, more: object = {}): Promise<Listener> {
  const listener = await connect()
  const headers = { authorization: `Bearer ${person.token}`, 'User-Agent': 'farport/1' }
  listener.socket.send(JSON.stringify({ action: 'subscribe', headers, query, ...more }))
  return listener
}

async function accountOf(person: Person): Promise<AccountId> {
  const { login } = await person.ask<{ login: { id: AccountId } }>('{ login { id } }')
  return login.id
}

const announceStates = (accountId: AccountId, states: readonly string[]) =>
  server.database.transaction((tx) =>
    events.announce(
      tx,
      ...states.map((state) => ({ accountId, type: 'AUTH_LOGIN' as const, state, actorId: accountId })),
    ),
  )

const announce = (accountId: AccountId, state: string, times = 1) =>
  announceStates(accountId, Array<string>(times).fill(state))

/** Facts from before a subscription are not told, so they are announced until one is. */
async function hearFirst(listener: Listener, accountId: AccountId): Promise<void> {
  await eventually(async () => {
    await announce(accountId, 'warm-up')
    return listener.frames.length > 0
  })
}

const statesIn = (listener: Listener) =>
  listener.frames
    .filter((frame) => frame !== 'pong')
    .flatMap((frame) => {
      const parsed = JSON.parse(frame) as { events?: unknown[] } // as the server writes it
      return (parsed.events ?? [parsed]) as { data: { event: { state: string } } }[]
    })
    .map((answer) => answer.data.event.state)

describe('the event socket', () => {
  it('tells each fact of the account as the answer to the query, and none of another account', async () => {
    const [ann, bob] = [await server.newPerson('ann@example.org'), await server.newPerson()]
    const [annId, bobId] = [await accountOf(ann), await accountOf(bob)]
    const listener = await subscribe(ann)
    await hearFirst(listener, annId)
    await announce(bobId, 'of bob')
    await announce(annId, 'of ann')
    await eventually(() => statesIn(listener).includes('of ann'))
    expect(statesIn(listener)).not.toContain('of bob')
    expect(JSON.parse(listener.frames.at(-1) ?? '')).toMatchObject({
      data: { event: { type: 'AUTH_LOGIN', state: 'of ann', actor: { email: 'ann@example.org' } } },
    })
    listener.socket.close()
  })

  it('tells a burst in batches, in order', async () => {
    const ann = await server.newPerson()
    const annId = await accountOf(ann)
    const listener = await subscribe(ann, { supportsBatch: true })
    await hearFirst(listener, annId)
    const before = listener.frames.length
    for (let burst = 0; burst < 3; burst += 1) await announce(annId, `burst ${burst}`, 100)
    await eventually(() => statesIn(listener).filter((state) => state.startsWith('burst')).length === 300)
    expect(listener.frames.length - before).toBeLessThan(20)
    const bursts = statesIn(listener).filter((state) => state.startsWith('burst'))
    expect(bursts).toEqual(bursts.toSorted())
    listener.socket.close()
  })

  it('tells ten thousand at once, in order and whole, whoever beside it does not read', async () => {
    const ann = await server.newPerson()
    const annId = await accountOf(ann)
    const [batches, singles, deaf] = [
      await subscribe(ann, { supportsBatch: true }),
      await subscribe(ann),
      await subscribe(ann, { supportsBatch: true }),
    ]
    for (const listener of [batches, singles, deaf]) await hearFirst(listener, annId)
    deaf.socket.pause()
    const states = Array.from({ length: 10_000 }, (_, index) => `burst ${index}`)
    await announceStates(annId, states)
    const heard = (listener: Listener) => statesIn(listener).filter((state) => state.startsWith('burst'))
    for (const listener of [batches, singles]) {
      await eventually(() => listener.frames.at(-1)?.includes('burst 9999'), { timeoutMs: 30_000 })
      expect(heard(listener)).toEqual(states)
      listener.socket.close()
    }
    expect(batches.frames.length).toBeLessThan(100)
    deaf.socket.terminate()
  })

  it('answers ping with pong', async () => {
    const listener = await connect()
    listener.socket.send('ping')
    await eventually(() => listener.frames.includes('pong'))
    listener.socket.close()
  })

  it.each([
    ['no token', { action: 'subscribe', query }, 4401],
    ['a wrong token', { action: 'subscribe', query, headers: { authorization: 'Bearer a.b' } }, 4401],
    ['no JSON', 'hello', 4400],
    ['another action', { action: 'unsubscribe' }, 4400],
  ])('refuses %s', async (_, message, code) => {
    const listener = await connect()
    listener.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    expect(await listener.closed).toBe(code)
    expect(listener.frames[0]).toContain('"errors"')
  })

  it.each([
    ['a query that does not fit the schema', '{ event { nonsense } }'],
    ['more than events', '{ event { id } login { id } }'],
    ['a mutation', 'mutation { disconnect(serviceId: "x", connectionId: "y") }'],
    ['too many aliases', `{ event { ${Array.from({ length: 300 }, (_, index) => `a${index}: id`).join(' ')} } }`],
  ])('refuses to run %s', async (_, asked) => {
    const ann = await server.newPerson()
    const listener = await subscribe(ann, { query: asked })
    expect(await listener.closed).toBe(4400)
  })

  it('believes a cookie from our own pages, and from no others', async () => {
    const email = 'cookie@example.org'
    await server.newPerson(email)
    const signIn = await fetch(`${server.url}/auth/v1/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({ email, password: testPassword }),
    })
    const cookie = signIn.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
    const foreign = await connect({ cookie, origin: 'https://evil.example' })
    foreign.socket.send(JSON.stringify({ action: 'subscribe', query }))
    expect(await foreign.closed).toBe(4401)
    const own = await connect({ cookie, origin: server.url })
    own.socket.send(JSON.stringify({ action: 'subscribe', headers: {}, query }))
    own.socket.send('ping')
    await eventually(() => own.frames.includes('pong'))
    expect(own.frames).toEqual(['pong'])
    own.socket.close()
  })

  it('closes within two seconds of signing out, wherever that was', async () => {
    const ann = await server.newPerson()
    const listener = await subscribe(ann)
    await hearFirst(listener, await accountOf(ann))
    const startedMs = performance.now()
    await ann.get('/auth/v1/globalSignout')
    expect(await listener.closed).toBe(4401)
    expect(performance.now() - startedMs).toBeLessThan(2000)
  })

  it('cuts off a client that does not read', async () => {
    const ann = await server.newPerson()
    const annId = await accountOf(ann)
    const listener = await subscribe(ann)
    await hearFirst(listener, annId)
    const socketsAt = async (url: string) => {
      const figures = await (await fetch(`${url}/metrics`)).text()
      return Number(/farport_event_sockets (\d+)/.exec(figures)?.[1])
    }
    const sockets = async () => (await Promise.all(server.urls.map(socketsAt))).reduce((sum, one) => sum + one, 0)
    const before = await sockets()
    listener.socket.pause()
    const long = 'x'.repeat(50_000)
    await eventually(
      async () => {
        await announce(annId, long, 20)
        return (await sockets()) < before
      },
      { timeoutMs: 60_000 },
    )
    listener.socket.terminate()
  })
})
