// How a device may be called: cleaned of odd characters, not empty, unique in its account (case ignored).

import { accept, refuse, type Result } from '@farport/basics'
import { limits } from '@farport/vocabulary'

export type NameRefusal = 'empty' | 'too-long' | 'taken'

export const nameRefusalMessages: Record<NameRefusal, string> = {
  empty: 'Cannot be empty',
  'too-long': `Cannot exceed ${limits.nameLengthMax} characters`,
  taken: 'That device name is already in use.',
}

/** Odd characters become dashes; a `.local` at the end goes. May come out empty. */
export function cleanDeviceName(text: string): string {
  return text
    .trim()
    .replace(/\.local$/i, '')
    .replaceAll(/[^a-zA-Z0-9_ -]/g, '-')
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
  const name = cleanDeviceName(wish).slice(0, limits.nameLengthMax).trim() || 'device'
  if (!isTaken(name)) return name
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`
    const candidate = name.slice(0, limits.nameLengthMax - suffix.length) + suffix
    if (!isTaken(candidate)) return candidate
  }
}

/** Two names are the same device name when these are equal. */
export const deviceNameKey = (name: string): string => name.toLowerCase()
