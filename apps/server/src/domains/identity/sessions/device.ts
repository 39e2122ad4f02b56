// What a person calls the program that a session began in, from what it says of itself. Pure.

const ownPrograms: Readonly<Record<string, string>> = {
  cli: 'farport (command line)',
  desktop: 'Farport for the desktop',
  agent: 'Farport agent',
  phone: 'Farport on a phone',
}

/** The first that fits counts: browsers also name those that they are like. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const unknown = 'Unknown program'
const nameLengthMax = 40

export function describeDevice(userAgent: string | null): string {
  if (userAgent === null) return unknown
  const own = /^farport\/\S+ \(([a-z]+)\b/.exec(userAgent)?.[1]
  if (own !== undefined) return ownPrograms[own] ?? 'Farport'
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`
  // Programs begin with their own name, as in "curl/8.7.1".
  const program = /^[A-Za-z][\w.+-]*/.exec(userAgent)?.[0].slice(0, nameLengthMax)
  return program === undefined || program === 'Mozilla' ? unknown : program
}

function nameIn(names: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  return names.find(([sign]) => sign.test(text))?.[1]
}
