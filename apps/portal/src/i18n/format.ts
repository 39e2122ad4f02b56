// Moments, durations and sizes in the reader's language.

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** The largest units of a duration, two at most, as in "2 hours 5 minutes". */
export function formatDuration(ms: number, language: string, unitsMax = 2): string {
  let restSeconds = Math.max(0, Math.round(ms / 1000))
  const parts: string[] = []
  for (const [unit, seconds] of units) {
    const amount = Math.floor(restSeconds / seconds)
    restSeconds -= amount * seconds
    if (parts.length > 0 && amount === 0) break
    if (amount > 0 || unit === 'second') parts.push(formatUnit(amount, unit, language))
    if (parts.length === unitsMax) break
  }
  return parts.join(language === 'ja' ? '' : ' ')
}

/** How long ago in one rough unit, as in "5 minutes". */
export function formatAge(ms: number, language: string): string {
  return formatDuration(ms, language, 1)
}

export function formatMoment(iso: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
}

export function formatDay(iso: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(iso))
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A decimal integer of bytes, as the API counts them, rounded to three figures. */
export function formatBytes(bytes: string, language: string): string {
  const value = Number(bytes)
  const power = value < 1000 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(value) / 3))
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: byteUnits[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumSignificantDigits: 3,
  }).format(value / 1000 ** power)
}

/** Short times to a tenth. */
export function formatMilliseconds(ms: number, language: string): string {
  const maximumFractionDigits = ms < 10 ? 1 : 0
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'millisecond',
    unitDisplay: 'short',
    maximumFractionDigits,
  }).format(ms)
}

/** 0 to 1, in percent. */
export function formatShare(part: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(part)
}

function formatUnit(amount: number, unit: string, language: string): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount)
}
