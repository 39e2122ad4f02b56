// How a device may be called: cleaned of odd characters, not empty, unique in its account (case ignored).

import { accept, refuse, type Result } from '@farport/basics'
import { limits } from '@farport/vocabulary'

export type NameRefusal = 'empty' | 'too-long' | 'taken'

export const nameRefusalMessages: Record<NameRefusal, string> = {
  empty: 'Cannot be empty',
  'too-long': `Cannot exceed ${limits.nameLengthMax} characters`,
  taken: 'That device name is already in use.',
}

/**
 * What is neither a letter or digit of some script, nor one of `_`, `-` and space, becomes a dash: people name their
 * devices in their own language. A `.local` at the end goes. May come out empty.
 */
export function cleanDeviceName(text: string): string {
  return text
    .normalize('NFC')
    .trim()
    .replace(/\.local$/i, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}_ -]/gu, '-')
    .trim()
}

/** A name that a person asked for: refused rather than bent where it collides. */
export function chooseDeviceName(text: string, isTaken: (name: string) => boolean): Result<string, NameRefusal> {
  const name = cleanDeviceName(text)
  if (name === '') return refuse('empty')
  if (name.length > limits.nameLengthMax) return refuse('too-long')
  if (isTaken(name)) return refuse('taken')
  return accept(name)
}

/** The name for a device that nobody watches while it enrols: always finds one, with a number behind it if it must. */
export function findFreeDeviceName(wish: string, isTaken: (name: string) => boolean): string {
  const name = cut(cleanDeviceName(wish), limits.nameLengthMax).trim() || 'device'
  if (!isTaken(name)) return name
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`
    const candidate = cut(name, limits.nameLengthMax - suffix.length) + suffix
    if (!isTaken(candidate)) return candidate
  }
}

/** Never through the middle of a character. */
function cut(name: string, length: number): string {
  return name.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}

/** Two names are the same device name when these are equal. */
export const deviceNameKey = (name: string): string => name.toLowerCase()
