// Asks the server whose session the browser's cookie is.

import type { Session, Viewer } from './session-store.ts'

export async function whoIsSignedIn(): Promise<Session> {
  try {
    const response = await fetch('/auth/v1/get-session', { credentials: 'same-origin', cache: 'no-store' })
    return response.ok ? parseSession(await response.json()) : { kind: 'unreachable' }
  } catch {
    // No answer, or a proxy's page instead of one: the server is not there just now.
    return { kind: 'unreachable' }
  }
}

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
    typeof user['operator'] === 'boolean' &&
    typeof user['hasPassword'] === 'boolean'
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
