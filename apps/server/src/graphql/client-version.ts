// Tells clients that are too old for this server, by the version in their `User-Agent: farport/<version>`.

const named = /(?:^|[\s(])farport\/(\d{1,6})\.(\d{1,6})\.(\d{1,6})/i

export const clientWarningHeader = 'x-farport-warning'

/** The header's value for a client below the least version, which is `1.2.3`; undefined for all others. */
export function clientWarning(userAgent: string | undefined, versionMin: string | undefined): string | undefined {
  if (userAgent === undefined || versionMin === undefined) return undefined
  const client = numbersOf(userAgent.slice(0, 1000))
  const least = numbersOf(`farport/${versionMin}`)
  if (client === undefined || least === undefined || !isBelow(client, least)) return undefined
  return `121 "This version of Farport is no longer supported. Please update to ${versionMin} or later."`
}

function numbersOf(userAgent: string): number[] | undefined {
  return named.exec(userAgent)?.slice(1).map(Number)
}

function isBelow(version: readonly number[], least: readonly number[]): boolean {
  const differing = version.findIndex((number, index) => number !== least[index])
  return differing !== -1 && (version[differing] ?? 0) < (least[differing] ?? 0)
}
