// What a record of a database of places says, in our words. Vendors name things a little differently; what is not there,
// or is something else than expected, is not known. Pure.

import { z } from 'zod'

export interface Place {
  readonly connectionType: string | undefined
  readonly countryName: string | undefined
  readonly stateName: string | undefined
  readonly city: string | undefined
  readonly isp: string | undefined
}

const text = z.string().min(1).max(200).optional().catch(undefined)
const names = z.record(z.string(), z.string().max(200)).catch({})
const named = z.object({ names }).optional().catch(undefined)

const operator = z.object({
  connection_type: text,
  isp: text,
  organization: text,
  autonomous_system_organization: text,
})

const record = operator.extend({
  country: named,
  registered_country: named,
  subdivisions: z.array(z.object({ names })).optional().catch(undefined),
  city: named,
  traits: operator.optional().catch(undefined),
})

/** Names are in the language if the database has it, else in English. */
export function placeOf(found: unknown, language: string): Place | undefined {
  const read = record.safeParse(found)
  if (!read.success) return undefined
  const { country, registered_country: registered, subdivisions, city, traits, ...flat } = read.data
  const nameOf = (thing: { names: Record<string, string> } | undefined) => thing?.names[language] ?? thing?.names['en']
  const place: Place = {
    connectionType: traits?.connection_type ?? flat.connection_type,
    countryName: nameOf(country ?? registered),
    stateName: nameOf(subdivisions?.[0]),
    city: nameOf(city),
    isp: ispOf(traits) ?? ispOf(flat),
  }
  return Object.values(place).every((value) => value === undefined) ? undefined : place
}

function ispOf(known: z.infer<typeof operator> | undefined): string | undefined {
  return known?.isp ?? known?.autonomous_system_organization ?? known?.organization
}
