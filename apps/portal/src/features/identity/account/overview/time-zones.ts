// The time zones to choose from, by their IANA names.

export interface TimeZoneChoice {
  value: string
  label: string
}

/** The zones that the browser knows, and the chosen one, which it may not know. */
export function timeZoneChoices(known: readonly string[], chosen: string | null): TimeZoneChoice[] {
  const names = new Set(['UTC', ...known, ...(chosen === null ? [] : [chosen])])
  return [...names].map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}

export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
