// Reads a series of all devices of an account together, for those who may see all of them.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { actsFor, clausesFor, noSuchAccount, type Actor } from '../../../access/index.ts'
import type { Queries } from '#platform/database'
import { accountSums } from '../account-activity.ts'
import { readAccountActivity } from '../account-activity-store.ts'
import { isOfConnections, valueOf, type TimeSeries, type TimeSeriesRequest } from '../time-series.ts'
import { momentsOf, seriesOf, type Span } from './read-time-series.ts'

export async function readAccountTimeSeries(
  queries: Queries,
  actor: Actor,
  accountId: AccountId,
  { request, span }: { request: TimeSeriesRequest; span: Span },
): Promise<Result<TimeSeries, Refusal>> {
  const { type, resolution } = request
  if (!seesAllDevices(actor, accountId)) return refuse(actsFor(actor, accountId) ? partial : noSuchAccount)
  if (resolution === 'SECOND' || resolution === 'MINUTE') return refuse(tooFine)
  const momentsMs = momentsOf(span)
  const track = isOfConnections(type) ? 'device-connected' : 'online'
  const known = await readAccountActivity(queries, { accountId, tracks: ['known', track] }, momentsMs)
  const devices = accountSums(known.get('known'), momentsMs)
  const sums = accountSums(known.get(track), momentsMs)
  const data = sums.map((sum, place) => valueOf(type, { ...sum, lengthMs: devices[place]?.onMs ?? 0 }))
  return accept(seriesOf(request, span, data))
}

function seesAllDevices(actor: Actor, accountId: AccountId): boolean {
  return clausesFor(actor, 'VIEW').some(
    (clause) => clause.by === 'grant' && clause.accountId === accountId && clause.scope.over === 'account',
  )
}

const partial: Refusal = { code: 'FORBIDDEN', message: 'This is for those who may see all devices of the account.' }
const tooFine: Refusal = {
  code: 'INVALID',
  message: 'The time series of an account are by the hour or longer.',
}
