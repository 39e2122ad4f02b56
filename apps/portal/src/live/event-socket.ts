// The socket over which the server tells what happens. It pings, notices silence, reconnects by itself, and says when
// something may have been missed.

import { createBackoff } from '@farport/basics'

export interface EventSocketOptions {
  url: string
  /** The text of the query that the server runs for every event. */
  query: string
  onEvent: (event: unknown) => void
  /** Something may have been missed: the socket was away. */
  onGap: () => void
  /** The server does not know who we are. Answers whether it may know us now. */
  onRefused: () => Promise<boolean>
  random?: () => number
  createSocket?: (url: string) => WebSocket
}

const pingMs = 5 * 60_000
const pingMsExtraMax = 60_000
/** The close code with which the server refuses a subscriber. */
const refusedCode = 4401

export function openEventSocket(options: EventSocketOptions): Disposable & { reconnect(): void } {
  const random = options.random ?? Math.random
  const createSocket = options.createSocket ?? ((url) => new WebSocket(url))
  const backoff = createBackoff({ delayMsFirst: 500, delayMsMax: 30_000, random })
  let socket: WebSocket | undefined
  let wasOpen = false
  let isDisposed = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let pingTimer: ReturnType<typeof setTimeout> | undefined
  let pongTimer: ReturnType<typeof setTimeout> | undefined

  connect()
  return {
    reconnect,
    [Symbol.dispose]() {
      isDisposed = true
      drop()
    },
  }

  function connect(): void {
    const opened = createSocket(options.url)
    socket = opened
    opened.addEventListener('open', () => {
      opened.send(JSON.stringify({ action: 'subscribe', headers: {}, query: options.query, supportsBatch: true }))
      if (wasOpen) options.onGap()
      wasOpen = true
      schedulePing()
    })
    opened.addEventListener('message', ({ data }) => {
      backoff.reset()
      if (data === 'pong') stopWaitingForPong()
      else if (typeof data === 'string') deliver(data)
    })
    opened.addEventListener('close', ({ code }) => {
      if (socket !== opened) return
      drop()
      if (code === refusedCode) void retryIfKnown()
      else retry()
    })
  }

  function reconnect(): void {
    if (isDisposed) return
    drop()
    backoff.reset()
    connect()
  }

  function retry(): void {
    if (!isDisposed) retryTimer = setTimeout(connect, backoff.next())
  }

  async function retryIfKnown(): Promise<void> {
    if (await options.onRefused()) retry()
  }

  function drop(): void {
    clearTimeout(retryTimer)
    clearTimeout(pingTimer)
    stopWaitingForPong()
    const dropped = socket
    socket = undefined
    dropped?.close()
  }

  function schedulePing(): void {
    const intervalMs = pingMs + random() * pingMsExtraMax
    clearTimeout(pingTimer)
    pingTimer = setTimeout(() => {
      socket?.send('ping')
      pongTimer ??= setTimeout(reconnect, 2 * intervalMs)
      schedulePing()
    }, intervalMs)
  }

  function stopWaitingForPong(): void {
    clearTimeout(pongTimer)
    pongTimer = undefined
  }

  function deliver(text: string): void {
    for (const event of eventsIn(text)) options.onEvent(event)
  }
}

/** The events of a frame, single or batched. A frame that is neither, or an error, carries none. */
export function eventsIn(text: string): unknown[] {
  const frame = parseJson(text)
  if (!isObject(frame)) return []
  const results: unknown[] = Array.isArray(frame['events']) ? frame['events'] : [frame]
  return results.flatMap((result) => {
    const data = isObject(result) ? result['data'] : undefined
    const event = isObject(data) ? data['event'] : undefined
    return isObject(event) ? [event] : []
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What is no JSON carries no event; the next frame may.
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
