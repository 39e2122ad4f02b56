// Names that people choose freely: one line of text, in any script.

import { accept, refuse, type Result } from '@farport/basics'

export type PlainNameRefusal = 'empty' | 'too-long' | 'not-text'

/** Control characters, line and paragraph separators, what turns the direction of a text, and halves of characters. */
const notText = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** In Unicode's composed form, without white space around it. */
export function parsePlainName(text: string, lengthMax: number): Result<string, PlainNameRefusal> {
  const name = text.normalize('NFC').trim()
  if (name === '') return refuse('empty')
  if (name.length > lengthMax) return refuse('too-long')
  return notText.test(name) ? refuse('not-text') : accept(name)
}

export function plainNameRefusalMessage(refusal: PlainNameRefusal, lengthMax: number): string {
  switch (refusal) {
    case 'empty':
      return 'Cannot be empty'
    case 'too-long':
      return `Cannot exceed ${lengthMax} characters`
    case 'not-text':
      return 'Cannot contain control characters'
  }
}
