// The recovery code: a UUID, of which only a hash is kept. It is given out here, and never again.

import { randomUUID } from 'node:crypto'
import { Secret } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'
import type { IdentityContext } from '../../context.ts'

export function makeRecoveryCode(
  { codes }: Pick<IdentityContext, 'codes'>,
  userId: AccountId,
): { code: Secret; hash: Buffer } {
  const code = new Secret(randomUUID())
  return { code, hash: codes.hash(code.reveal(), recoveryCodeOwner(userId)) }
}

export function recoveryCodeOwner(userId: AccountId): string {
  return `recovery code ${userId}`
}
