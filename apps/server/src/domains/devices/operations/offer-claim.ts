// Gives an agent that belongs to nobody a code to show: whoever types it in takes the machine as a device.

import { createHash, timingSafeEqual } from 'node:crypto'
import { accept, refuse, type Result, type Secret } from '@farport/basics'
import { violatedConstraint } from '#platform/database'
import { claimCodeBytes, claimCodeOf, claimLifeMs, claimsPerSourceMax, demoClaimCode } from '../claim-code.ts'
import { countClaimsOfSource, findClaimOfAgent, removeClaims, saveClaim, type Claim } from '../claim-store.ts'
import type { DevicesContext } from '../context.ts'
import { findDeviceByKey } from '../device-store.ts'

export interface ClaimRequest extends Omit<Claim, 'code' | 'expiresAt'> {
  /** What it says to be a copy of the demo device by. */
  readonly demoWord?: string | undefined
}
export type ClaimRefusal = 'already-enrolled' | 'busy' | 'invalid'

type Machine = Omit<ClaimRequest, 'demoWord'>

/** A code that is to be typed should not end under the fingers: one with less left is replaced. */
const leftMsMin = 10 * 60_000

/** The agent's present code, while it lasts; else a new one. All copies of the demo device wait under the same. */
export async function offerClaim(
  context: DevicesContext,
  { demoWord, ...request }: ClaimRequest,
): Promise<Result<Pick<Claim, 'code' | 'expiresAt'>, ClaimRefusal>> {
  if (demoWord !== undefined) {
    return isSameWord(demoWord, context.demo?.word) ? offerDemo(context, request) : refuse('invalid')
  }
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
  request: Machine,
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

/** The latest one that waits is the one that is claimed. */
async function offerDemo(
  context: DevicesContext,
  request: Machine,
): Promise<Result<Pick<Claim, 'code' | 'expiresAt'>, ClaimRefusal>> {
  const expiresAt = new Date(context.clock.now() + claimLifeMs)
  return context.database.transaction(async (tx) => {
    if ((await findDeviceByKey(tx, request.agentKey)) !== undefined) return refuse('already-enrolled')
    await removeClaims(tx, demoClaimCode)
    await saveClaim(tx, { ...request, code: demoClaimCode, expiresAt })
    return accept({ code: demoClaimCode, expiresAt })
  })
}

/** Compared by digest, in the same time whatever was said. */
function isSameWord(said: string, word: Secret | undefined): boolean {
  return word !== undefined && timingSafeEqual(digestOf(said), digestOf(word.reveal()))
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
