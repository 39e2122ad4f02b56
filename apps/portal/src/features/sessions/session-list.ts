// The live sessions in groups: those in use by each user, then those that nobody is using just now.

import type { SessionFieldsFragment } from '#graphql'

export interface SessionGroup {
  kind: 'connected' | 'idle'
  /** Of `connected`: whose sessions these are; null when nobody signed in for them. */
  email: string | null
  sessions: SessionFieldsFragment[]
}

export function groupSessions(sessions: readonly SessionFieldsFragment[], searched: string): SessionGroup[] {
  const found = sessions.filter((session) => matches(session, searched))
  const byEmail = Map.groupBy(
    found.filter(({ streams }) => streams > 0),
    ({ user }) => user?.email ?? null,
  )
  const connected = [...byEmail].map(([email, group]): SessionGroup => ({ kind: 'connected', email, sessions: group }))
  const idle = found.filter(({ streams }) => streams === 0)
  return idle.length === 0 ? connected : [...connected, { kind: 'idle', email: null, sessions: idle }]
}

/** Managers of the device may end any session on it; everybody their own. */
export function mayDisconnect(session: SessionFieldsFragment, viewerId: string): boolean {
  return session.user?.id === viewerId || session.target?.device?.permissions.includes('MANAGE') === true
}

function matches({ target, user }: SessionFieldsFragment, searched: string): boolean {
  const text = searched.trim().toLowerCase()
  return [target?.name, target?.device?.name, user?.email].some(
    (name) => name !== null && name !== undefined && name.toLowerCase().includes(text),
  )
}
