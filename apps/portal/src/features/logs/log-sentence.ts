// What a line of the log says, and its mark. Pure: the words are looked up where it is drawn.

import type { LogLineFragment } from '#graphql'
import type { Messages } from '../../i18n/messages.ts'

export type SentenceName = keyof Messages['logs']['sentence']

export type LogMark =
  | 'online'
  | 'offline'
  | 'connect'
  | 'disconnect'
  | 'add'
  | 'change'
  | 'remove'
  | 'account'
  | 'warning'

export interface LogSentence {
  name: SentenceName
  mark: LogMark
}

export type LogEvent = LogLineFragment

/** Undefined for events that say nothing to a person. */
export function logSentence(event: LogEvent): LogSentence | undefined {
  switch (event.type) {
    case 'DEVICE_STATE':
      return event.state === 'active' ? { name: 'online', mark: 'online' } : { name: 'offline', mark: 'offline' }
    case 'DEVICE_CONNECT':
      return connectSentence(event)
    case 'DEVICE_REFRESH':
      return sentenceByAction[event.action ?? '']
    case 'DEVICE_DELETE':
      return { name: 'deviceDeleted', mark: 'remove' }
    case 'AUTH_LOGIN':
      return { name: 'signedIn', mark: 'account' }
    case 'AUTH_LOGIN_ATTEMPT':
      return { name: 'signInFailed', mark: 'warning' }
    case 'AUTH_PASSWORD_CHANGE':
      return { name: 'passwordChanged', mark: 'account' }
    case 'AUTH_PASSWORD_RESET':
      return { name: 'passwordReset', mark: 'account' }
    case 'AUTH_PASSWORD_RESET_CONFIRMED':
      return { name: 'passwordResetConfirmed', mark: 'account' }
    case 'AUTH_EMAIL_CHANGE':
      return { name: 'emailChanged', mark: 'account' }
    case 'AUTH_PHONE_CHANGE':
      return { name: 'phoneChanged', mark: 'account' }
    case 'AUTH_MFA_ENABLED':
      return { name: 'mfaEnabled', mark: 'account' }
    case 'AUTH_MFA_DISABLED':
      return { name: 'mfaDisabled', mark: 'account' }
    case 'DEVICE_SHARE':
      return shareSentences[event.action ?? ''] ?? { name: 'unknown', mark: 'change' }
    case 'DEVICE_TRANSFER':
      return { name: 'transferred', mark: 'change' }
    case 'LICENSE_UPDATED':
      return { name: 'licenseUpdated', mark: 'change' }
    case 'DEVICE_JOB':
    case 'JOB':
      return { name: 'unknown', mark: 'change' }
  }
}

/** A refresh without one of these deeds only tells clients to ask again: it is no news for a person. */
const sentenceByAction: Readonly<Record<string, LogSentence>> = {
  'device-registered': { name: 'registered', mark: 'add' },
  'device-renamed': { name: 'renamed', mark: 'change' },
  'device-updated': { name: 'updated', mark: 'change' },
  'service-added': { name: 'serviceAdded', mark: 'add' },
  'service-updated': { name: 'serviceUpdated', mark: 'change' },
  'service-renamed': { name: 'serviceRenamed', mark: 'change' },
  'service-removed': { name: 'serviceRemoved', mark: 'remove' },
  'service-link-set': { name: 'linkSet', mark: 'change' },
  'service-link-removed': { name: 'linkRemoved', mark: 'remove' },
  'device-restored': { name: 'restored', mark: 'add' },
  'device-tagged': { name: 'tagged', mark: 'change' },
  'device-untagged': { name: 'untagged', mark: 'change' },
  'tags-changed': { name: 'tagsChanged', mark: 'change' },
}

const shareSentences: Readonly<Record<string, LogSentence>> = {
  add: { name: 'shared', mark: 'add' },
  update: { name: 'shareChanged', mark: 'change' },
  remove: { name: 'unshared', mark: 'remove' },
}

function connectSentence(event: LogEvent): LogSentence {
  if (event.state === 'connected') return { name: 'connected', mark: 'connect' }
  const isMetered = 'lifetime' in event && event.lifetime !== null && event.txBytes !== null && event.rxBytes !== null
  if (!isMetered) return { name: 'disconnectedPlain', mark: 'disconnect' }
  const wasLeft = event.action === null || event.action === 'disconnected'
  return { name: wasLeft ? 'disconnected' : 'expired', mark: 'disconnect' }
}

/** "SSH - lab-pi" for a service, the name for a device; the id where nothing else is left. */
export function targetName(event: LogEvent): { name: string } | { deletedId: string } {
  const [target] = event.target
  if (target === undefined) return { name: '' }
  if (target.name === null) return { deletedId: target.id }
  const { device } = target
  return { name: device && device.id !== target.id ? `${target.name} - ${device.name}` : target.name }
}
