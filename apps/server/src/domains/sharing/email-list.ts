// Whom something is shared with: e-mail addresses as people paste them, separated by commas, semicolons or spaces.

import { accept, refuse, type Result } from '@farport/basics'
import { parseEmail } from '#domains/identity'

export const emailsPerCallMax = 100
/** Of all texts together. More cannot be so many addresses. */
const charactersMax = 50_000

/** Each address once, as accounts have it. The refusal is the sentence for the person. */
export function parseEmailList(texts: readonly string[]): Result<string[], string> {
  if (texts.length > emailsPerCallMax || texts.reduce((sum, text) => sum + text.length, 0) > charactersMax) {
    return refuse(tooManyMessage)
  }
  const words = texts.flatMap((text) => text.split(/[\s,;]+/)).filter((word) => word !== '')
  if (words.length === 0) return refuse('Please name an e-mail address.')
  if (words.length > emailsPerCallMax) return refuse(tooManyMessage)
  const emails = new Set<string>()
  for (const word of words) {
    const email = parseEmail(word)
    if (!email.ok) return refuse(`${shown(word)}: ${email.refusal.message}`)
    emails.add(email.value)
  }
  return accept([...emails])
}

const tooManyMessage = `One call names at most ${emailsPerCallMax} e-mail addresses.`

/** Not at any length, and not what could move a cursor or turn the line around. */
const shown = (word: string): string => word.slice(0, 100).replaceAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S}]/gu, '?')
