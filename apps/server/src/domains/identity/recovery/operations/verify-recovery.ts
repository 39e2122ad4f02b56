// Ends a recovery: with both codes right, the second factors are off, the recovery code is used up, and a session begins.

import { accept, refuse, type Result } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'
import type { Tx } from '#platform/database'
import { hashLinkToken } from '#platform/link-tokens'
import type { IdentityContext } from '../../context.ts'
import { factorsTurnedOff } from '../../factors/factor-events.ts'
import { cleanCode } from '../../factors/factors.ts'
import { holdFactors, turnOff } from '../../factors/factor-store.ts'
import { recoveryCodeOwner } from '../../factors/operations/make-recovery-code.ts'
import { renderFactorMail } from '../../factors/operations/render-factor-mail.ts'
import type { Account, SignInRefusal } from '../../identity.ts'
import { signInFailed } from '../../identity-events.ts'
import { accountsByIds } from '../../identity-store.ts'
import { challengeExpired } from '../../sign-in/challenge.ts'
import { finishSignIn, type SignInMeans, type SignInStep } from '../../sign-in/operations/finish-sign-in.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { backupCodeInvalid, emailCodeInvalid, wrongAnswersMax } from '../recovery.ts'
import { countWrongRecovery, dropRecoveries, holdRecovery, removeRecovery, type Recovery } from '../recovery-store.ts'
import { emailCodeOwner } from './start-recovery.ts'

export interface RecoveryAttempt {
  token: string
  emailCode: string
  backupCode: string
  source: string
  headers: Headers
}

type Means = SignInMeans & Pick<IdentityContext, 'mailer' | 'publicUrl'>

export async function verifyRecovery(
  means: Means,
  attempt: RecoveryAttempt,
): Promise<Result<SignInStep, SignInRefusal>> {
  const { source, headers } = attempt
  const spent = await means.factorGuard.spend(['recovery-address', source])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const recovered = await means.database.transaction((tx) => recover(means, tx, attempt))
  if (!recovered.ok) return recovered
  return finishSignIn(means, { account: recovered.value, rememberMe: false, method: 'recovery', source, headers })
}

/** A refusal is an outcome like another: what it counts stays counted. */
async function recover(
  means: Means,
  tx: Tx,
  { token, emailCode, backupCode, source }: RecoveryAttempt,
): Promise<Result<Account, SignInRefusal>> {
  const { clock, codes } = means
  const tokenHash = hashLinkToken(token)
  const recovery = await holdRecovery(tx, tokenHash, new Date(clock.now()))
  if (recovery === undefined) return refuse(challengeExpired)
  // Until here nothing differs for an address that nobody has, and its code has gone to nobody.
  if (!codes.fits(cleanCode(emailCode), emailCodeOwner(tokenHash), recovery.codeHash)) {
    await countWrong(tx, tokenHash, recovery)
    return refuse(emailCodeInvalid)
  }
  const account = recovery.userId && (await accountsByIds(tx, [recovery.userId])).get(recovery.userId)
  if (account === undefined) return refuse(challengeExpired)
  if (!(await isRecoveryCode(means, tx, account.id, cleanCode(backupCode)))) {
    await countWrong(tx, tokenHash, recovery)
    await means.events.announce(tx, signInFailed(account, source))
    return refuse(backupCodeInvalid)
  }
  await turnAllOff(means, tx, account, source)
  return accept(account)
}

async function countWrong(tx: Tx, tokenHash: Buffer, recovery: Recovery): Promise<void> {
  const wrongAnswers = recovery.wrongAnswers + 1
  if (wrongAnswers < wrongAnswersMax) await countWrongRecovery(tx, tokenHash, wrongAnswers)
  else await removeRecovery(tx, tokenHash)
}

async function isRecoveryCode({ codes }: Means, tx: Tx, id: AccountId, code: string): Promise<boolean> {
  const { recoveryCodeHash: hash } = await holdFactors(tx, id)
  return hash !== undefined && codes.fits(code, recoveryCodeOwner(id), hash)
}

async function turnAllOff(means: Means, tx: Tx, account: Account, source: string): Promise<void> {
  const { id } = account
  await turnOff(tx, id)
  await dropRecoveries(tx, id)
  await means.events.announce(tx, factorsTurnedOff(id, source))
  await means.mailer.post(tx, await renderFactorMail(means, account, { kind: 'recovered' }))
}
