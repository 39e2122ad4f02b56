// Takes a code of the authenticator app that is set up. Each code works once, also when it comes several times at once.

import { accept, refuse, type Result } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'
import type { Tx } from '#platform/database'
import { authenticatorStep } from '#platform/authenticator-codes'
import type { IdentityContext } from '../../context.ts'
import type { SecondFactors, TotpFault } from '../factors.ts'
import { takeTotpStep } from '../factor-store.ts'
import { openTotp } from './set-up-totp.ts'

/** `code`: clean. */
export async function checkTotp(
  { clock, factorSeal }: Pick<IdentityContext, 'clock' | 'factorSeal'>,
  tx: Tx,
  { id, factors, code }: { id: AccountId; factors: SecondFactors; code: string },
): Promise<Result<undefined, TotpFault>> {
  const { sealedTotp } = factors
  const step = sealedTotp && authenticatorStep(openTotp(factorSeal, sealedTotp, id), code, clock.now())
  if (step === undefined) return refuse('wrong')
  return (await takeTotpStep(tx, id, step)) ? accept(undefined) : refuse('used')
}
