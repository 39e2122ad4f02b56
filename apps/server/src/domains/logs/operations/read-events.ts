// Reads a page of the log of an account, or of one of its devices.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { accountRefusal, decide, decideInAccount, type Actor } from '../../../access/index.ts'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database'
import type { EventRecord } from '#platform/events'
import { parseEventPage, type EventPageArguments, type EventPageRequest } from '../event-page.ts'
import { readEventRows, type LogOwner } from '../event-store.ts'

export interface EventPage {
  readonly total: number
  readonly hasMore: boolean
  readonly items: EventRecord[]
}

/** The account's log tells of everybody in it; a device's only of the device. */
const verdictOn = (actor: Actor, { accountId, device }: LogOwner) =>
  device === undefined ? decideInAccount(actor, 'ADMIN', accountId) : decide(actor, 'MANAGE', device)

export async function readEvents(
  context: { database: Database; clock: Clock },
  actor: Actor,
  owner: LogOwner,
  wish: EventPageArguments,
): Promise<Result<EventPage, Refusal>> {
  const request = requestOfLog(context, actor, owner, wish)
  return request.ok ? accept(await readEventRows(context.database.queries, owner, request.value)) : request
}

/** What to read for this actor. What an account's owner does to sign in concerns nobody else who acts for it. */
export function requestOfLog(
  { clock }: { clock: Clock },
  actor: Actor,
  owner: LogOwner,
  wish: EventPageArguments,
): Result<EventPageRequest, Refusal> {
  const verdict = verdictOn(actor, owner)
  if (!verdict.allowed) return refuse(accountRefusal(verdict))
  const request = parseEventPage(wish, clock.now())
  if (!request.ok) return refuse({ code: 'INVALID', message: request.refusal })
  return accept({ ...request.value, isOfOthers: actor.userId !== owner.accountId })
}
