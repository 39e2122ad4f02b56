// Reads series of devices and services: one loader for all that an answer asks of the same periods.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { readActivity, totalsAt, type ActivitySubject, type KnownActivity } from '#domains/devices'
import { createBatchLoader } from '#platform/batch-loader'
import type { Queries } from '#platform/database'
import type { Periods } from '../periods.ts'
import { sumsBetween, valueOf, type TimeSeries, type TimeSeriesRequest } from '../time-series.ts'

/** Look-ups in one query; a thousand of them take about three milliseconds. */
const lookupsMax = 200_000

/** The periods of a series, until now. */
export interface Span extends Periods {
  readonly nowMs: number
}

type Answer = Result<KnownActivity | undefined, Refusal>

export interface ActivityLoader {
  readonly span: Span
  load(subject: ActivitySubject): Promise<Answer>
}

export const momentsOf = ({ startsMs, nowMs }: Span): number[] => [...startsMs, nowMs]

export function createActivityLoader(queries: Queries, span: Span): ActivityLoader {
  const momentsMs = momentsOf(span)
  const subjects = new Map<string, ActivitySubject>()
  const activity = createBatchLoader(async (keys: readonly string[]): Promise<ReadonlyMap<string, Answer>> => {
    if (keys.length * momentsMs.length > lookupsMax) return new Map(keys.map((key) => [key, refuse(tooMany)]))
    const wanted = keys.flatMap((key) => subjects.get(key) ?? [])
    const known = await readActivity(queries, wanted, momentsMs)
    return new Map(keys.map((key, place) => [key, accept(known[place])]))
  })
  return {
    span,
    async load(subject) {
      const key = `${subject.track} ${subject.accountId} ${subject.id}`
      subjects.set(key, subject)
      return (await activity.load(key)) ?? accept(undefined)
    },
  }
}

const tooMany: Refusal = {
  code: 'LIMIT_EXCEEDED',
  message: 'These are too many graphs at once: ask for fewer devices, or for a shorter length.',
}

export async function readTimeSeries(
  activity: ActivityLoader,
  thing: { subject: ActivitySubject; createdAt: Date },
  { type, resolution }: TimeSeriesRequest,
): Promise<Result<TimeSeries, Refusal>> {
  const known = await activity.load(thing.subject)
  if (!known.ok) return known
  const momentsMs = momentsOf(activity.span)
  const sums = sumsBetween(totalsAt(known.value, momentsMs), momentsMs, thing.createdAt.getTime())
  const data = sums.map((sum) => valueOf(type, sum))
  return accept(seriesOf({ type, resolution }, activity.span, data))
}

export function seriesOf(
  { type, resolution }: Pick<TimeSeriesRequest, 'type' | 'resolution'>,
  { startsMs, endMs }: Periods,
  data: number[],
): TimeSeries {
  const time = startsMs.map((ms) => new Date(ms))
  return { type, resolution, start: time[0] ?? new Date(endMs), end: new Date(endMs), time, data }
}
