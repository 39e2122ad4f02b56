// The SQL of how people want to be told.

import { sql } from 'kysely'
import type { AccountId, DeviceId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'
import {
  asForAll,
  usualSettings,
  type DeviceMethods,
  type Methods,
  type NotificationSettings,
} from './notification-settings.ts'

interface SettingsRow {
  by_mail: boolean
  in_portal: boolean
  email: string | null
  email_verified_at: Date | null
}

function toSettings(row: SettingsRow | undefined): NotificationSettings {
  if (row === undefined) return usualSettings
  const { by_mail: byMail, in_portal: inPortal, email, email_verified_at: verifiedAt } = row
  return { byMail, inPortal, email: email ?? undefined, isEmailVerified: verifiedAt !== null }
}

const columns = ['by_mail', 'in_portal', 'email', 'email_verified_at'] as const

export async function settingsOf(queries: Queries, userId: AccountId): Promise<NotificationSettings> {
  const row = await queries
    .selectFrom('notification_settings')
    .select(columns)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return toSettings(row)
}

/** Held until the transaction ends; written down first, where there were none. */
export async function settingsForUpdate(tx: Tx, userId: AccountId): Promise<NotificationSettings> {
  await tx
    .insertInto('notification_settings')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('notification_settings')
    .select(columns)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return toSettings(row)
}

/** Of those who have chosen any. */
export async function methodsOfPeople(
  queries: Queries,
  userIds: readonly AccountId[],
): Promise<Map<AccountId, Methods>> {
  const rows = await queries
    .selectFrom('notification_settings')
    .select(['user_id', 'by_mail', 'in_portal'])
    .where('user_id', '=', sql<string>`any(${userIds}::text[])`)
    .execute()
  // Written from an AccountId.
  return new Map(rows.map((row) => [row.user_id as AccountId, { byMail: row.by_mail, inPortal: row.in_portal }]))
}

export async function saveMethods(tx: Tx, userId: AccountId, { byMail, inPortal }: Methods): Promise<void> {
  await tx
    .updateTable('notification_settings')
    .set({ by_mail: byMail, in_portal: inPortal })
    .where('user_id', '=', userId)
    .execute()
}

export interface EmailToken {
  readonly hash: Buffer
  readonly expiresAt: Date
}

/** Undefined: mails go to the address of the account again. */
export async function saveUnverifiedEmail(
  tx: Tx,
  userId: AccountId,
  address: { readonly email: string; readonly token: EmailToken } | undefined,
): Promise<void> {
  await tx
    .updateTable('notification_settings')
    .set({
      email: address?.email ?? null,
      email_verified_at: null,
      email_token_hash: address?.token.hash ?? null,
      email_token_expires_at: address?.token.expiresAt ?? null,
    })
    .where('user_id', '=', userId)
    .execute()
}

/** False when the token is none of ours, or too old. */
export async function verifyEmailByToken(queries: Queries, tokenHash: Buffer, now: Date): Promise<boolean> {
  const row = await queries
    .updateTable('notification_settings')
    .set({ email_verified_at: now, email_token_hash: null, email_token_expires_at: null })
    .where('email_token_hash', '=', tokenHash)
    .where('email_token_expires_at', '>', now)
    .where('email', 'is not', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

interface DevicePlace {
  readonly accountId: AccountId
  readonly id: DeviceId
}

interface DeviceRow {
  device_id: DeviceId
  user_id: AccountId
  by_mail: boolean | null
  in_portal: boolean | null
}

/** By person and device, of those who have chosen something for a device of their own. */
export async function deviceMethodsOf(
  queries: Queries,
  userIds: readonly AccountId[],
  devices: readonly DevicePlace[],
): Promise<Map<AccountId, Map<DeviceId, DeviceMethods>>> {
  const { rows } = await sql<DeviceRow>`
    select device_id, user_id, by_mail, in_portal from device_notification_settings
    where (account_id, device_id) in (
        select * from unnest(
          ${devices.map((device) => device.accountId)}::text[], ${devices.map((device) => device.id)}::text[]
        )
      )
      and user_id = any(${userIds}::text[])`.execute(queries)
  const byPerson = Map.groupBy(rows, (row) => row.user_id)
  return new Map(
    [...byPerson].map(([userId, own]) => [
      userId,
      new Map(own.map((row) => [row.device_id, { byMail: row.by_mail, inPortal: row.in_portal }])),
    ]),
  )
}

/** As for all is nothing to keep. */
export async function saveDeviceMethods(
  tx: Tx,
  userId: AccountId,
  device: DevicePlace,
  { byMail, inPortal }: DeviceMethods,
): Promise<void> {
  const place = { account_id: device.accountId, device_id: device.id, user_id: userId }
  if (byMail === asForAll.byMail && inPortal === asForAll.inPortal) {
    await tx
      .deleteFrom('device_notification_settings')
      .where('account_id', '=', place.account_id)
      .where('device_id', '=', place.device_id)
      .where('user_id', '=', place.user_id)
      .execute()
    return
  }
  const methods = { by_mail: byMail, in_portal: inPortal }
  await tx
    .insertInto('device_notification_settings')
    .values({ ...place, ...methods })
    .onConflict((conflict) => conflict.columns(['account_id', 'device_id', 'user_id']).doUpdateSet(methods))
    .execute()
}
