// The SQL of second factors. A person without a row has none.

import type { MfaMethod } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import type { Queries, Tx } from '#platform/database'
import { noFactors, wrongAnswersMax, type PendingPhone, type SecondFactors } from './factors.ts'

const columns = [
  'method',
  'phone',
  'pending_phone',
  'phone_code_hash',
  'phone_code_expires_at',
  'phone_code_wrong_answers',
  'sealed_totp',
  'totp_step',
  'pending_sealed_totp',
  'recovery_code_hash',
] as const

interface Row {
  method: string
  phone: string | null
  pending_phone: string | null
  phone_code_hash: Buffer | null
  phone_code_expires_at: Date | null
  phone_code_wrong_answers: number
  sealed_totp: Buffer | null
  totp_step: number | null
  pending_sealed_totp: Buffer | null
  recovery_code_hash: Buffer | null
}

function toFactors(row: Row | undefined): SecondFactors {
  if (row === undefined) return noFactors
  return {
    method: row.method as MfaMethod, // a constraint says so
    phone: row.phone ?? undefined,
    pendingPhone: toPendingPhone(row),
    sealedTotp: row.sealed_totp ?? undefined,
    totpStep: row.totp_step ?? undefined,
    pendingSealedTotp: row.pending_sealed_totp ?? undefined,
    recoveryCodeHash: row.recovery_code_hash ?? undefined,
  }
}

function toPendingPhone(row: Row): PendingPhone | undefined {
  const { pending_phone: phone, phone_code_hash: codeHash, phone_code_expires_at: expiresAt } = row
  if (phone === null || codeHash === null || expiresAt === null) return undefined
  return { phone, codeHash, expiresAt, wrongAnswers: row.phone_code_wrong_answers }
}

export async function factorsOf(queries: Queries, userId: AccountId): Promise<SecondFactors> {
  const rows = queries.selectFrom('auth.second_factors').select(columns).where('user_id', '=', userId)
  return toFactors(await rows.executeTakeFirst())
}

/** Nobody else changes the factors of this person meanwhile, not even their first. */
export async function holdFactors(tx: Tx, userId: AccountId): Promise<SecondFactors> {
  await tx
    .insertInto('auth.second_factors')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rows = tx.selectFrom('auth.second_factors').select(columns).where('user_id', '=', userId)
  return toFactors(await rows.forUpdate().executeTakeFirst())
}

/** Of all that follows: factors that are held. */
const held = (tx: Tx, userId: AccountId) => tx.updateTable('auth.second_factors').where('user_id', '=', userId)

export async function saveMethod(
  tx: Tx,
  userId: AccountId,
  change: { method: MfaMethod; recoveryCodeHash?: Buffer | undefined },
): Promise<void> {
  const { method, recoveryCodeHash } = change
  const code = recoveryCodeHash === undefined ? {} : { recovery_code_hash: recoveryCodeHash }
  await held(tx, userId)
    .set({ method, ...code })
    .execute()
}

/** The phone stays; an app that nobody is asked for any more would only grow stale. */
export async function turnOff(tx: Tx, userId: AccountId): Promise<void> {
  await held(tx, userId)
    .set({ method: 'NO_MFA', sealed_totp: null, totp_step: null, pending_sealed_totp: null, recovery_code_hash: null })
    .execute()
}

export async function saveRecoveryCode(tx: Tx, userId: AccountId, hash: Buffer): Promise<void> {
  await held(tx, userId).set({ recovery_code_hash: hash }).execute()
}

export async function savePendingTotp(tx: Tx, userId: AccountId, sealed: Buffer): Promise<void> {
  await held(tx, userId).set({ pending_sealed_totp: sealed }).execute()
}

/** The code that came back is used up with it. */
export async function takePendingTotp(tx: Tx, userId: AccountId, sealed: Buffer, step: number): Promise<void> {
  await held(tx, userId).set({ sealed_totp: sealed, totp_step: step, pending_sealed_totp: null }).execute()
}

/** Uses up the codes until this step; false when this one is used up already. Of several at once, one has it. */
export async function takeTotpStep(tx: Tx, userId: AccountId, step: number): Promise<boolean> {
  const taken = await tx
    .updateTable('auth.second_factors')
    .set({ totp_step: step })
    .where('user_id', '=', userId)
    .where((is) => is.or([is('totp_step', 'is', null), is('totp_step', '<', step)]))
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function savePendingPhone(
  tx: Tx,
  userId: AccountId,
  pending: { phone: string; codeHash: Buffer; expiresAt: Date },
): Promise<void> {
  const { phone, codeHash, expiresAt } = pending
  await held(tx, userId)
    .set({ pending_phone: phone, phone_code_hash: codeHash, phone_code_expires_at: expiresAt })
    .set({ phone_code_wrong_answers: 0 })
    .execute()
}

const noPendingPhone = {
  pending_phone: null,
  phone_code_hash: null,
  phone_code_expires_at: null,
  phone_code_wrong_answers: 0,
} as const

export async function savePhone(tx: Tx, userId: AccountId, phone: string): Promise<void> {
  await held(tx, userId)
    .set({ phone, ...noPendingPhone })
    .execute()
}

/** The last wrong answer that is allowed leaves the code worthless. */
export async function countWrongPhoneCode(tx: Tx, userId: AccountId, wrongAnswers: number): Promise<void> {
  await held(tx, userId)
    .set({ phone_code_wrong_answers: Math.min(wrongAnswers, wrongAnswersMax) })
    .execute()
}
