// The services in networks that the actor may see, with what they are called and bound to there. A fixed number of
// queries, however many they are.

import type { NetworkId } from '@farport/vocabulary'
import { seeDevices, type SeenDevice } from '#domains/devices'
import { servicePolicy, type Service } from '#domains/services'
import type { Actor } from '../../../access/index.ts'
import type { Queries } from '#platform/database'
import { placesOf, type Place } from '../place-store.ts'
import type { PlaceSettings } from '../network.ts'

export interface SeenPlace extends PlaceSettings {
  readonly service: Service
  readonly device: SeenDevice
}

export async function readPlaces(
  queries: Queries,
  actor: Actor,
  networkIds: readonly NetworkId[],
): Promise<Map<NetworkId, SeenPlace[]>> {
  const places = await placesOf(queries, networkIds)
  if (places.length === 0) return new Map()
  const devices = await seeDevices(queries, actor, [...new Set(places.map(({ service }) => service.deviceId))])
  const deviceById = new Map(devices.map((device) => [device.id, device]))
  const byNetwork = Map.groupBy(places, (one) => one.networkId)
  const seenOf = ({ service, name, port }: Place): SeenPlace[] => {
    const device = deviceById.get(service.deviceId)
    if (device === undefined) return []
    return servicePolicy.view(actor, service, device).allowed ? [{ service, device, name, port }] : []
  }
  return new Map([...byNetwork].map(([id, inIt]) => [id, inIt.flatMap(seenOf)]))
}
