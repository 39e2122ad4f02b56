// Reads who can reach devices, and through what: for all of them together, in a fixed number of queries.

import type { AccountId, DeviceId } from '@farport/vocabulary'
import { memberGrants, sightDevices, type Actor } from '../../../access/index.ts'
import { devicePolicy, type SeenDevice } from '#domains/devices'
import type { Queries } from '#platform/database'
import { networkReachOfDevices } from '../network-share-store.ts'
import { reachMax, reachOf, type Reach } from '../reach.ts'
import { sharesOfDevices } from '../share-store.ts'

/** Of those that the actor may manage. */
export async function readReach(
  queries: Queries,
  actor: Actor,
  devices: readonly SeenDevice[],
): Promise<Map<DeviceId, Reach[]>> {
  const managed = devices.filter((device) => devicePolicy.manage(actor, device).allowed)
  if (managed.length === 0) return new Map()
  const ids = managed.map((device) => device.id)
  const accountIds = [...new Set(managed.map((device) => device.accountId))]
  const [facts, members, shares, networks] = await Promise.all([
    sightDevices(queries, nobody, managed),
    memberGrants(queries, accountIds, reachMax),
    sharesOfDevices(queries, ids),
    networkReachOfDevices(queries, ids),
  ])
  return new Map(
    facts.map((device) => [
      device.id,
      reachOf(device, {
        members: members.get(device.accountId) ?? [],
        shares: shares.get(device.id) ?? [],
        networks: networks.get(device.id) ?? [],
      }),
    ]),
  )
}

/** To whom nothing belongs, so that what is asked of a device is what others may need, too. */
const nobody: Actor = { userId: '' as AccountId, isOperator: false, grants: [] } // no account's id
