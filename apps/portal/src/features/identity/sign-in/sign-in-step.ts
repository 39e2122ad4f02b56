// Where a sign-in goes on after the server's answer. Pure.

import type { ChallengeName, SignInAnswer } from '@farport/contract'
import { paths } from '../../../paths.ts'

/** The page where the challenge is answered; undefined when there is none: the person is signed in. */
export function challengePath(answer: SignInAnswer, next: string | undefined): string | undefined {
  return 'challengeName' in answer ? pageOf[answer.challengeName](next) : undefined
}

const pageOf: Readonly<Record<ChallengeName, (next: string | undefined) => string>> = {
  CUSTOM_CHALLENGE: paths.accountRecovery,
  SMS_MFA: paths.mfaVerify,
  SOFTWARE_TOKEN_MFA: paths.mfaVerify,
  WEB_AUTHN: paths.mfaVerify,
}
