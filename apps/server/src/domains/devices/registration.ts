// A registration code enrols devices into an account. Whoever holds it may add devices there, and nothing else.

import { accept, refuse, type Result } from '@farport/basics'
import { limits, unknownPlatform } from '@farport/vocabulary'
import { cleanDeviceName, nameRefusalMessages } from './device-name.ts'

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

/** What a person may say about a code. */
export interface RegistrationWish {
  /** The name of the first device; later ones get a number behind it. Absent: the device's own host name. */
  readonly name?: string | null | undefined
  /** Absent or 65535: what the agent finds. */
  readonly platform?: number | null | undefined
  /** Seconds until it expires. */
  readonly timeout?: number | null | undefined
  readonly oneTimeUse?: boolean | null | undefined
  /** For how many devices; absent: any number. */
  readonly useLimit?: number | null | undefined
  /** The code itself. */
  readonly code?: string | null | undefined
}

export interface RegistrationSettings {
  readonly name: string | undefined
  readonly platform: number | undefined
  readonly lifeMs: number
  readonly usesLeft: number | undefined
  /** As it was chosen. */
  readonly code: string | undefined
}

export type RegistrationRefusal = 'name' | 'platform' | 'timeout' | 'use-limit' | 'code'

export const registrationRefusalMessages: Record<RegistrationRefusal, string> = {
  name: nameRefusalMessages['too-long'],
  platform: 'There is no such platform.',
  timeout: 'A registration code lives for 60 to 31,536,000 seconds.',
  'use-limit': 'A registration code is for 1 to 1,000,000 devices.',
  code: 'A registration code of your own has 8 to 64 letters, digits and dashes.',
}

const lifeSeconds = { default: 86_400, min: 60, max: 31_536_000 } as const
const useLimitMax = 1_000_000

/** Of one account, at a time: making another ends the oldest. */
export const registrationsPerAccountMax = 100

export function parseRegistration(wish: RegistrationWish): Result<RegistrationSettings, RegistrationRefusal> {
  const name = cleanDeviceName((wish.name ?? '').slice(0, nameReadMax))
  if (name.length > limits.nameLengthMax) return refuse('name')
  const platform = wish.platform ?? unknownPlatform
  // Also one that this version does not know by name.
  if (platform < 0 || platform > unknownPlatform) return refuse('platform')
  const seconds = wish.timeout ?? lifeSeconds.default
  if (seconds < lifeSeconds.min || seconds > lifeSeconds.max) return refuse('timeout')
  const useLimit = wish.useLimit ?? undefined
  if (useLimit !== undefined && (useLimit < 1 || useLimit > useLimitMax)) return refuse('use-limit')
  const code = wish.code?.trim() ?? undefined
  if (code !== undefined && parseRegistrationCode(code) === undefined) return refuse('code')
  return accept({
    name: name === '' ? undefined : name,
    platform: platform === unknownPlatform ? undefined : platform,
    lifeMs: seconds * 1000,
    usesLeft: wish.oneTimeUse === true ? 1 : useLimit,
    code,
  })
}

/** What is longer is refused whatever follows. */
const nameReadMax = 10_000

/** 120 bits in 24 characters that can be read aloud: no i, l, o, u. */
export const registrationCodeBytes = 15

export const registrationCodeOf = (random: Uint8Array): string =>
  base32Of(random.subarray(0, registrationCodeBytes), 24)

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** The bytes as one number in so many characters, which must have room for it. */
export function base32Of(bytes: Uint8Array, length: number): string {
  let bits = 0n
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte)
  let text = ''
  for (; text.length < length; bits >>= 5n) text = alphabet[Number(bits & 31n)] + text
  return text
}

const codePattern = /^[0-9a-z-]{8,64}$/

/** The code if it can be one, in the one form that is hashed, else undefined. */
export function parseRegistrationCode(text: string): string | undefined {
  if (text.length > 128) return undefined
  const code = text.trim().toLowerCase()
  return codePattern.test(code) ? code : undefined
}

/** What the portal shows for a Linux device. */
export function registrationCommand(publicUrl: string, code: string): string {
  return `curl -fsSL ${publicUrl}/install/${code} | sh`
}

const codePlace = '[CODE]'
const templateLengthMax = 10_000

export type TemplateRefusal = 'too-long' | 'no-place'

export const templateRefusalMessages: Record<TemplateRefusal, string> = {
  'too-long': `A template has at most ${templateLengthMax} characters.`,
  'no-place': `The template has no place for the code: write ${codePlace} where it belongs.`,
}

/** Puts a code into a template of the person's own. */
export function parseTemplate(template: string): Result<(code: string) => string, TemplateRefusal> {
  if (template.length > templateLengthMax) return refuse('too-long')
  if (!template.includes(codePlace)) return refuse('no-place')
  // A function, so that a `$` in a code would mean nothing to `replaceAll`.
  return accept((code) => template.replaceAll(codePlace, () => code))
}
