// The cookie of somebody who has given a link's password: bound to the link, and to when it was set up as it is.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LinkClaims } from '@farport/protocol'

/** With the prefix browsers take it over TLS alone, for this very host, and let no other set it. */
export const secureCookieName = '__Host-farport-link'
export const plainCookieName = 'farport-link'
export const ourCookies: ReadonlySet<string> = new Set([secureCookieName, plainCookieName])

/** Then the password is asked for again. */
export const visitMs = 12 * 60 * 60_000

type Terms = Pick<LinkClaims, 'code' | 'passwordHash' | 'visitsFrom'>

const cookieNameOf = (scheme: 'http' | 'https'): string => (scheme === 'https' ? secureCookieName : plainCookieName)

/** The Set-Cookie header's value. */
export function visitCookie(terms: Terms, key: Buffer, at: { scheme: 'http' | 'https'; nowMs: number }): string {
  const value = `${at.nowMs}.${macOf(terms, key, at.nowMs)}`
  const attributes = `Path=/; Max-Age=${visitMs / 1000}; HttpOnly; SameSite=Lax`
  return `${cookieNameOf(at.scheme)}=${value}; ${attributes}${at.scheme === 'https' ? '; Secure' : ''}`
}

/** Whether the Cookie headers hold one that this relay gave for this link, and that still counts. */
export function hasVisitCookie(
  cookies: readonly string[],
  terms: Terms,
  key: Buffer,
  at: { scheme: 'http' | 'https'; nowMs: number },
): boolean {
  const wanted = `${cookieNameOf(at.scheme)}=`
  for (const cookie of cookies.flatMap((header) => header.split(';'))) {
    const text = cookie.trim()
    if (text.startsWith(wanted) && isGood(text.slice(wanted.length), terms, key, at.nowMs)) return true
  }
  return false
}

function isGood(value: string, terms: Terms, key: Buffer, nowMs: number): boolean {
  const [, moment, mac] = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/.exec(value) ?? []
  if (moment === undefined || mac === undefined) return false
  const givenAtMs = Number(moment)
  const isInTime = givenAtMs >= terms.visitsFrom && givenAtMs <= nowMs && nowMs - givenAtMs < visitMs
  return isInTime && timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(terms, key, givenAtMs)))
}

function macOf({ code, passwordHash = '', visitsFrom }: Terms, key: Buffer, givenAtMs: number): string {
  const text = ['farport-link-visit-1', code, String(visitsFrom), passwordHash, String(givenAtMs)].join('\n')
  return createHmac('sha256', key).update(text).digest('base64url')
}
