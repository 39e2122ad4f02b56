// What a service looks like to the person who uses it. The first state that applies wins.

import type { Tone } from '@farport/design-system'
import type { ServiceDisplayState } from '@farport/vocabulary'
import type { MessageKey } from '../../i18n/messages.ts'

/** What this browser has asked for and has no answer to yet. */
export type Activity = 'connecting' | 'disconnecting' | 'stopping' | 'removing'

export interface ServiceFacts {
  state: string
  connections: readonly { created: string; session: unknown }[]
}

/** A connection without a session is still starting for so long; later it is ready, and nobody is using it. */
export const startingMs = 10_000

export function serviceState(
  service: ServiceFacts,
  activity: Activity | undefined,
  nowMs: number,
): ServiceDisplayState {
  const connection = service.connections[0]
  const isStarting =
    connection !== undefined && connection.session === null && nowMs - Date.parse(connection.created) < startingMs

  if (service.state === 'inactive') return 'offline'
  if (isStarting && activity === undefined) return 'starting'
  if (activity === 'disconnecting') return 'disconnecting'
  if (activity === 'stopping' || activity === 'removing') return 'stopping'
  if (activity === 'connecting') return 'connecting'
  if (connection === undefined) return 'online'
  return connection.session === null ? 'ready' : 'connected'
}

export const serviceTone: Readonly<Record<ServiceDisplayState, Tone>> = {
  offline: 'neutral',
  starting: 'warning',
  disconnecting: 'warning',
  stopping: 'warning',
  connecting: 'warning',
  connected: 'brand',
  ready: 'brand',
  online: 'success',
}

export const serviceStateText: Readonly<Record<ServiceDisplayState, MessageKey>> = {
  offline: 'services.state.offline',
  starting: 'services.state.starting',
  disconnecting: 'services.state.disconnecting',
  stopping: 'services.state.stopping',
  connecting: 'services.state.connecting',
  connected: 'services.state.connected',
  ready: 'services.state.ready',
  online: 'services.state.online',
}
