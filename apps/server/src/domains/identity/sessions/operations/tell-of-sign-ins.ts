// Tells people of what happens with their sessions that they may not have done themselves.

import type { Tx } from '#platform/database'
import { renderMail } from '#platform/mail-form'
import type { IdentityContext } from '../../context.ts'
import { tokenReused } from '../../identity-events.ts'
import type { Account } from '../../identity.ts'
import { accountsByIds } from '../../identity-store.ts'
import { describeDevice } from '../device.ts'
import { noteSignInPlace } from '../known-sign-in-store.ts'
import { describePlace } from '../place.ts'
import { newPlaceMail, stolenTokenMail } from '../session-mails.ts'
import type { StoredSession } from '../session-store.ts'

export type Teller = Pick<IdentityContext, 'mailer' | 'events' | 'publicUrl'>

export async function tellOfStolenToken(
  { mailer, events, publicUrl }: Teller,
  tx: Tx,
  { session, source }: { session: StoredSession; source: string },
): Promise<void> {
  const account = (await accountsByIds(tx, [session.userId])).get(session.userId)
  if (account === undefined) return
  await events.announce(tx, tokenReused(account, source))
  const { email: to, language } = account
  await mailer.post(tx, await renderMail(stolenTokenMail({ to, language, url: `${publicUrl}/account/security` })))
}

export type PlaceTeller = Pick<IdentityContext, 'clock' | 'geo' | 'guard' | 'mailer' | 'publicUrl'>

/** Of a program that they have not signed in with, or a country that they have not signed in from. */
export async function tellOfNewPlace(
  { clock, geo, guard, mailer, publicUrl }: PlaceTeller,
  tx: Tx,
  { account, source, userAgent }: { account: Account; source: string; userAgent: string | null },
): Promise<void> {
  const now = new Date(clock.now())
  const device = describeDevice(userAgent)
  const place = geo.placeOf(source, account.language)
  // In one language, so that a person who changes theirs is not told of everything again.
  const country = geo.placeOf(source, 'en')?.countryName ?? ''
  const kind = await noteSignInPlace(tx, { userId: account.id, device, country, now })
  if (kind !== 'new' || !(await guard.spend(['notice-account', account.id])).ok) return
  const where = describePlace(place) ?? source
  const url = `${publicUrl}/account/security`
  const { email: to, language } = account
  await mailer.post(tx, await renderMail(newPlaceMail({ to, language, url }, { device, where, at: now })))
}
