// A registration code enrols devices into an account. Whoever holds it may add devices there, and nothing else.

/** The services that a device is to begin with, as its registration remembers them. */
export interface WantedService {
  readonly application: number
  readonly name?: string | undefined
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly enabled?: boolean | undefined
  /** Whom the service lets in. */
  readonly username?: string | undefined
}

export const registrationLifeMs = 24 * 60 * 60_000

/** Of one account, at a time: making another ends the oldest. */
export const registrationsPerAccountMax = 100

/** 120 bits in 24 characters that can be read aloud: no i, l, o, u. */
export const registrationCodeBytes = 15

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const codePattern = /^[0-9a-hjkmnp-tv-z]{24}$/

export function registrationCodeOf(random: Uint8Array): string {
  let bits = 0n
  for (const byte of random.subarray(0, registrationCodeBytes)) bits = (bits << 8n) | BigInt(byte)
  let code = ''
  for (; code.length < 24; bits >>= 5n) code = alphabet[Number(bits & 31n)] + code
  return code
}

/** The code if it can be one, in the one form that is hashed, else undefined. */
export function parseRegistrationCode(text: string): string | undefined {
  const code = text.trim().toLowerCase()
  return codePattern.test(code) ? code : undefined
}

/** What the portal shows for a Linux device. */
export function registrationCommand(publicUrl: string, code: string): string {
  return `curl -fsSL ${publicUrl}/install/${code} | sh`
}
