// What a connection is called on this machine: a name below `localhost`, which leads to the loopback address. Pure.

const nameLengthMax = 62

/** The name without its domain: of letters, digits and dashes. A second connection gets a number. */
export function localName(serviceName: string, deviceName: string, taken: ReadonlySet<string>): string {
  const plain = clean(`${clean(serviceName)}-${clean(deviceName)}`) || 'connection'
  const numbered = (number: number): string => `${clean(plain.slice(0, nameLengthMax - 5))}-${number}`
  if (!taken.has(plain)) return plain
  // One more than there are names is free for certain.
  const number = Array.from({ length: taken.size + 1 }, (_, index) => index + 2).find(
    (each) => !taken.has(numbered(each)),
  )
  return numbered(number ?? taken.size + 2)
}

export const localDomain = 'localhost'

function clean(text: string): string {
  const dashed = text
    .toLowerCase()
    .replace(/\.local$/, '')
    .replace(/[^a-z0-9-]+/g, '-')
  return dashed.slice(0, nameLengthMax).replace(/^-+|-+$/g, '')
}
