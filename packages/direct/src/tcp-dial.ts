// Connects to the other end by TCP, again and again until it works or is no longer wanted.

import { connect, type Socket } from 'node:net'
import type { Place } from '@farport/transport'

export interface Dial {
  readonly to: Place
  /** The port to come from: that which the other end connects to at the same time. */
  readonly localPort?: number
  /** One try takes no longer. */
  readonly tryMs: number
  /** Between tries. */
  readonly pauseMs: () => number
  readonly signal: AbortSignal
  readonly onSocket: (socket: Socket) => void
}

export async function dialAgainAndAgain({ tryMs, pauseMs, signal, onSocket, to, localPort }: Dial): Promise<void> {
  while (!signal.aborted) {
    const socket = await dialOnce(to, { localPort, tryMs, signal })
    if (socket !== undefined) return onSocket(socket)
    await pause(pauseMs(), signal)
  }
}

/** A connected socket that is not yet read from, or undefined. */
export function dialOnce(
  { host, port }: Place,
  { localPort, tryMs, signal }: { localPort?: number | undefined; tryMs: number; signal: AbortSignal },
): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port,
      ...(localPort !== undefined && { localPort }),
      allowHalfOpen: true,
      noDelay: true,
    })
    const settle = (isConnected: boolean): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onGone)
      socket.off('connect', onConnect)
      if (!isConnected) socket.destroy()
      resolve(isConnected ? socket : undefined)
    }
    const onConnect = (): void => settle(true)
    const onGone = (): void => settle(false)
    const timer = setTimeout(onGone, tryMs)
    signal.addEventListener('abort', onGone)
    socket.on('connect', onConnect).on('error', onGone)
    if (signal.aborted) onGone()
  })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', settle)
      resolve()
    }
    const timer = setTimeout(settle, ms)
    signal.addEventListener('abort', settle)
  })
}
