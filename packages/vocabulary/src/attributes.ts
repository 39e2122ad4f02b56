// The free map of attributes that a device, a service or a person carries.

import { accept, refuse, type Result } from '@farport/basics'
import { limits, reservedAttribute } from './limits.ts'

export type Attributes = Readonly<Record<string, unknown>>

export type AttributesRefusal = 'too-large' | 'description-too-long'

export const attributesRefusalMessages: Record<AttributesRefusal, string> = {
  'too-large': `The attributes exceed ${limits.attributesBytesMax} bytes.`,
  'description-too-long': `Cannot exceed ${limits.descriptionLengthMax} characters`,
}

/** Keys are replaced one by one, also inside the reserved section; a null removes its key. */
export function mergeAttributes(old: Attributes, change: Attributes): Result<Attributes, AttributesRefusal> {
  const merged = replaceKeys(old, change)
  const reserved = change[reservedAttribute]
  const reservedOld = old[reservedAttribute]
  if (isMap(reserved) && isMap(reservedOld)) merged[reservedAttribute] = replaceKeys(reservedOld, reserved)
  if (descriptionsOf(merged).some((text) => text.length > limits.descriptionLengthMax)) {
    return refuse('description-too-long')
  }
  if (new TextEncoder().encode(JSON.stringify(merged)).length > limits.attributesBytesMax) return refuse('too-large')
  return accept(merged)
}

function replaceKeys(old: Attributes, change: Attributes): Record<string, unknown> {
  const kept = Object.entries(old).filter(([key]) => change[key] === undefined)
  const set = Object.entries(change).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries([...kept, ...set])
}

function descriptionsOf(attributes: Attributes): string[] {
  const reserved = attributes[reservedAttribute]
  const found = [attributes['description'], isMap(reserved) ? reserved['description'] : undefined]
  return found.filter((value) => typeof value === 'string')
}

function isMap(value: unknown): value is Attributes {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
