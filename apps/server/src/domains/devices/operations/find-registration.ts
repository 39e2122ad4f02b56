// Whether a code is good, and for which account: for those who hold nothing but the code.

import type { Queries, Tx } from '#platform/database'
import type { DevicesContext } from '../context.ts'
import { parseRegistrationCode } from '../registration.ts'
import { findRegistration, findRegistrationForUpdate, type Registration } from '../registration-store.ts'
import { parseRestoreCode, restoreCodeText } from '../restore-code.ts'
import { hashOfCode } from './make-registration.ts'
import { deviceOfRestoreCode } from './restore-device.ts'

/** In its one form, while it makes an agent a device; undefined for one that never was, is used up, or has expired. */
export async function findOpenCode(
  context: Pick<DevicesContext, 'clock' | 'database' | 'restoreSecret'>,
  text: string,
): Promise<string | undefined> {
  const { queries } = context.database
  const restore = parseRestoreCode(text)
  if (restore !== undefined) {
    return (await deviceOfRestoreCode(context, queries, restore)) && restoreCodeText(restore)
  }
  const registration = await findRegistrationByCode(context, queries, text)
  return registration === undefined || registration.usesLeft === 0 ? undefined : parseRegistrationCode(text)
}

/** Also one that is used up: an agent that came with it may come again. */
export async function findRegistrationByCode(
  context: Pick<DevicesContext, 'clock'>,
  queries: Queries,
  text: string,
): Promise<Registration | undefined> {
  const code = parseRegistrationCode(text)
  return code === undefined ? undefined : findRegistration(queries, hashOfCode(code), new Date(context.clock.now()))
}

/** Held until the transaction ends. */
export async function takeRegistrationByCode(
  context: Pick<DevicesContext, 'clock'>,
  tx: Tx,
  text: string,
): Promise<Registration | undefined> {
  const code = parseRegistrationCode(text)
  return code === undefined ? undefined : findRegistrationForUpdate(tx, hashOfCode(code), new Date(context.clock.now()))
}
