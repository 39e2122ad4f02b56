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
  /** There is a machine, and nothing on the port that accepts. Awaited before the next try. */
  readonly onRefused?: () => Promise<void>
}

export async function dialAgainAndAgain(dial: Dial): Promise<void> {
  const { to, localPort, tryMs, pauseMs, signal, onSocket, onRefused } = dial
  while (!signal.aborted) {
    const socket = await dialOnce(to, { localPort, tryMs, signal })
    if (typeof socket !== 'string') return onSocket(socket)
    if (socket === 'refused') await onRefused?.()
    await pause(pauseMs(), signal)
  }
}

/** A connected socket that is not yet read from; or why there is none. */
export function dialOnce(
  { host, port }: Place,
  { localPort, tryMs, signal }: { localPort?: number | undefined; tryMs: number; signal: AbortSignal },
): Promise<Socket | 'refused' | 'silent'> {
  return new Promise((resolve) => {
    const from = localPort === undefined ? {} : { localPort }
    const socket = connect({ host, port, ...from, allowHalfOpen: true, noDelay: true })
    const settle = (failure?: 'refused' | 'silent'): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onSilent)
      socket.off('connect', onConnect)
      if (failure !== undefined) socket.destroy()
      resolve(failure ?? socket)
    }
    const onConnect = (): void => settle()
    const onSilent = (): void => settle('silent')
    const timer = setTimeout(onSilent, tryMs)
    signal.addEventListener('abort', onSilent)
    socket.on('connect', onConnect)
    socket.on('error', (error) => settle('code' in error && error.code === 'ECONNREFUSED' ? 'refused' : 'silent'))
    if (signal.aborted) onSilent()
  })
}

/** Shorter when the signal comes. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
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
