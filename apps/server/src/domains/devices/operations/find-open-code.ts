// Whether a code makes an agent a device just now: one that registers, or one that restores.

import type { DevicesContext } from '../context.ts'
import { parseRegistrationCode } from '../registration.ts'
import { parseRestoreCode, restoreCodeText } from '../restore-code.ts'
import { findRegistrationByCode } from './find-registration.ts'
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
