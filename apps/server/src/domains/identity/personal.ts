// Rules of what a person keeps with their account: language, time zone, attributes. Pure.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { Attributes } from '@farport/vocabulary'
import { isLanguage, type Language } from './identity.ts'

export interface Personal {
  /** An IANA name. */
  readonly timezone: string | undefined
  readonly attributes: Attributes
  /** When the developer key was made. */
  readonly apiKeyAt: Date
}

export interface PersonalChange {
  readonly language?: Language
  readonly timezone?: string
}

const zoneName = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/

/** What is absent stays as it is. */
export function parsePersonalChange(wish: {
  language?: string | null | undefined
  timezone?: string | null | undefined
}): Result<PersonalChange, Refusal> {
  const { language, timezone } = wish
  if (language != null && !isLanguage(language)) return refuse(unknownLanguage)
  const zone = timezone == null ? undefined : zoneOf(timezone)
  if (timezone != null && zone === undefined) return refuse(unknownZone)
  return accept({
    ...(language == null ? {} : { language }),
    ...(zone === undefined ? {} : { timezone: zone }),
  })
}

/** The zone's name in its usual letters; undefined for what is no IANA name. */
export function zoneOf(text: string): string | undefined {
  if (text.length > 64 || !zoneName.test(text)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined // the only way that Intl has to say no
  }
}

const unknownLanguage: Refusal = { code: 'INVALID', message: 'The language has to be en or ja.' }
const unknownZone: Refusal = {
  code: 'INVALID',
  message: 'The time zone has to be an IANA name, such as Europe/Berlin.',
}
