// How a tag may be called: without white space and without what nobody sees. Two names that differ in case alone are one.

import { accept, refuse, type Result } from '@farport/basics'
import { limits } from './limits.ts'

export type TagNameRefusal = 'empty' | 'too-long'

export const tagNameRefusalMessages: Record<TagNameRefusal, string> = {
  empty: 'Cannot be empty',
  'too-long': `Cannot exceed ${limits.nameLengthMax} characters`,
}

/** White space and control characters go, also those that turn the direction of the text. */
export function parseTagName(text: string): Result<string, TagNameRefusal> {
  const name = text.normalize('NFC').replaceAll(unwanted, '').replaceAll(joinersAtEnds, '')
  if (name === '') return refuse('empty')
  if (name.length > limits.nameLengthMax) return refuse('too-long')
  return accept(name)
}

/** Two names are the same tag's when these are equal. Roles keep them. */
export const tagKey = (name: string): string => name.toLowerCase()

// Joiners have a meaning between letters of some scripts, and within emoji.
const unwanted = /(?![\u200c\u200d])[\s\p{Cc}\p{Cf}\p{Cs}]/gu
const joinersAtEnds = /^[\u200c\u200d]+|[\u200c\u200d]+$/g
