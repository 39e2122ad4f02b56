// The log as CSV (RFC 4180), a line per event, for spreadsheets. Pure.

import type { EventRecord } from '#platform/events'

const columns = ['Time', 'Type', 'State', 'Action', 'Actor', 'Target', 'Target id', 'Device id', 'Users'] as const

/** `emailOf` gives undefined for accounts that are gone. */
export function eventCsv(events: readonly EventRecord[], emailOf: (accountId: string) => string | undefined): string {
  const nameOf = (accountId: string) => emailOf(accountId) ?? accountId
  const lines = events.map((event) => [
    event.at,
    event.type,
    event.state ?? '',
    event.action ?? '',
    event.actorId === null ? '' : nameOf(event.actorId),
    event.targets.map(({ id, name }) => name ?? id).join(', '),
    event.targets.map(({ id }) => id).join(', '),
    event.deviceId ?? '',
    usersOf(event).map(nameOf).join(', '),
  ])
  return [columns, ...lines].map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')
}

/** The accounts that an event names in its data, besides who did it. */
export function usersOf({ data }: EventRecord): string[] {
  const { users } = data
  return Array.isArray(users) ? users.filter((user) => typeof user === 'string') : []
}

/** Names come from strangers: what a spreadsheet would take for a formula is made text. */
function toCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
