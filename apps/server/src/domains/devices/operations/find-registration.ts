// Whether a code is good, and for which account: for those who hold nothing but the code.

import type { Queries, Tx } from '#platform/database'
import type { DevicesContext } from '../context.ts'
import { parseRegistrationCode } from '../registration.ts'
import { findRegistration, findRegistrationForUpdate, type Registration } from '../registration-store.ts'
import { hashOfCode } from './make-registration.ts'

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
