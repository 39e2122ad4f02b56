// How a place is called in a list or a mail. Pure.

import type { Place } from '#platform/geo'

export function describePlace(place: Place | undefined): string | null {
  const names = [place?.city, place?.countryName].filter((name) => name !== undefined && name !== null && name !== '')
  return names.length === 0 ? null : names.join(', ')
}
