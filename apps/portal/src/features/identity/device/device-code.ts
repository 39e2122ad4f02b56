// The code that a program shows, and a person types. Pure.

/** Without the dash. */
const codeLength = 8

/** As it is shown: capitals, with a dash in the middle. What is no letter or digit is left out. */
export function formatDeviceCode(text: string): string {
  const letters = text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, codeLength)
  return letters.length > codeLength / 2 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters
}

export function isWholeDeviceCode(code: string): boolean {
  return code.length === codeLength + 1
}
