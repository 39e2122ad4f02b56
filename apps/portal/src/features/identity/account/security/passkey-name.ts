// What a new passkey is called until the person says otherwise.

export const passkeyNameLengthMax = 100

const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh|Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const

/** By the system that the browser names; passkeys belong to systems, not to browsers. */
export function suggestedPasskeyName(userAgent: string): string {
  return systems.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'Passkey'
}
