// The settings of the providers that people may sign in with. Each is on when it is set up; half set up it is refused.

import { createPrivateKey } from 'node:crypto'
import { accept, refuse, Secret, type Result } from '@farport/basics'
import { z } from 'zod'
import type { ProviderSettings } from '#domains/identity'

const text = z.string().min(1).max(1000).optional()
const secret = z
  .string()
  .max(1000)
  .transform((word) => new Secret(word))
  .optional()
const address = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url))
const signingKey = z
  .string()
  // Where settings are lines, it is written in one.
  .transform((pem) => pem.replaceAll('\\n', '\n'))
  .refine(isSigningKey, 'must be the private key that Apple gave out: PEM, of a P-256 key')
  .transform((pem) => new Secret(pem))
  .optional()

export const providerVariables = {
  FARPORT_GOOGLE_CLIENT_ID: text,
  FARPORT_GOOGLE_CLIENT_SECRET: secret,
  FARPORT_GOOGLE_ISSUER: address.prefault('https://accounts.google.com'),
  FARPORT_APPLE_CLIENT_ID: text,
  FARPORT_APPLE_TEAM_ID: text,
  FARPORT_APPLE_KEY_ID: text,
  FARPORT_APPLE_PRIVATE_KEY: signingKey,
  FARPORT_APPLE_ISSUER: address.prefault('https://appleid.apple.com'),
  FARPORT_AMAZON_CLIENT_ID: text,
  FARPORT_AMAZON_CLIENT_SECRET: secret,
  FARPORT_AMAZON_ISSUER: address.prefault('https://www.amazon.com'),
  FARPORT_OKTA_ISSUER: address.optional(),
  FARPORT_OKTA_CLIENT_ID: text,
  FARPORT_OKTA_CLIENT_SECRET: secret,
}

export type ProviderVariables = z.output<z.ZodObject<typeof providerVariables>>

/** The refusal names what is missing. */
export function providersOf(variables: ProviderVariables): Result<ProviderSettings[], string> {
  const providers: ProviderSettings[] = []
  for (const read of [googleOf, appleOf, amazonOf, oktaOf]) {
    const settings = read(variables)
    if (!settings.ok) return settings
    if (settings.value !== undefined) providers.push(settings.value)
  }
  return accept(providers)
}

type Read = Result<ProviderSettings | undefined, string>

function googleOf(variables: ProviderVariables): Read {
  const { FARPORT_GOOGLE_CLIENT_ID, FARPORT_GOOGLE_CLIENT_SECRET, FARPORT_GOOGLE_ISSUER: issuer } = variables
  return whenSet({ FARPORT_GOOGLE_CLIENT_ID, FARPORT_GOOGLE_CLIENT_SECRET }, (given) => ({
    id: 'google',
    issuer,
    clientId: given.FARPORT_GOOGLE_CLIENT_ID,
    clientSecret: given.FARPORT_GOOGLE_CLIENT_SECRET,
  }))
}

function appleOf(variables: ProviderVariables): Read {
  const { FARPORT_APPLE_CLIENT_ID, FARPORT_APPLE_TEAM_ID, FARPORT_APPLE_KEY_ID, FARPORT_APPLE_PRIVATE_KEY } = variables
  const needed = { FARPORT_APPLE_CLIENT_ID, FARPORT_APPLE_TEAM_ID, FARPORT_APPLE_KEY_ID, FARPORT_APPLE_PRIVATE_KEY }
  return whenSet(needed, (given) => ({
    id: 'apple',
    issuer: variables.FARPORT_APPLE_ISSUER,
    clientId: given.FARPORT_APPLE_CLIENT_ID,
    teamId: given.FARPORT_APPLE_TEAM_ID,
    keyId: given.FARPORT_APPLE_KEY_ID,
    privateKey: given.FARPORT_APPLE_PRIVATE_KEY,
  }))
}

function amazonOf(variables: ProviderVariables): Read {
  const { FARPORT_AMAZON_CLIENT_ID, FARPORT_AMAZON_CLIENT_SECRET, FARPORT_AMAZON_ISSUER: issuer } = variables
  return whenSet({ FARPORT_AMAZON_CLIENT_ID, FARPORT_AMAZON_CLIENT_SECRET }, (given) => ({
    id: 'amazon',
    issuer,
    clientId: given.FARPORT_AMAZON_CLIENT_ID,
    clientSecret: given.FARPORT_AMAZON_CLIENT_SECRET,
  }))
}

function oktaOf({ FARPORT_OKTA_ISSUER, FARPORT_OKTA_CLIENT_ID, FARPORT_OKTA_CLIENT_SECRET }: ProviderVariables): Read {
  return whenSet({ FARPORT_OKTA_ISSUER, FARPORT_OKTA_CLIENT_ID, FARPORT_OKTA_CLIENT_SECRET }, (given) => ({
    id: 'okta',
    issuer: given.FARPORT_OKTA_ISSUER,
    clientId: given.FARPORT_OKTA_CLIENT_ID,
    clientSecret: given.FARPORT_OKTA_CLIENT_SECRET,
  }))
}

type Complete<Variables> = { [Name in keyof Variables]: Exclude<Variables[Name], undefined> }

/** Undefined when nothing of it is set. */
function whenSet<Variables extends object>(
  variables: Variables,
  make: (given: Complete<Variables>) => ProviderSettings,
): Read {
  const entries = Object.entries(variables)
  const missing = entries.filter(([, value]) => value === undefined).map(([name]) => name)
  if (missing.length === entries.length) return accept(undefined)
  if (missing.length === 0) return accept(make(variables as Complete<Variables>)) // none of them is undefined
  const given = entries.map(([name]) => name).filter((name) => !missing.includes(name))
  return refuse(`${missing.join(', ')} must be set beside ${given.join(', ')}.`)
}

function isSigningKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false // how Node says that it is no key
  }
}
