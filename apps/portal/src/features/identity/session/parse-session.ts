// Reads whose session the browser's cookies are from the server's answer. Pure.

import type { Session, Viewer } from './session-store.ts'

/** `null` means nobody; whatever else is no session is no answer of our server. */
export function parseSession(body: unknown): Session {
  if (body === null) return { kind: 'signed-out', hasExpired: false }
  const user = isObject(body) ? body['user'] : undefined
  return isViewer(user) ? { kind: 'signed-in', viewer: user } : { kind: 'unreachable' }
}

function isViewer(user: unknown): user is Viewer {
  return (
    isObject(user) &&
    typeof user['id'] === 'string' &&
    typeof user['email'] === 'string' &&
    (user['language'] === 'en' || user['language'] === 'ja') &&
    typeof user['operator'] === 'boolean' &&
    typeof user['hasPassword'] === 'boolean'
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
