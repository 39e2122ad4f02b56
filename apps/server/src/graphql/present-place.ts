// GraphQL ⇄ places on Earth.

import type { Geo } from '#platform/geo'
import type { Context } from './context.ts'

/** Where an address is, in the viewer's language; null when nobody knows. */
export function presentPlace(geo: Geo, address: string | null | undefined, context: Context) {
  const place = geo.placeOf(address ?? undefined, context.viewer?.language ?? 'en')
  if (place === undefined) return null
  return {
    connectionType: place.connectionType ?? null,
    countryName: place.countryName ?? null,
    stateName: place.stateName ?? null,
    city: place.city ?? null,
    isp: place.isp ?? null,
  }
}
