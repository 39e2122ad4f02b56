// A program asks whether a person has allowed it, and is signed in when they have.

import { refuse, type Result } from '@farport/basics'
import { hashLinkToken } from '#platform/link-tokens'
import type { IdentityContext } from '../../context.ts'
import type { Account, SignInRefusal } from '../../identity.ts'
import { accountsByIds } from '../../identity-store.ts'
import { finishSignIn, type SignInMeans, type SignInStep } from '../../sign-in/operations/finish-sign-in.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { judgePoll, pollRefusals } from '../device-code.ts'
import { holdDeviceCode, notePoll, removeDeviceCode } from '../device-code-store.ts'

type Means = SignInMeans & Pick<IdentityContext, 'guard'>

export async function takeDeviceToken(
  means: Means,
  request: { deviceCode: string; source: string; headers: Headers },
): Promise<Result<SignInStep, SignInRefusal>> {
  const { guard } = means
  const spent = await guard.spend(['device-token-address', request.source])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const taken = await take(means, request.deviceCode)
  if (taken.kind === 'refused') return refuse(taken.refusal)
  const { source, headers } = request
  return finishSignIn(means, { account: taken.account, method: 'device', rememberMe: true, source, headers })
}

type Taken = { kind: 'taken'; account: Account } | { kind: 'refused'; refusal: SignInRefusal }

/** Uses the code up once it was answered. */
async function take({ database, clock }: Means, deviceCode: string): Promise<Taken> {
  const codeHash = hashLinkToken(deviceCode)
  return database.transaction(async (tx) => {
    const code = await holdDeviceCode(tx, codeHash)
    const nowMs = clock.now()
    const verdict = code === undefined ? ({ kind: 'expired' } as const) : judgePoll(code, nowMs)
    switch (verdict.kind) {
      case 'expired':
        return { kind: 'refused', refusal: pollRefusals.expired }
      case 'too-soon':
        await notePoll(tx, codeHash, { now: new Date(nowMs), intervalSeconds: verdict.intervalSeconds })
        return {
          kind: 'refused',
          refusal: { ...pollRefusals['too-soon'], retryAfterSeconds: verdict.intervalSeconds },
        }
      case 'pending':
        await notePoll(tx, codeHash, { now: new Date(nowMs), intervalSeconds: code?.intervalSeconds ?? 0 })
        return { kind: 'refused', refusal: pollRefusals.pending }
      case 'denied':
        await removeDeviceCode(tx, codeHash)
        return { kind: 'refused', refusal: pollRefusals.denied }
      case 'approved': {
        await removeDeviceCode(tx, codeHash)
        const id = code?.userId
        const account = id === undefined ? undefined : (await accountsByIds(tx, [id])).get(id)
        if (account === undefined) throw new Error('a program was allowed by nobody')
        return { kind: 'taken', account }
      }
    }
  })
}
