// Gives an agent that belongs to nobody a code to show: whoever types it in takes the machine as a device.

import { accept, refuse, type Result } from '@farport/basics'
import { violatedConstraint } from '#platform/database'
import { claimCodeBytes, claimCodeOf, claimLifeMs, claimsPerSourceMax } from '../claim-code.ts'
import { countClaimsOfSource, findClaimOfAgent, saveClaim, type Claim } from '../claim-store.ts'
import type { DevicesContext } from '../context.ts'
import { findDeviceByKey } from '../device-store.ts'

export type ClaimRequest = Omit<Claim, 'code' | 'expiresAt'>
export type ClaimRefusal = 'already-enrolled' | 'busy'

/** A code that is to be typed should not end under the fingers: one with less left is replaced. */
const leftMsMin = 10 * 60_000

/** The agent's present code, while it lasts; else a new one. */
export async function offerClaim(
  context: DevicesContext,
  request: ClaimRequest,
): Promise<Result<Pick<Claim, 'code' | 'expiresAt'>, ClaimRefusal>> {
  for (;;) {
    try {
      return await offerOnce(context, request)
    } catch (error) {
      // Two of a million million codes are the same: the next look takes another.
      if (violatedConstraint(error) !== 'claims_code_key') throw error
    }
  }
}

async function offerOnce(
  context: DevicesContext,
  request: ClaimRequest,
): Promise<Result<Pick<Claim, 'code' | 'expiresAt'>, ClaimRefusal>> {
  const nowMs = context.clock.now()
  return context.database.transaction(async (tx) => {
    if ((await findDeviceByKey(tx, request.agentKey)) !== undefined) return refuse('already-enrolled')
    const present = await findClaimOfAgent(tx, request.agentKey)
    if (present !== undefined && present.expiresAt.getTime() > nowMs + leftMsMin) return accept(present)
    const others = await countClaimsOfSource(tx, request.source, new Date(nowMs))
    if (others >= claimsPerSourceMax && present === undefined) return refuse('busy')
    const code = claimCodeOf(context.randomBytes(claimCodeBytes))
    const claim: Claim = { ...request, code, expiresAt: new Date(nowMs + claimLifeMs) }
    await saveClaim(tx, claim)
    return accept(claim)
  })
}
