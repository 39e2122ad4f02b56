// GraphQL ⇄ graphs.

import type { Refusal, TimeSeriesType } from '@farport/contract'
import type { Result } from '@farport/basics'
import { personalOf, zoneOf } from '#domains/identity'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database'
import type { Resolvers } from '../../../generated/resolvers.ts'
import { requireActor } from '../../graphql/actor.ts'
import { requireViewer, type Context } from '../../graphql/context.ts'
import { perContext } from '../../graphql/per-context.ts'
import { orRefuse, refusalError } from '../../graphql/refusal.ts'
import { readAccountTimeSeries } from './operations/read-account-time-series.ts'
import { createActivityLoader, readTimeSeries, type ActivityLoader } from './operations/read-time-series.ts'
import { periodsUntil } from './periods.ts'
import { isOfConnections, parseTimeSeries, type TimeSeriesArguments, type TimeSeriesRequest } from './time-series.ts'
import { timeZone } from './time-zone.ts'

export function graphResolvers({ database, clock }: { database: Database; clock: Clock }): Resolvers {
  const { queries } = database
  const viewersZone = perContext(async (context) => {
    const personal = await personalOf(queries, requireViewer(context).accountId)
    return personal?.timezone ?? 'UTC'
  })
  /** By how they are named in the question: looking one up costs more than drawing a graph. */
  const namedZones = perContext(() => new Map<string, string | undefined>())
  /** By what was asked for, so that all that ask the same are answered together, and of one present. */
  const loaders = perContext(() => new Map<string, ActivityLoader>())

  async function ask(wish: TimeSeriesArguments, typeUsual: TimeSeriesType, context: Context) {
    const request = orInvalid(parseTimeSeries(wish, typeUsual))
    const zone = wish.timezone == null ? await viewersZone(context) : namedZone(wish.timezone, context)
    if (zone === undefined) throw refusalError(unknownZone)
    return { request, activity: loaderFor(request, zone, context) }
  }

  function namedZone(name: string, context: Context): string | undefined {
    const zones = namedZones(context)
    if (!zones.has(name)) zones.set(name, zoneOf(name))
    return zones.get(name)
  }

  function loaderFor({ resolution, length }: TimeSeriesRequest, zone: string, context: Context): ActivityLoader {
    const key = `${resolution} ${length} ${zone}`
    const known = loaders(context).get(key)
    if (known !== undefined) return known
    const nowMs = clock.now()
    const periods = periodsUntil(nowMs, { resolution, length, zone: timeZone(zone) })
    const loader = createActivityLoader(queries, { ...periods, nowMs })
    loaders(context).set(key, loader)
    return loader
  }

  return {
    Device: {
      timeSeries: async ({ accountId, id, createdAt }, wish, context) => {
        const { request, activity } = await ask(wish, 'ONLINE_DURATION', context)
        const track = isOfConnections(request.type) ? 'device-connected' : 'online'
        return orRefuse(await readTimeSeries(activity, { subject: { accountId, id, track }, createdAt }, request))
      },
    },
    Service: {
      timeSeries: async ({ accountId, id, createdAt, device }, wish, context) => {
        const { request, activity } = await ask(wish, 'CONNECT_DURATION', context)
        const thing = isOfConnections(request.type)
          ? { subject: { accountId, id, track: 'service-connected' as const }, createdAt }
          : { subject: { accountId, id: device.id, track: 'online' as const }, createdAt: device.createdAt }
        return orRefuse(await readTimeSeries(activity, thing, request))
      },
    },
    User: {
      timeSeries: async ({ id }, wish, context) => {
        const { request, activity } = await ask(wish, 'ONLINE_DURATION', context)
        const { span } = activity
        return orRefuse(await readAccountTimeSeries(queries, requireActor(context), id, { request, span }))
      },
    },
  }
}

const unknownZone: Refusal = {
  code: 'INVALID',
  message: '`timezone` is an IANA name, such as Europe/Berlin.',
}

function orInvalid<Value>(result: Result<Value, string>): Value {
  if (result.ok) return result.value
  throw refusalError({ code: 'INVALID', message: result.refusal })
}
