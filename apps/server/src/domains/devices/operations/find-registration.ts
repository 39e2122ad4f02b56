// Whether a registration code is good, and for which account: for those who hold nothing but the code.

import type { Queries } from '#platform/database'
import type { DevicesContext } from '../context.ts'
import { parseRegistrationCode } from '../registration.ts'
import { findRegistration, type Registration } from '../registration-store.ts'
import { hashOfCode } from './make-registration.ts'

/** Undefined for a code that never was, and for one that has expired. */
export async function findRegistrationByCode(
  context: Pick<DevicesContext, 'clock'>,
  queries: Queries,
  text: string,
): Promise<Registration | undefined> {
  const code = parseRegistrationCode(text)
  if (code === undefined) return undefined
  return findRegistration(queries, hashOfCode(code), new Date(context.clock.now()))
}
