// The free map of attributes that a device, a service or a person carries.

import { accept, refuse, type Result } from '@farport/basics'
import { limits, reservedAttribute } from './limits.ts'

export type Attributes = Readonly<Record<string, unknown>>

export type AttributesRefusal = 'too-large' | 'too-deep' | 'not-text' | 'description-too-long'

export const attributesRefusalMessages: Record<AttributesRefusal, string> = {
  'too-large': `The attributes exceed ${limits.attributesBytesMax} bytes.`,
  'too-deep': `The attributes are nested more than ${limits.attributesDepthMax} levels deep.`,
  'not-text': 'The attributes contain characters that are no text, such as NUL.',
  'description-too-long': `Cannot exceed ${limits.descriptionLengthMax} characters`,
}

/** Keys are replaced one by one, also inside the reserved section; a null removes its key. */
export function mergeAttributes(old: Attributes, change: Attributes): Result<Attributes, AttributesRefusal> {
  const flaw = flawOf(change, limits.attributesDepthMax)
  if (flaw !== undefined) return refuse(flaw)
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

/** What a database, or a stack, would not bear. */
function flawOf(value: unknown, depthLeft: number): 'too-deep' | 'not-text' | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? 'not-text' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  if (depthLeft === 0) return 'too-deep'
  for (const [key, inner] of Object.entries(value)) {
    const flaw = flawOf(key, 0) ?? flawOf(inner, depthLeft - 1)
    if (flaw !== undefined) return flaw
  }
  return undefined
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
