// What to tell the person about a refused sign-in or sign-up.

import type { MessageKey } from '../../i18n/messages.ts'
import type { AuthRefusal } from './auth-calls.ts'

export const refusalText: Readonly<Record<AuthRefusal, MessageKey>> = {
  'wrong-credentials': 'identity.signInFailed',
  'not-verified': 'identity.notVerified',
  'account-exists': 'identity.accountExistsTitle',
  'invalid-link': 'identity.verifyFailedTitle',
  invalid: 'identity.emailInvalid',
  throttled: 'identity.throttled',
  unreachable: 'identity.unreachable',
  failed: 'identity.failed',
}
