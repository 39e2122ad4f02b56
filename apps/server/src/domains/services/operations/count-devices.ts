// How many own devices an account has, of those that the actor may see.

import { accept, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import type { ServicesContext } from '../context.ts'
import { listDevices } from './list-devices.ts'

export interface DeviceCounts {
  readonly total: number
  readonly online: number
  readonly offline: number
}

export async function countDevices(
  context: ServicesContext,
  actor: Actor,
  accountId: AccountId,
): Promise<Result<DeviceCounts, Refusal>> {
  const count = (state: 'all' | 'active') => listDevices(context, actor, accountId, { size: 0, owner: true, state })
  const [all, active] = await Promise.all([count('all'), count('active')])
  if (!all.ok) return all
  if (!active.ok) return active
  const { total } = all.value
  const online = Math.min(total, active.value.total)
  return accept({ total, online, offline: total - online })
}
