import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventsIn, openEventSocket } from './event-socket.ts'

describe('a frame', () => {
  it.each([
    ['with one event', '{"data":{"event":{"id":"e-1"}}}', [{ id: 'e-1' }]],
    [
      'with a batch',
      '{"events":[{"data":{"event":{"id":"e-1"}}},{"data":{"event":{"id":"e-2"}}}]}',
      [{ id: 'e-1' }, { id: 'e-2' }],
    ],
    ['with an error in its batch', '{"events":[{"errors":[]},{"data":{"event":{"id":"e-2"}}}]}', [{ id: 'e-2' }]],
    ['with an error only', '{"errors":[{"message":"no"}]}', []],
    ['without an event', '{"data":{"event":null}}', []],
    ['that is no JSON', 'garbage', []],
    ['that is no object', '7', []],
  ])('%s', (_, text, events) => {
    expect(eventsIn(text)).toEqual(events)
  })
})

/** A WebSocket in the hands of the test. */
class HandSocket extends EventTarget {
  sent: string[] = []
  isClosed = false
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.isClosed = true
  }
  opens() {
    this.dispatchEvent(new Event('open'))
  }
  says(data: string) {
    this.dispatchEvent(Object.assign(new Event('message'), { data }))
  }
  ends(code = 1006) {
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
}

describe('the event socket', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function open({ isKnownAgain = false } = {}) {
    const sockets: HandSocket[] = []
    const heard = { events: [] as unknown[], gaps: 0, refusals: 0 }
    const live = openEventSocket({
      url: 'ws://portal.test/events/v1',
      query: '{ event { id } }',
      onEvent: (event) => heard.events.push(event),
      onGap: () => (heard.gaps += 1),
      onRefused: async () => {
        heard.refusals += 1
        return isKnownAgain
      },
      random: () => 0.5,
      createSocket: () => {
        const socket = new HandSocket()
        sockets.push(socket)
        return socket as unknown as WebSocket
      },
    })
    return { live, sockets, heard }
  }

  it('subscribes as soon as it is open, and passes events on', () => {
    const { sockets, heard } = open()
    sockets[0]?.opens()
    expect(JSON.parse(sockets[0]?.sent[0] ?? '')).toMatchObject({
      action: 'subscribe',
      query: '{ event { id } }',
      supportsBatch: true,
    })
    sockets[0]?.says('{"data":{"event":{"id":"e-1"}}}')
    expect(heard.events).toEqual([{ id: 'e-1' }])
  })

  it('comes back after it fell, and tells that something may have been missed', () => {
    const { sockets, heard } = open()
    sockets[0]?.opens()
    sockets[0]?.ends()
    vi.advanceTimersByTime(1000)
    expect(sockets).toHaveLength(2)
    sockets[1]?.opens()
    expect(heard.gaps).toBe(1)
  })

  it('waits longer after each failure', () => {
    const { sockets } = open()
    for (const [index, waitMs] of [375, 750, 1500].entries()) {
      sockets[index]?.ends()
      vi.advanceTimersByTime(waitMs - 1)
      expect(sockets).toHaveLength(index + 1)
      vi.advanceTimersByTime(1)
      expect(sockets).toHaveLength(index + 2)
    }
  })

  it('reconnects when a ping stays unanswered', () => {
    const { sockets } = open()
    sockets[0]?.opens()
    vi.advanceTimersByTime(330_000)
    expect(sockets[0]?.sent).toContain('ping')
    vi.advanceTimersByTime(660_000)
    expect(sockets).toHaveLength(2)
    expect(sockets[0]?.isClosed).toBe(true)
  })

  it('stays when pings are answered', () => {
    const { sockets } = open()
    sockets[0]?.opens()
    for (let round = 0; round < 6; round += 1) {
      vi.advanceTimersByTime(330_000)
      sockets[0]?.says('pong')
    }
    expect(sockets).toHaveLength(1)
  })

  it('does not come back when the server does not know us', () => {
    const { sockets, heard } = open()
    sockets[0]?.opens()
    sockets[0]?.ends(4401)
    vi.advanceTimersByTime(600_000)
    expect(sockets).toHaveLength(1)
    expect(heard.refusals).toBe(1)
  })

  it('comes back when the server may know us again', async () => {
    const { sockets } = open({ isKnownAgain: true })
    sockets[0]?.opens()
    sockets[0]?.ends(4401)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(sockets).toHaveLength(2)
  })

  it('does not come back when it was closed on purpose', () => {
    const { live, sockets } = open()
    sockets[0]?.opens()
    live[Symbol.dispose]()
    vi.advanceTimersByTime(600_000)
    expect(sockets).toHaveLength(1)
    expect(sockets[0]?.isClosed).toBe(true)
  })
})
