// Phone numbers as people write them, and as text messages need them.

import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'

/** Of numbers that are written without one. */
const countryDefault: CountryCode = 'US'

/** In E.164, such as +14155552671; undefined when nobody can have this number, or no text message can go there. */
export function parsePhone(text: string): string | undefined {
  if (text.length > phoneLengthMax) return undefined
  const number = parsePhoneNumberFromString(text, { defaultCountry: countryDefault, extract: false })
  if (number === undefined || !number.isValid() || number.ext !== undefined) return undefined
  const type = number.getType()
  return type !== undefined && withoutMessages.has(type) ? undefined : number.number
}

const phoneLengthMax = 40

/** Not to be reached, or paid for by the minute: what fraudsters have messages sent to. */
const withoutMessages: ReadonlySet<string> = new Set([
  'FIXED_LINE',
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'PAGER',
  'UAN',
  'VOICEMAIL',
])
