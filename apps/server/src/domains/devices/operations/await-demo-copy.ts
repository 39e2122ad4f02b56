// Has a copy of the demo device made for an account that wants to claim one, and waits until it is there.

import { setTimeout as pause } from 'node:timers/promises'
import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { demoClaimCode, demoHardwareId } from '../claim-code.ts'
import { isClaimOpen } from '../claim-store.ts'
import type { DevicesContext } from '../context.ts'
import { hasDeviceOnHardware } from '../device-store.ts'

/** A program starts within a second or two; on a busy machine it takes longer. */
const waitMsMax = 20_000
const lookEveryMs = 200

export async function awaitDemoCopy(
  { demo, database, clock }: Pick<DevicesContext, 'demo' | 'database' | 'clock'>,
  accountId: AccountId,
): Promise<Result<undefined, Refusal>> {
  if (demo === undefined) return refuse(noDemo)
  const { queries } = database
  if (await hasDeviceOnHardware(queries, accountId, demoHardwareId)) return refuse(hasOne)
  const isThere = () => isClaimOpen(queries, demoClaimCode, new Date(clock.now()))
  if (await isThere()) return accept(undefined)
  demo.startCopy()
  for (let waitedMs = 0; waitedMs < waitMsMax; waitedMs += lookEveryMs) {
    await pause(lookEveryMs)
    if (await isThere()) return accept(undefined)
  }
  return refuse(notThere)
}

const noDemo: Refusal = {
  code: 'UNAVAILABLE',
  message: 'This installation runs no demo device. Claim or register a device of your own.',
}
const hasOne: Refusal = { code: 'CONFLICT', message: 'There is a demo device in this account already.' }
const notThere: Refusal = {
  code: 'UNAVAILABLE',
  message: 'There is no room for another demo device just now. Claim or register a device of your own.',
}
