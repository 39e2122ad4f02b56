// Reads the part of the log that a link is for, as CSV.

import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { parseId } from '@farport/vocabulary'
import { noSuchAccount } from '../../../access/index.ts'
import { seeDevice } from '#domains/devices'
import type { LogsContext } from '../context.ts'
import { eventCsv, usersOf } from '../event-csv.ts'
import { readEventRows } from '../event-store.ts'
import { logFileLinesMax, parseLogLink, type LogLink } from '../log-link.ts'
import { logLinkOwner } from './make-log-link.ts'
import { requestOfLog } from './read-events.ts'

export async function readLogFile(context: LogsContext, linkText: string): Promise<Result<string, Refusal>> {
  const link = openLink(context, linkText)
  if (!link.ok) return link
  const { database, clock } = context
  const { userId, accountId, deviceId, fromMs, toMs } = link.value
  const [user, account] = [parseId('a', userId), parseId('a', accountId)]
  if (user === undefined || account === undefined) return refuse(noSuchAccount)
  const actor = await context.loadActor(user)
  const id = parseId('d', deviceId)
  const device = id && (await seeDevice(database.queries, actor, id))
  if (deviceId !== undefined && device === undefined) return refuse(noSuchAccount)
  const owner = { accountId: account, ...(device && { device }) }
  const wish = { minDate: new Date(fromMs).toISOString(), maxDate: new Date(toMs).toISOString() }
  const request = requestOfLog({ clock }, actor, owner, wish)
  if (!request.ok) return request
  const { items } = await readEventRows(database.queries, owner, { ...request.value, size: logFileLinesMax })
  const emails = await context.emailsOf([
    ...new Set(items.flatMap((event) => [...(event.actorId === null ? [] : [event.actorId]), ...usersOf(event)])),
  ])
  return accept(eventCsv(items, (accountOf) => emails.get(accountOf)))
}

function openLink({ seal, clock }: LogsContext, text: string): Result<LogLink, Refusal> {
  const opened = seal.open(Buffer.from(text, 'base64url'), logLinkOwner)
  if (opened === undefined) return refuse({ code: 'NOT_FOUND', message: 'This link is none of ours.' })
  const link = parseLogLink(opened.reveal().toString('utf8'), clock.now())
  return link.ok ? link : refuse({ code: 'NOT_FOUND', message: link.refusal })
}
