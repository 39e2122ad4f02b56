// The code that an agent shows while it waits to be claimed: short enough to be read off a screen and typed.

/** Letters and digits that are not mistaken for each other: no I, L, O, U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const pattern = /^[0-9A-HJKMNP-TV-Z]{8}$/

/** Of 40 bits. Guessing is held off by what it costs: see `claimBudgets`. */
export const claimCodeBytes = 5

export const claimLifeMs = 60 * 60_000

/** Agents behind one address that wait at the same time. */
export const claimsPerSourceMax = 50

/** Asks for a device to try things with. No agent is given it by chance: there is an O in it. */
export const demoClaimCode = 'DEMOFARP'
export const demoDeviceName = 'Demo device'
/** In the place of the machine that all copies are on: an account has one of them. */
export const demoHardwareId = 'farport-demo'

/** Wrong ones count, and right ones too. */
export const claimBudgets = {
  'claim-viewer': { points: 100, seconds: 900 },
  'claim-source': { points: 300, seconds: 900 },
} as const

export function claimCodeOf(random: Uint8Array): string {
  let bits = 0n
  for (const byte of random.subarray(0, claimCodeBytes)) bits = (bits << 8n) | BigInt(byte)
  let code = ''
  for (; code.length < 8; bits >>= 5n) code = alphabet[Number(bits & 31n)] + code
  return code
}

/** In the one form that is stored; what is easily misread is read as what it was. Undefined: it cannot be one. */
export function parseClaimCode(text: string): string | undefined {
  if (text.length > 64) return undefined
  const typed = text.trim().toUpperCase()
  if (typed === demoClaimCode) return typed
  const code = typed.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return pattern.test(code) ? code : undefined
}

export function claimNotFoundMessage(text: string): string {
  const shown = text
    .trim()
    .slice(0, 8)
    .replaceAll(/[^\x20-\x7E]/g, '?')
  return `Your device (${shown}) could not be found.`
}
