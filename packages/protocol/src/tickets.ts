// Tickets as they travel: `farport1.<claims as JSON, base64url>.<Ed25519 signature, base64url>`.
// The signature is over signedPrefix and the middle part, so that it can stand for nothing but a ticket.

import { sign, verify, type KeyObject } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import { decodeBase64url } from './keys.ts'
import { ticketClaims, type TicketClaims, type TicketPurpose } from './ticket-claims.ts'
import { linkTicketLengthMax, ticketLengthMax } from './words.ts'

const signedPrefix = 'farport-ticket-1\n'
const ticketPattern = /^farport1\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{86})$/

/** invalid: not signed by a known key, altered, or unreadable. expired: its time is over. purpose: it is for something else. */
export type TicketRefusal = 'invalid' | 'expired' | 'purpose'

export type ClaimsFor<Purpose extends TicketPurpose> = Extract<TicketClaims, { purpose: Purpose }>

/** Throws when the claims are too long for a ticket. */
export function signTicket(claims: TicketClaims, privateKey: KeyObject): string {
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
  const ticket = `farport1.${body}.${sign(null, Buffer.from(signedPrefix + body), privateKey).toString('base64url')}`
  if (ticket.length > lengthMaxOf(claims.purpose))
    throw new RangeError(`a ticket of ${ticket.length} characters is too long`)
  return ticket
}

/** Nothing in a ticket is read before its signature holds. It is good until just before `expiresAt`. */
export function verifyTicket<Purpose extends TicketPurpose>(
  text: string,
  keys: readonly KeyObject[],
  purpose: Purpose,
  nowMs: number,
): Result<ClaimsFor<Purpose>, TicketRefusal> {
  if (text.length > lengthMaxOf(purpose)) return refuse('invalid')
  const [, body, signatureText] = ticketPattern.exec(text) ?? []
  if (body === undefined || signatureText === undefined) return refuse('invalid')
  const signature = decodeBase64url(signatureText)
  const json = decodeBase64url(body)
  if (signature === undefined || json === undefined) return refuse('invalid')
  const signed = Buffer.from(signedPrefix + body)
  if (!keys.some((key) => verify(null, signed, key, signature))) return refuse('invalid')
  const claims = parseClaims(json.toString())
  if (claims === undefined) return refuse('invalid')
  if (claims.purpose !== purpose) return refuse('purpose')
  if (claims.expiresAt <= nowMs) return refuse('expired')
  return accept(claims as ClaimsFor<Purpose>) // its purpose was just compared
}

const lengthMaxOf = (purpose: TicketPurpose): number => (purpose === 'link' ? linkTicketLengthMax : ticketLengthMax)

function parseClaims(json: string): TicketClaims | undefined {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return undefined // a server that signs what is no JSON is as unreadable as a version we do not know
  }
  return ticketClaims.safeParse(value).data
}
