// Sends a text message to a person. It costs us money, and may be what a fraudster is after: each has its budget.

import { accept, refuse, type Result } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'
import type { IdentityContext } from '../../context.ts'
import type { SignInRefusal } from '../../identity.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { smsUnavailable } from '../factors.ts'

export interface TextMessage {
  userId: AccountId
  phone: string
  text: string
  /** Whether the number is known to be the person's. */
  purpose: 'sign-in' | 'verify-number'
}

type Means = Pick<IdentityContext, 'sms' | 'factorGuard' | 'log'>

const notSent: SignInRefusal = {
  status: 503,
  code: 'NOT_AVAILABLE',
  message: 'The text message could not be sent. Please try again in a moment.',
}

export async function sendText(means: Means, message: TextMessage): Promise<Result<undefined, SignInRefusal>> {
  const { sms, log } = means
  const { userId, phone, text } = message
  if (!sms.canSend) return refuse(smsUnavailable)
  const spent = await spend(means, message)
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const outcome = await sms.send({ to: phone, text })
  if (outcome.wasTaken) return accept(undefined)
  log.error({ userId, reason: outcome.reason }, 'a text message could not be sent')
  return refuse(notSent)
}

function spend({ factorGuard }: Means, { userId, phone, purpose }: TextMessage) {
  if (purpose === 'sign-in') return factorGuard.spend(['sms-user', userId], ['sms-all', 'all'])
  return factorGuard.spend(['sms-user', userId], ['sms-number', phone], ['sms-numbers', 'all'], ['sms-all', 'all'])
}
