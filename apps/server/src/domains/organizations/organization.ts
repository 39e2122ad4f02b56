// An organization: a record on an account for which several people act. What it may be called, and where it may point.

import { accept, refuse, type Result } from '@farport/basics'
import { limits, parsePlainName, plainNameRefusalMessage, type AccountId } from '@farport/vocabulary'

export const authenticationProviders = ['SAML', 'OIDC'] as const
export type AuthenticationProvider = (typeof authenticationProviders)[number]

export interface Organization {
  /** Also its own id: the account of its owner. */
  readonly accountId: AccountId
  readonly name: string
  readonly domain: string | undefined
  readonly logoUrl: string | undefined
  readonly providers: readonly AuthenticationProvider[]
  /** What the domain's CNAME record has to lead to. */
  readonly verificationValue: string
  /** Undefined while nobody has seen that record. */
  readonly verifiedAt: Date | undefined
  readonly createdAt: Date
}

/** What a person says about it: null and absent leave it as it is, an empty text removes. */
export interface OrganizationWish {
  readonly name?: string | null | undefined
  readonly domain?: string | null | undefined
  readonly logoUrl?: string | null | undefined
  readonly providers?: readonly AuthenticationProvider[] | null | undefined
}

export interface OrganizationChange {
  readonly name?: string
  readonly domain?: string | undefined
  readonly logoUrl?: string | undefined
  readonly providers?: readonly AuthenticationProvider[]
}

const urlLengthMax = 2048
const hostLengthMax = 253
/** Labels of letters, digits and inner dashes, two or more; the last is not a number. */
const domainPattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** The refusal is the sentence for the person. */
export function parseOrganization(wish: OrganizationWish): Result<OrganizationChange, string> {
  const name = asked(wish.name, (text) => parsePlainName(text, limits.nameLengthMax))
  if (!name.ok) return refuse(plainNameRefusalMessage(name.refusal, limits.nameLengthMax))
  const domain = asked(wish.domain, parseDomain)
  if (!domain.ok) return domain
  const logoUrl = asked(wish.logoUrl, parseLogoUrl)
  if (!logoUrl.ok) return logoUrl
  return accept({
    ...(name.value && { name: name.value.is }),
    ...(domain.value && { domain: domain.value.is }),
    ...(logoUrl.value && { logoUrl: logoUrl.value.is }),
    ...(wish.providers && { providers: [...new Set(wish.providers)] }),
  })
}

/** Undefined when nothing was said; else what is wanted, which may be nothing. */
function asked<Value, Reason>(
  text: string | null | undefined,
  parse: (text: string) => Result<Value, Reason>,
): Result<{ readonly is: Value } | undefined, Reason> {
  if (text === undefined || text === null) return accept(undefined)
  const parsed = parse(text)
  return parsed.ok ? accept({ is: parsed.value }) : parsed
}

function parseDomain(text: string): Result<string | undefined, string> {
  const wish = text.trim().toLowerCase()
  if (wish === '') return accept(undefined)
  // In the letters of its own language it becomes what DNS has.
  const url = wish.length <= hostLengthMax && /^[\p{L}\p{M}\p{N}.-]+$/u.test(wish) ? URL.parse(`https://${wish}`) : null
  const isDomain = url !== null && url.hostname.length <= hostLengthMax && domainPattern.test(url.hostname)
  return isDomain ? accept(url.hostname) : refuse('Please enter a domain, such as example.com.')
}

function parseLogoUrl(text: string): Result<string | undefined, string> {
  if (text.trim() === '') return accept(undefined)
  const url = text.length <= urlLengthMax ? URL.parse(text.trim()) : null
  const isPlain = url !== null && url.protocol === 'https:' && url.username === '' && url.password === ''
  const isShort = url !== null && url.href.length <= urlLengthMax
  return isPlain && isShort ? accept(url.href) : refuse('The logo is an address that begins with https://.')
}

/** Where the CNAME record is looked for that shows whose the domain is. */
export function verificationName(domain: string): string {
  return `_farport.${domain}`
}

export function verificationValue(randomBytes: Uint8Array): string {
  return `${[...randomBytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}.domain-verification.farport`
}

/** DNS gives names in any case, some with the dot of the root at their end. */
export function isVerifiedBy(cnames: readonly string[], value: string): boolean {
  return cnames.some((name) => name.toLowerCase().replace(/\.$/, '') === value)
}
