// How organizations and roles are called.

import { accept, refuse, type Result } from '@farport/basics'

export type NameRefusal = 'empty' | 'too-long' | 'not-text'

/** Control characters, line and paragraph separators, and halves of characters. */
const notText = /[\p{Cc}\p{Cs}\u2028\u2029]/u

export function parseName(text: string, lengthMax: number): Result<string, NameRefusal> {
  const name = text.normalize('NFC').trim()
  if (name === '') return refuse('empty')
  if (name.length > lengthMax) return refuse('too-long')
  return notText.test(name) ? refuse('not-text') : accept(name)
}

export function nameRefusalMessage(refusal: NameRefusal, lengthMax: number): string {
  switch (refusal) {
    case 'empty':
      return 'Cannot be empty'
    case 'too-long':
      return `Cannot exceed ${lengthMax} characters`
    case 'not-text':
      return 'Cannot contain control characters'
  }
}
