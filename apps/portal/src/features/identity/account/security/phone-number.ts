// Phone numbers as people write them. Loaded with the dialog that takes one: the tables of all countries are large.

import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'

export interface Country {
  /** As in ISO 3166. */
  value: string
  label: string
}

export const defaultCountry = 'US'

/** By their names in the reader's language. */
export function countries(language: string): Country[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return getCountries()
    .map((code) => ({ value: code, label: `${names.of(code) ?? code} (+${getCountryCallingCode(code)})` }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language))
}

/** In E.164; undefined for what is no number there. A number with a plus brings its country along. */
export function parsePhone(text: string, country: string): string | undefined {
  const number = parsePhoneNumberFromString(text, isSupportedCountry(country) ? country : defaultCountry)
  return number?.isValid() === true ? number.number : undefined
}

/** The country of a number that is known already. */
export function countryOf(phone: string | null): string {
  return (phone === null ? undefined : parsePhoneNumberFromString(phone)?.country) ?? defaultCountry
}
