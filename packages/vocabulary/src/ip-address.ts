// IP addresses and ranges of them, by their form: for rules and forms, where nothing of Node is at hand.

export type IpVersion = 4 | 6

/** The version of the address, or undefined when the text is none. Zones (`%eth0`) are not addresses. */
export function ipVersionOf(text: string): IpVersion | undefined {
  if (isIpv4(text)) return 4
  return isIpv6(text) ? 6 : undefined
}

/** An address, or a range such as 10.0.0.0/8. */
export function isIpRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = ipVersionOf(address)
  if (version === undefined || more.length > 0) return false
  return bits === undefined || (/^(0|[1-9][0-9]{0,2})$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

function isIpv4(text: string): boolean {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => /^(0|[1-9][0-9]{0,2})$/.test(part) && Number(part) <= 255)
}

function isIpv6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')))
  // An IPv4 address may stand for the last two groups.
  const last = groups.at(-1)?.at(-1)
  const endsAsIpv4 = last !== undefined && isIpv4(last)
  if (endsAsIpv4) groups.at(-1)?.splice(-1, 1, '0', '0')
  const all = groups.flat()
  if (!all.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return false
  return halves.length === 2 ? all.length < 8 : all.length === 8
}
