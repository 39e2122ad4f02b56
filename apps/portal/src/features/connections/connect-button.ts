// The connect button in all its states: its words, its colour, what a press does, why it cannot be pressed.

import type { Tone } from '@farport/design-system'
import type { ServiceDisplayState } from '@farport/vocabulary'
import type { MessageKey } from '../../i18n/messages.ts'

export interface ConnectFacts {
  state: ServiceDisplayState
  /** The CONNECT permission, as a matter of principle. */
  hasPermission: boolean
  /** Whether it can be done just now. */
  canConnect: { allowed: boolean; reason: string | null }
  isEnabled: boolean
  /** A port on a relay, open to the internet. Only such connections exist without an agent on this computer. */
  isPublic: boolean
  isBeingRemoved: boolean
}

export interface ConnectButtonView {
  label: MessageKey
  tone: Tone
  look: 'filled' | 'light' | 'outline'
  press: 'connect' | 'disconnect' | 'nothing'
  isBusy: boolean
  /** Why it is disabled. The server's own words come before ours. */
  refusal?: { text: string } | { key: MessageKey }
}

export function connectButtonView(facts: ConnectFacts): ConnectButtonView {
  if (facts.isBeingRemoved) return busy('connections.button.removing')
  if (!facts.hasPermission) return refused('connections.button.unauthorized', 'connections.unauthorizedReason')
  switch (facts.state) {
    case 'offline':
      return refused(
        'connections.button.offline',
        facts.isEnabled ? 'connections.offlineReason' : 'connections.disabledReason',
      )
    case 'starting':
      return busy('connections.button.starting')
    case 'connecting':
      return busy('connections.button.connecting')
    case 'disconnecting':
      return busy('connections.button.disconnecting')
    case 'stopping':
      return busy('connections.button.stopping')
    case 'ready':
      return ends('connections.button.stop')
    case 'connected':
      return ends(facts.isPublic ? 'connections.button.stop' : 'connections.button.disconnect')
    case 'online':
      return facts.canConnect.allowed
        ? { label: 'connections.button.connect', tone: 'brand', look: 'filled', press: 'connect', isBusy: false }
        : refused('connections.button.connect', 'connections.unauthorizedReason')
  }

  function refused(label: MessageKey, ours: MessageKey): ConnectButtonView {
    const { allowed, reason } = facts.canConnect
    const refusal = !allowed && reason !== null ? { text: reason } : { key: ours }
    return { label, tone: 'neutral', look: 'light', press: 'nothing', isBusy: false, refusal }
  }
}

const ends = (label: MessageKey): ConnectButtonView => ({
  label,
  tone: 'success',
  look: 'outline',
  press: 'disconnect',
  isBusy: false,
})

const busy = (label: MessageKey): ConnectButtonView => ({
  label,
  tone: 'warning',
  look: 'light',
  press: 'nothing',
  isBusy: true,
})
