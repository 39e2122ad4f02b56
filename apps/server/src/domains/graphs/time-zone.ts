// Time in a zone of the world: which moment a day begins at there. Pure; the tables of zones are those of Intl.

export interface TimeZone {
  /** By how much its clocks are ahead of UTC at that moment. */
  offsetMsAt(momentMs: number): number
}

const dayMs = 86_400_000

/** Bounded by the number of zones: names are canonical. One costs some tens of kilobytes and of microseconds to make. */
const zones = new Map<string, TimeZone>()

/** The name is that of a zone, in its usual letters. */
export function timeZone(name: string): TimeZone {
  const known = zones.get(name)
  if (known !== undefined) return known
  const zone = createZone(name)
  zones.set(name, zone)
  return zone
}

function createZone(timeZoneName: string): TimeZone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timeZoneName,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return {
    offsetMsAt(momentMs) {
      const wholeSecondMs = Math.floor(momentMs / 1000) * 1000
      const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] =
        format.format(wholeSecondMs).match(/\d+/g)?.map(Number) ?? []
      return Date.UTC(year, month - 1, day, hour, minute, second) - wholeSecondMs
    },
  }
}

/**
 * When its clocks show that time of the calendar, which is written as if it were UTC: the first time that they do, or,
 * where they are put forward over it, when they are.
 */
export function momentOfLocal(zone: TimeZone, localMs: number): number {
  // No zone changes its clocks twice within two days.
  const before = zone.offsetMsAt(localMs - dayMs)
  const after = zone.offsetMsAt(localMs + dayMs)
  const first = localMs - before
  if (before === after || zone.offsetMsAt(first) === before) return first
  const second = localMs - after
  return zone.offsetMsAt(second) === after ? second : first
}
