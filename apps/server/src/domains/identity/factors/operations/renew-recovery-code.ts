// Makes a new recovery code in the place of the one before.

import { accept, refuse, type Result, type Secret } from '@farport/basics'
import type { IdentityContext } from '../../context.ts'
import type { Account, SignInRefusal } from '../../identity.ts'
import { factorMissing } from '../factors.ts'
import { holdFactors, saveRecoveryCode } from '../factor-store.ts'
import { makeRecoveryCode } from './make-recovery-code.ts'
import { renderFactorMail } from './render-factor-mail.ts'

type Means = Pick<IdentityContext, 'database' | 'mailer' | 'publicUrl' | 'codes'>

export async function renewRecoveryCode(
  means: Means,
  account: Pick<Account, 'id' | 'email' | 'language'>,
): Promise<Result<Secret, SignInRefusal>> {
  const { database, mailer } = means
  const mail = await renderFactorMail(means, account, { kind: 'recovery-code' })
  return database.transaction(async (tx) => {
    const { method } = await holdFactors(tx, account.id)
    if (method === 'NO_MFA') return refuse(factorMissing)
    const { code, hash } = makeRecoveryCode(means, account.id)
    await saveRecoveryCode(tx, account.id, hash)
    await mailer.post(tx, mail)
    return accept(code)
  })
}
